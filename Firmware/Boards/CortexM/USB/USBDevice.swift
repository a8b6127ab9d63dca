import BoardSupport

/// A serial port on USB (CDC-ACM): what the host asks on endpoint 0, and what follows from it. All of it runs in the controller's
/// interrupt handler.
public struct USBDevice<C: USBController> {
  /// What is to come of the request in hand.
  private enum Stage {
    case none, sending, receiving, addressing
  }

  private var stage = Stage.none
  /// What is left to be sent.
  private var rest: UnsafePointer<UInt8>?
  private var count: UInt32 = 0
  private var address: UInt8 = 0
  /// 1 from the host's choice of the configuration to the next reset of the bus.
  private var configuration: UInt8 = 0
  private var isOpen = false
  private var wasOpened = false
  /// True once a program has opened the port with 1,200 baud and closed it: the request for the boot loader (arduino/ArduinoCore-API,
  /// USB "touch").
  public private(set) var isBootLoaderWanted = false
  #if Keyboard
    private var keyboard = USBKeyboard()
  #endif

  /// A device that no host has found yet.
  public init() {}

  /// True while a program of the host has the port open: data terminal ready.
  public var isListening: Bool { configuration == 1 && isOpen }

  /// True once after a program has opened the port.
  public mutating func takeListener() -> Bool {
    defer { wasOpened = false }
    return wasOpened
  }

  /// The bus was reset, or the cable was pulled.
  public mutating func reset() {
    self = Self()
    C.use(address: 0)
  }

  /// A request has come. It ends the one before.
  public mutating func handle(_ request: USBRequest) {
    stage = .none
    switch request.code {
    case 0x8006, 0x8106:  // GET_DESCRIPTOR
      var count: UInt32 = 0
      let bytes = usb_descriptor(UInt32(request.value), &count)
      bytes == nil ? C.refuse() : answer(bytes, count, request)
    case 0x0005:  // SET_ADDRESS
      address = UInt8(truncatingIfNeeded: request.value & 127)
      stage = .addressing
      if !C.acknowledgesAddress { C.acknowledge() }
    case 0x0009 where request.value < 2:  // SET_CONFIGURATION
      configuration = UInt8(truncatingIfNeeded: request.value)
      isOpen = false
      C.open(endpoint: 0x81)
      C.open(endpoint: 0x82)
      C.open(endpoint: 0x02)
      #if Keyboard
        keyboard = USBKeyboard()
        C.open(endpoint: 0x83)
      #endif
      C.acknowledge()
    case 0x0201 where request.value == 0:  // CLEAR_FEATURE of an endpoint: its halt
      restart(UInt8(truncatingIfNeeded: request.index))
      C.acknowledge()
    case 0x010B where request.value == 0:  // SET_INTERFACE: each has one setting, which restarts
      switch request.index {
      case 0: restart(0x81)
      case 1:
        restart(0x82)
        restart(0x02)
      default: restart(0x83)
      }
      C.acknowledge()
    case 0x8008: answer(configuration, 1, request)  // GET_CONFIGURATION
    case 0x810A: answer(0, 1, request)  // GET_INTERFACE
    case 0x8000, 0x8100, 0x8200: answer(0, 2, request)  // GET_STATUS: bus-powered, not halted
    case 0x2120 where request.length == 7:  // SET_LINE_CODING
      stage = .receiving
      C.receiveControl()
    case 0xA121: answer(usb_line_coding(), 7, request)  // GET_LINE_CODING
    case 0x2122:  // SET_CONTROL_LINE_STATE
      setOpen(request.value & 1 != 0)
      C.acknowledge()
    #if Keyboard
      // SET_IDLE, SET_PROTOCOL: a report comes each time a key moves, and is always the same.
      case 0x210A, 0x210B: C.acknowledge()
      case 0xA101: answer(0, 8, request)  // GET_REPORT: no key is pressed
      case 0x2109 where request.length == 1:  // SET_REPORT: the lights
        stage = .receiving
        C.receiveControl()
    #endif
    default: C.refuse()
    }
  }

  private mutating func restart(_ endpoint: UInt8) {
    C.open(endpoint: endpoint)
    #if Keyboard
      guard endpoint == 0x83 else { return }
      keyboard.restart()
      report()
    #endif
  }

  /// Data terminal ready. A program that opens the port does not get what was meant for the one before.
  private mutating func setOpen(_ isOpen: Bool) {
    if isOpen, !self.isOpen {
      C.withdraw()
      outgoing_skip(1)
    }
    if !isOpen, self.isOpen, usb_line_rate() == 1_200 { isBootLoaderWanted = true }
    self.isOpen = isOpen
    wasOpened = isOpen
  }

  private mutating func answer(_ byte: UInt8, _ count: UInt32, _ request: USBRequest) {
    answer(usb_answer(byte), count, request)
  }

  private mutating func answer(
    _ bytes: UnsafePointer<UInt8>?, _ count: UInt32, _ request: USBRequest
  ) {
    stage = .sending
    rest = bytes
    self.count = min(count, UInt32(request.length))
    sendNext()
  }

  private mutating func sendNext() {
    let part = min(count, 64)
    C.sendControl(rest, Int(part))
    rest = rest.map { $0 + Int(part) }
    count &-= part
  }

  /// The host has fetched a packet of endpoint 0.
  public mutating func controlSent() {
    switch stage {
    case .sending where count > 0: sendNext()
    case .sending:
      stage = .none
      C.awaitAcknowledgment()
    case .addressing:
      stage = .none
      C.use(address: address)
    case .none, .receiving: break
    }
  }

  /// The data of a request have come.
  public mutating func controlReceived() {
    guard stage == .receiving else { return }
    stage = .none
    C.acknowledge()
  }

  #if Keyboard
    /// The host has switched the keyboard's lights.
    public mutating func setLights(_ lights: UInt8) { keyboard.isCapsLocked = lights & 2 != 0 }

    /// Types a character, ASCII, if a host listens. One that sleeps gets nothing: it would receive it in its password field when it wakes.
    public mutating func type(_ character: UInt8) {
      guard configuration == 1, !C.isSuspended else { return }
      keyboard.add(character)
      report()
    }

    /// The host has fetched a report.
    public mutating func reportSent() {
      keyboard.wasReported()
      report()
    }

    private mutating func report() {
      if let (modifiers, key) = keyboard.next() { C.report(modifiers, key) }
    }
  #endif
}
