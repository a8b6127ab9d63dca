import BoardSupport

/// UARTE 0 (nRF52840 Product Specification, 6.34). Bytes to the host wait in memory, from where the interrupt handler hands them to
/// the controller in blocks, which it fetches from RAM by itself.
enum UART {
  private static var uart: Peripheral { Peripheral(0x4000_2000) }

  private enum Event {
    static var received: UInt { 0x110 }
    static var sent: UInt { 0x120 }
    static var stopped: UInt { 0x144 }
  }

  // What the controller reads and writes by itself.
  nonisolated(unsafe) private static var received: UInt32 = 0
  nonisolated(unsafe) private static var block = InlineArray<32, UInt8>(repeating: 0)
  nonisolated(unsafe) private static var isSending = false

  /// 115,200 baud, 8 bits; an interrupt for each byte received and for each block sent.
  static func start(sending: UInt32, receiving: UInt32) {
    Pin(sending).set(isHigh: true)
    Pin(sending).configure(Pin.Configuration.strongOutput)
    Pin(receiving).configure(Pin.Configuration.pulledUp)
    stop()
    uart[0x508] = ~0
    uart[0x50C] = sending
    uart[0x510] = ~0
    uart[0x514] = receiving
    uart[0x524] = 0x01D6_0000
    uart[0x56C] = 0
    uart[0x534] = withUnsafeMutablePointer(to: &received) {
      UInt32(truncatingIfNeeded: UInt(bitPattern: $0))
    }
    uart[0x538] = 1
    uart[0x544] = withUnsafeMutablePointer(to: &block) {
      UInt32(truncatingIfNeeded: UInt(bitPattern: $0))
    }
    // After a byte the receiver waits for the next one.
    uart[0x200] = 1 &<< 5
    uart[Event.received] = 0
    uart[Event.sent] = 0
    uart[0x304] = 1 &<< 4 | 1 &<< 8
    uart[0x500] = 8
    uart[0x000] = 1
  }

  /// Stops what a boot loader has started: the receiver would store its next byte somewhere (6.34.6). It takes five bytes' time at most.
  private static func stop() {
    uart[0x308] = ~0
    guard uart[0x500] != 0 else { return }
    uart[Event.stopped] = 0
    uart[0x004] = 1
    uart[0x00C] = 1
    let begin = Timer.microseconds
    while uart[Event.stopped] == 0, Timer.microseconds &- begin < 1_000 {}
    uart[0x500] = 0
  }

  /// Hands waiting bytes to the controller, unless it has some. Call it with interrupts held back.
  static func fill() {
    if !isSending { sendBlock() }
  }

  /// The interrupt handler's whole work.
  static func handle() {
    if uart[Event.received] != 0 {
      uart[Event.received] = 0
      ring_put(1, UInt8(truncatingIfNeeded: received), Timer.microseconds)
    }
    if uart[Event.sent] != 0 {
      uart[Event.sent] = 0
      sendBlock()
    }
  }

  /// Hands waiting bytes to the controller, which has none.
  private static func sendBlock() {
    var count = 0
    while count < 32 {
      let byte = outgoing_take(0)
      guard byte >= 0 else { break }
      block[count] = UInt8(truncatingIfNeeded: byte)
      count &+= 1
    }
    isSending = count > 0
    guard isSending else { return }
    uart[0x548] = UInt32(truncatingIfNeeded: count)
    uart[0x008] = 1
  }
}
