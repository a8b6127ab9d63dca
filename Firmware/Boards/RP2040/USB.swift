import BoardSupport
import CortexM

/// The chip's USB controller as a device (RP2040 Datasheet, 4.1). Packets lie in its own memory: endpoint 0 at 100h, 82h at 180h,
/// 02h at 1C0h, 83h at 200h, and 81h, which sends none, at 240h.
enum USB: USBController {
  private static func register(_ offset: UInt) -> Register { Register(0x5011_0000 &+ offset) }
  private static func memory(_ offset: UInt) -> Register { Register(0x5010_0000 &+ offset) }
  private static var status: Register { register(0x50) }
  private static var done: Register { register(0x58) }

  /// The buffers' control words, and the bits of `done` for them (table 4.1.2.5.1).
  private enum Buffer {
    static var controlIn: UInt { 0x80 }
    static var controlOut: UInt { 0x84 }
    static var notification: UInt { 0x88 }
    static var dataIn: UInt { 0x90 }
    static var dataOut: UInt { 0x94 }
    static var report: UInt { 0x98 }
  }

  private static var full: UInt32 { 1 &<< 15 }
  private static var second: UInt32 { 1 &<< 13 }
  private static var available: UInt32 { 1 &<< 10 }
  private static var stall: UInt32 { 1 &<< 11 }

  nonisolated(unsafe) private static var device = USBDevice<USB>()
  /// Of each endpoint and direction a bit: the next packet is the second of a pair (DATA1).
  nonisolated(unsafe) private static var parity: UInt32 = 0
  nonisolated(unsafe) private static var isSending = false
  /// When the last frame began, µs: each millisecond, unless the computer sleeps.
  nonisolated(unsafe) private static var frameStart: UInt32 = 0
  /// True while a packet of the host waits for room in the ring.
  nonisolated(unsafe) private static var isHeld = false

  /// Shows the host a device. What it asks then comes by interrupt.
  static func start() {
    var offset: UInt = 0
    while offset < 0x100 {
      memory(offset).store(0)
      offset &+= 4
    }
    // To the pins, and bus power is assumed. An RP2350's lines are isolated and pulled down until MAIN_CTRL and SIE_CTRL are
    // written (RP2350 Datasheet, 12.7.2).
    register(0x74).store(1 &<< 3 | 1)
    register(0x78).store(1 &<< 3 | 1 &<< 2)
    register(0x40).store(1)
    register(0x4C).store(1 &<< 29)
    // A frame, a request, a reset of the bus, a buffer that is done.
    register(0x90).store(1 &<< 17 | 1 &<< 16 | 1 &<< 12 | 1 &<< 4)
    InterruptController.enable(Chip.Interrupt.usb)
    register(0x4C).set(1 &<< 16)
  }

  /// True once after a program of the host has opened the port.
  static func takeListener() -> Bool {
    interrupts_hold()
    defer { interrupts_release() }
    return device.takeListener()
  }

  /// True once a program has asked for the boot loader.
  static var isBootLoaderWanted: Bool { device.isBootLoaderWanted }

  /// True near the end of a frame. A packet for the host that becomes available then may stop the controller for good (erratum
  /// RP2040-E15), so it waits for the next frame. Filling it takes 30 µs.
  private static var isFrameEnding: Bool {
    750..<1_000 ~= Timer.microseconds &- frameStart
  }

  /// Hands the next bytes to the controller, unless it has some. Call it with interrupts held back.
  ///
  /// A packet has at most 63 bytes. So none is full, and the host knows from each that no other follows.
  static func fill() {
    guard device.isListening, !isSending, !isFrameEnding else { return }
    var count: UInt32 = 0
    while count < 63 {
      let byte = outgoing_take(1)
      guard byte >= 0 else { break }
      put(UInt8(truncatingIfNeeded: byte), at: 0x180 &+ count)
      count &+= 1
    }
    guard count > 0 else { return }
    isSending = true
    hand(Buffer.dataIn, count | full)
  }

  /// Accepts the packet that waited for room. Call it with interrupts held back.
  static func resume() {
    if isHeld, ring_waiting(1) <= 64 { receive() }
  }

  /// The interrupt handler's whole work.
  static func handle() {
    let state = status.load()
    if state & 1 &<< 19 != 0 {
      status.store(1 &<< 19)
      (isSending, isHeld) = (false, false)
      device.reset()
    }
    if register(0x98).load() & 1 &<< 17 != 0 {
      _ = register(0x48).load()
      frameStart = Timer.microseconds
      fill()
    }
    let buffers = done.load()
    done.store(buffers)
    if buffers & 1 != 0 { device.controlSent() }
    if buffers & 2 != 0 { controlReceived() }
    // Before a request that restarts the endpoint: otherwise the next report would be written over the one that it hands over.
    #if Keyboard
      if buffers & bit(Buffer.report) != 0 { device.reportSent() }
    #endif
    if state & 1 &<< 17 != 0 {
      status.store(1 &<< 17)
      // A host that gave up the request before has not fetched what that was answered.
      memory(Buffer.controlIn).store(0)
      memory(Buffer.controlOut).store(0)
      // A request and what follows it on either way begin with DATA0 and DATA1.
      parity |= bit(Buffer.controlIn) | bit(Buffer.controlOut)
      device.handle(USBRequest(memory(0).load(), memory(4).load()))
    }
    if buffers & bit(Buffer.dataIn) != 0 {
      isSending = false
      if !device.isListening { outgoing_skip(1) }
      fill()
    }
    if buffers & bit(Buffer.dataOut) != 0 { receive() }
  }

