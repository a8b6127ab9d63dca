import _Volatile

/// The pins of port A (RM0090, section 8.4).
enum PortA {
  private static var mode: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_0000) }
  private static var pull: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_000C) }
  private static var input: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_0010) }
  private static var lowFunctions: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_0020)
  }
  private static var highFunctions: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_0024)
  }

  /// PA9 and PA10 for USART 1, PA2 and PA3 for USART 2, PA0 an input pulled down: a button to 3.3 V.
  static func start() {
    lowFunctions.store(0x7700)
    highFunctions.store(0x770)
    // The debugger's pins, PA13 to PA15, stay as they are.
    mode.store(mode.load() | 0b10 &<< 20 | 0b10 &<< 18 | 0b10 &<< 6 | 0b10 &<< 4)
    pull.store(pull.load() | 0b10)
  }

  /// True while PA0 is high.
  static var isPin0High: Bool { input.load() & 1 != 0 }
}
