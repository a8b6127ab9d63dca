import BoardSupport

/// UART 0, an ARM PL011 (RP2040 Datasheet, 4.2). Bytes to the host wait in memory, from where the interrupt handler moves them.
enum UART {
  private static func register(_ offset: UInt) -> Register { Register(Chip.Address.uart &+ offset) }
  private static var data: Register { register(0x00) }
  private static var flags: Register { register(0x18) }
  private static var interrupts: Register { register(0x38) }
  private static var canInterruptWhenSent: UInt32 { 1 &<< 5 }

  /// 115,200 baud, 8 bits, with both FIFOs; an interrupt for what is received.
  static func start() {
    // 64 MHz / 16 / 115,200 = 34 + 46 / 64.
    register(0x24).store(34)
    register(0x28).store(46)
    register(0x2C).store(0b11 &<< 5 | 1 &<< 4)
    register(0x30).store(1 &<< 9 | 1 &<< 8 | 1)
    // Received, and received a while ago.
    interrupts.store(1 &<< 6 | 1 &<< 4)
  }

  /// The interrupt handler's whole work.
  static func handle() {
    while flags.load() & 1 &<< 4 == 0 {
      ring_put(1, UInt8(truncatingIfNeeded: data.load()), Timer.microseconds)
    }
    fill()
  }

  /// Moves waiting bytes into the FIFO. Where more wait it is full, and interrupts when it is half empty. Call it with interrupts held
  /// back.
  static func fill() {
    while flags.load() & 1 &<< 5 == 0 {
      let byte = outgoing_take(0)
      guard byte >= 0 else { return interrupts.clear(canInterruptWhenSent) }
      data.store(UInt32(truncatingIfNeeded: byte))
    }
    interrupts.set(canInterruptWhenSent)
  }
}