  /// Puts what the host has sent into the ring of its UART, if there is room, and lets more come.
  private static func receive() {
    isHeld = ring_waiting(1) > 64
    guard !isHeld else { return }
    let end = 0x1C0 &+ memory(Buffer.dataOut).load() & 127
    var place: UInt32 = 0x1C0
    while place < end {
      ring_put(1, byte(at: place), 0)
      place &+= 1
    }
    hand(Buffer.dataOut, 64)
  }

  private static func controlReceived() {
    if memory(Buffer.controlOut).load() & 127 == 7, let coding = usb_line_coding() {
      var index = 0
      while index < 7 {
        coding[index] = byte(at: 0x100 &+ UInt32(truncatingIfNeeded: index))
        index &+= 1
      }
    }
    #if Keyboard
      if memory(Buffer.controlOut).load() & 127 == 1 { device.setLights(byte(at: 0x100)) }
    #endif
    device.controlReceived()
  }

  static func sendControl(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    var index = 0
    while index < count, let bytes {
      put(bytes[index], at: 0x100 &+ UInt32(truncatingIfNeeded: index))
      index &+= 1
    }
    hand(Buffer.controlIn, UInt32(truncatingIfNeeded: count) | full)
  }

  static func receiveControl() { hand(Buffer.controlOut, 64) }
  static func acknowledge() { sendControl(nil, 0) }
  static func awaitAcknowledgment() { hand(Buffer.controlOut, 0) }

  static func refuse() {
    register(0x68).store(0b11)
    memory(Buffer.controlIn).store(stall)
    memory(Buffer.controlOut).store(stall)
  }

  static var acknowledgesAddress: Bool { false }
  static func use(address: UInt8) { register(0x00).store(UInt32(address)) }

  static func open(endpoint: UInt8) {
    // In use, an interrupt for each buffer; bulk, or for interrupts.
    let use: UInt32 = 1 &<< 31 | 1 &<< 29 | 2 &<< 26
    let interrupting = use | 1 &<< 26
    switch endpoint {
    case 0x81:
      memory(0x08).store(interrupting | 0x240)
      memory(Buffer.notification).store(0)
      parity &= ~bit(Buffer.notification)
    case 0x82:
      memory(0x10).store(use | 0x180)
      memory(Buffer.dataIn).store(0)
      parity &= ~bit(Buffer.dataIn)
      isSending = false
    case 0x02:
      memory(0x14).store(use | 0x1C0)
      parity &= ~bit(Buffer.dataOut)
      guard !isHeld else { return }
      memory(Buffer.dataOut).store(0)
      hand(Buffer.dataOut, 64)
    #if Keyboard
      case 0x83:
        memory(0x18).store(interrupting | 0x200)
        memory(Buffer.report).store(0)
        parity &= ~bit(Buffer.report)
    #endif
    default: break
    }
  }

  static func withdraw() {
    guard isSending, memory(Buffer.dataIn).load() & available != 0 else { return }
    memory(Buffer.dataIn).store(0)
    parity ^= bit(Buffer.dataIn)
    isSending = false
  }

  #if Keyboard
    static var isSuspended: Bool { Timer.microseconds &- frameStart > 4_000 }

    /// Types a character, if a host listens.
    static func type(_ character: UInt8) {
      interrupts_hold()
      device.type(character)
      interrupts_release()
    }

    static func report(_ modifiers: UInt8, _ key: UInt8) {
      memory(0x200).store(UInt32(modifiers) | UInt32(key) &<< 16)
      memory(0x204).store(0)
      hand(Buffer.report, 8 | full)
    }
  #endif

  private static func bit(_ buffer: UInt) -> UInt32 {
    1 &<< UInt32(truncatingIfNeeded: (buffer &- 0x80) &>> 2)
  }

  /// Hands a buffer to the controller. Its last bit is set some cycles of the slower clock after the others (4.1.2.5.1).
  private static func hand(_ buffer: UInt, _ value: UInt32) {
    let value = parity & bit(buffer) != 0 ? value | second : value
    parity ^= bit(buffer)
    memory(buffer).store(value)
    count_instructions(6)
    memory(buffer).store(value | available)
  }

  // A volatile access to a byte is a call of a function for atomic ones on ARMv6-M, so a byte is a part of a word here.

  private static func byte(at place: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: memory(UInt(place & ~3)).load() &>> (8 &* (place & 3)))
  }

  private static func put(_ byte: UInt8, at place: UInt32) {
    let (word, shift) = (memory(UInt(place & ~3)), 8 &* (place & 3))
    word.store(word.load() & ~(0xFF &<< shift) | UInt32(byte) &<< shift)
  }
}
