import BoardSupport
import CortexM

/// USBD as a device (nRF52840 Product Specification, 6.35). It copies packets from and to RAM by itself, one at a time.
enum USB: USBController {
  private static var usb: Peripheral { Peripheral(0x4002_7000) }

  private enum Event {
    static var reset: UInt { 0x100 }
    static var controlDone: UInt { 0x128 }
    static var bus: UInt { 0x158 }
    static var request: UInt { 0x15C }
    static var dataDone: UInt { 0x160 }
  }

  /// What the controller does, and whether the cable is in.
  private enum State {
    case off, starting, on
  }

  nonisolated(unsafe) private static var state = State.off
  nonisolated(unsafe) private static var device = USBDevice<USB>()
  /// What the controller copies from and to by itself. No packet stays in it.
  /// It has to begin at a word (6.35.9).
  nonisolated(unsafe) private static var packet = InlineArray<16, UInt32>(repeating: 0)
  nonisolated(unsafe) private static var isSending = false
  /// True while a packet of the host waits for room in the ring.
  nonisolated(unsafe) private static var isHeld = false
  /// True while the data of a request are awaited.
  nonisolated(unsafe) private static var awaitsControl = false
  /// True if the controller has copied an odd number of bytes since it was switched on.
  nonisolated(unsafe) private static var isOdd = false
  nonisolated(unsafe) private(set) static var isSuspended = false
  /// True once the controller was switched on for the first time since the reset. It has to be switched off and on again then (anomaly 223,
  /// nrfx_usbd_enable).
  nonisolated(unsafe) private static var wasOn = false

  /// Follows the cable: shows the host a device as soon as there is bus power, and accepts a packet that waited for room. Call it with
  /// interrupts held back.
  static func follow() {
    let power = Peripheral(0x4000_0000)[0x438]
    switch state {
    case .off where power & 1 != 0:
      usb[0x500] = 0
      prepare(0xC14, 0xC0)
      prepare(0xD14, 3)
      usb[0x500] = 1
      isOdd = false
      state = .starting
    case .starting where power & 2 != 0 && usb[0x400] & 1 &<< 11 != 0:
      usb[0x400] = 1 &<< 11
      prepare(0xC14, 0)
      guard wasOn else {
        (wasOn, state) = (true, .off)
        return
      }
      usb[0x304] = 1 &<< 24 | 1 &<< 23 | 1 &<< 22 | 1 &<< 10 | 1
      InterruptController.enable(39)
      usb[0x504] = 1
      state = .on
    case .on where power & 1 == 0:
      usb[0x504] = 0
      // After an odd number of bytes the controller fails when it is switched on again (nrfx_usbd_disable).
      if isOdd { copyOut(0, 1) }
      usb[0x500] = 0
      prepare(0xD14, 0)
      forget()
      state = .off
    case .on: if isHeld, ring_waiting(1) <= 64 { receive() }
    case .off, .starting: break
    }
  }

  /// What anomalies 171, 187 and 211 ask for: the first of the two registers is set while the controller is switched on, the second as
  /// long as it is on (nRF52840 Errata; nrfx_usbd_enable). A boot loader may have left the key set.
  private static func prepare(_ offset: UInt, _ value: UInt32) {
    let hidden = Peripheral(0x4006_E000)
    let isClosed = hidden[0xC00] == 0
    if isClosed { hidden[0xC00] = 0x9375 }
    hidden[offset] = value
    if isClosed { hidden[0xC00] = 0x9375 }
  }

  /// True once a program has asked for the boot loader.
  static var isBootLoaderWanted: Bool { device.isBootLoaderWanted }

  /// The bus was reset, or the cable was pulled.
  private static func forget() {
    (isSending, isHeld, awaitsControl, isSuspended) = (false, false, false, false)
    device.reset()
  }

  /// True once after a program of the host has opened the port.
  static func takeListener() -> Bool {
    interrupts_hold()
    defer { interrupts_release() }
    return device.takeListener()
  }

  /// Hands the next bytes to the controller, unless it has some. Call it with interrupts held back.
  ///
  /// A packet has at most 63 bytes. So none is full, and the host knows from each that no other follows.
  static func fill() {
    guard device.isListening, !isSending else { return }
    var count = 0
    while count < 63 {
      let byte = outgoing_take(1)
      guard byte >= 0 else { break }
      put(UInt8(truncatingIfNeeded: byte), at: count)
      count &+= 1
    }
    guard count > 0 else { return }
    isSending = true
    copyOut(2, count)
  }

  /// The interrupt handler's whole work.
  static func handle() {
    if take(Event.reset) { forget() }
    if take(Event.bus) {
      let cause = usb[0x400]
      usb[0x400] = cause
      // Of both the later one counts, which is that the host is awake again.
      if cause & 0b11 &<< 8 != 0 { isSuspended = cause & 1 &<< 9 == 0 }
    }
    if take(Event.controlDone) {
      if awaitsControl { controlReceived() } else { device.controlSent() }
    }
    if take(Event.request) {
      awaitsControl = false
      device.handle(USBRequest(word(0x480), word(0x490)))
    }
    guard take(Event.dataDone) else { return }
    let done = usb[0x46C]
    usb[0x46C] = done
    if done & 1 &<< 2 != 0 {
      isSending = false
      if !device.isListening { outgoing_skip(1) }
      fill()
    }
    if done & 1 &<< 18 != 0 { receive() }
    #if Keyboard
      if done & 1 &<< 3 != 0 { device.reportSent() }
    #endif
  }

