import BoardSupport
import _Volatile

/// UART 0 (nRF51 Series Reference Manual, section 29), the only one.
enum UART {
  private static func register(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4000_2000 &+ offset)
  }
  private static var received: VolatileMappedRegister<UInt32> { register(0x108) }
  private static var sent: VolatileMappedRegister<UInt32> { register(0x11C) }
  private static var error: VolatileMappedRegister<UInt32> { register(0x124) }
  private static var errorSource: VolatileMappedRegister<UInt32> { register(0x480) }

  /// Sender on pin `sending`, receiver on pin `receiving`, 115,200 baud, an interrupt for each byte
  /// received.
  static func start(sending: UInt32, receiving: UInt32) {
    register(0x50C).store(sending)
    register(0x514).store(receiving)
    register(0x524).store(0x01D7_E000)
    register(0x500).store(4)
    register(0x304).store(1 &<< 2)
    // Both directions; the sender then waits for its first byte.
    register(0x000).store(1)
    register(0x008).store(1)
  }

  /// Sends a byte and waits until it is out.
  static func send(_ byte: UInt8) {
    sent.store(0)
    register(0x51C).store(UInt32(truncatingIfNeeded: byte))
    while sent.load() == 0 {}
  }

  /// Moves what has arrived into `ring`: the interrupt handler's whole work. The receiver holds up to
  /// six bytes and reports each when the one before it is fetched.
  static func receive(into ring: UInt32) {
    while received.load() != 0 {
      received.store(0)
      ring_put(ring, UInt8(truncatingIfNeeded: register(0x518).load()), NRF51822.microseconds)
    }
    if error.load() != 0 {
      error.store(0)
      if errorSource.load() & 1 != 0 { ring_count_overrun(ring) }
      errorSource.store(0xF)
    }
  }
}