  private static func take(_ event: UInt) -> Bool {
    let isUp = usb[event] != 0
    if isUp { usb[event] = 0 }
    return isUp
  }

  /// Four registers of a byte each.
  private static func word(_ offset: UInt) -> UInt32 {
    usb[offset] | usb[offset &+ 4] &<< 8 | usb[offset &+ 8] &<< 16 | usb[offset &+ 12] &<< 24
  }

  /// Puts what the host has sent into the ring of its UART, if there is room, and lets more come.
  private static func receive() {
    isHeld = ring_waiting(1) > 64
    guard !isHeld else { return }
    let count = Int(truncatingIfNeeded: usb[0x4A8] & 127)
    copyIn(2, count)
    var index = 0
    while index < count {
      ring_put(1, byte(at: index), 0)
      index &+= 1
    }
  }

  private static func controlReceived() {
    awaitsControl = false
    if usb[0x4A0] == 7, let coding = usb_line_coding() {
      copyIn(0, 7)
      var index = 0
      while index < 7 {
        coding[index] = byte(at: index)
        index &+= 1
      }
    }
    #if Keyboard
      if usb[0x4A0] == 1 {
        copyIn(0, 1)
        device.setLights(byte(at: 0))
      }
    #endif
    device.controlReceived()
  }

  static func sendControl(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    var index = 0
    while index < count, let bytes {
      put(bytes[index], at: index)
      index &+= 1
    }
    copyOut(0, count)
  }

  static func receiveControl() {
    awaitsControl = true
    usb[0x04C] = 1
  }
  static func acknowledge() { usb[0x050] = 1 }
  static func awaitAcknowledgment() { usb[0x050] = 1 }
  static func refuse() { usb[0x054] = 1 }

  static var acknowledgesAddress: Bool { true }
  static func use(address: UInt8) {}

  static func open(endpoint: UInt8) {
    if endpoint & 0x80 != 0 { disarm(UInt32(endpoint & 7)) }
    // DATA0: the endpoint is selected first (6.35.13.30).
    usb[0x50C] = UInt32(endpoint)
    usb[0x50C] = UInt32(endpoint) | 1 &<< 8
    switch endpoint {
    case 0x81: usb[0x510] |= 1 &<< 1
    case 0x82:
      usb[0x510] |= 1 &<< 2 | 1
      isSending = false
    case 0x02:
      usb[0x514] = 1 &<< 2 | 1
      if !isHeld { usb[0x4A8] = 0 }
    #if Keyboard
      case 0x83: usb[0x510] |= 1 &<< 3
    #endif
    default: break
    }
  }

  /// Withdraws the packet that waits on an endpoint, by registers without a name (nrfx_usbd_ep_abort).
  private static func disarm(_ endpoint: UInt32) {
    usb[0x800] = 0x7B4 &+ 2 &* endpoint
    usb[0x804] |= 1 &<< 1
    _ = usb[0x804]
  }

  static func withdraw() {
    // Unless the host has just fetched it.
    guard isSending, usb[0x46C] & 1 &<< 2 == 0 else { return }
    disarm(2)
    isSending = false
  }

  #if Keyboard
    /// Types a character, if a host listens.
    static func type(_ character: UInt8) {
      interrupts_hold()
      device.type(character)
      interrupts_release()
    }

    static func report(_ modifiers: UInt8, _ key: UInt8) {
      packet[0] = UInt32(modifiers) | UInt32(key) &<< 16
      packet[1] = 0
      copyOut(3, 8)
    }
  #endif

  /// Copies `count` bytes of RAM to the controller, which then lets the host fetch them.
  private static func copyOut(_ endpoint: UInt, _ count: Int) {
    let offset = 0x600 &+ 20 &* endpoint
    usb[offset] = packetAddress
    usb[offset &+ 4] = UInt32(truncatingIfNeeded: count)
    isOdd = isOdd != (count & 1 != 0)
    copy(0x004 &+ 4 &* endpoint, until: 0x108 &+ 4 &* endpoint)
  }

  /// Copies the packet that has come to RAM.
  private static func copyIn(_ endpoint: UInt, _ count: Int) {
    let offset = 0x700 &+ 20 &* endpoint
    usb[offset] = packetAddress
    usb[offset &+ 4] = UInt32(truncatingIfNeeded: count)
    isOdd = isOdd != (count & 1 != 0)
    copy(0x028 &+ 4 &* endpoint, until: 0x130 &+ 4 &* endpoint)
  }

  private static var packetAddress: UInt32 {
    withUnsafeMutablePointer(to: &packet) { UInt32(truncatingIfNeeded: UInt(bitPattern: $0)) }
  }

  private static func byte(at index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: packet[index &>> 2 & 15] &>> shift(of: index))
  }

  private static func put(_ byte: UInt8, at index: Int) {
    let word = index &>> 2 & 15
    packet[word] = packet[word] & ~(0xFF &<< shift(of: index)) | UInt32(byte) &<< shift(of: index)
  }

  private static func shift(of index: Int) -> UInt32 {
    8 &* UInt32(truncatingIfNeeded: index & 3)
  }

  /// Needs some microseconds, in which no other task may start. The controller is set up for that (anomaly 199).
  private static func copy(_ task: UInt, until event: UInt) {
    usb[0xC1C] = 0x82
    usb[event] = 0
    forget_memory()
    usb[task] = 1
    var patience: UInt32 = 10_000
    while usb[event] == 0, patience > 0 { patience &-= 1 }
    forget_memory()
    usb[event] = 0
    usb[0xC1C] = 0
  }
}
