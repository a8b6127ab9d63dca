import _Volatile

/// The chip's clocks (RM0090, sections 3.9 and 7.3): 168 MHz for the core, made from the internal 16
/// MHz oscillator, so that it does not matter which crystal a board has, if any.
enum ClockTree {
  /// The core's clock, Hz.
  static var core: UInt32 { 168_000_000 }
  /// The clock of USART 1, Hz.
  static var fastPeripherals: UInt32 { 84_000_000 }
  /// The clock of USART 2, Hz.
  static var slowPeripherals: UInt32 { 42_000_000 }

  private static var control: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_3800)
  }
  private static var multiplier: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_3804)
  }
  private static var dividers: VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_3808)
  }
  private static var ports: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_3830) }
  private static var slow: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_3840) }
  private static var fast: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_3844) }
  private static var flash: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: 0x4002_3C00) }

  /// Takes the chip over from the loader in its boot ROM, which leaves its own vector table and the core on the PLL. Then raises the core
  /// to 168 MHz and lets port A and both USARTs run.
  static func start() {
    // VTOR (ARMv7-M Architecture Reference Manual, B3.2.5).
    VolatileMappedRegister<UInt32>(unsafeBitPattern: 0xE000_ED08).store(0x0800_0000)
    // The PLL can be set up only while it is off, and off only while the core runs on the internal oscillator.
    control.store(control.load() | 1)
    wait(for: 1 &<< 1, in: control)
    dividers.store(0)
    wait(for: 0, of: 0b1100, in: dividers)
    control.store(control.load() & ~(1 &<< 24))
    wait(for: 0, of: 1 &<< 25, in: control)
    // Five wait states, instruction and data cache, prefetch: first, while the clock is still slow.
    flash.store(0x705)
    // 16 MHz / 8 · 168 / 2 = 168 MHz.
    multiplier.store(7 &<< 24 | 168 &<< 6 | 8)
    control.store(control.load() | 1 &<< 24)
    wait(for: 1 &<< 25, in: control)
    // Slow peripherals at a quarter, fast ones at half, the core on the multiplied clock.
    dividers.store(0b100 &<< 13 | 0b101 &<< 10 | 0b10)
    wait(for: 0b1000, in: dividers)
    ports.store(ports.load() | 1)
    slow.store(slow.load() | 1 &<< 17)
    fast.store(fast.load() | 1 &<< 4)
  }

  private static func wait(for flag: UInt32, in register: VolatileMappedRegister<UInt32>) {
    wait(for: flag, of: flag, in: register)
  }

  /// Waits until these flags have this value. The real chip answers within 300 µs; the emulator, which has no clock tree, never does.
  private static func wait(
    for value: UInt32, of flags: UInt32, in register: VolatileMappedRegister<UInt32>
  ) {
    var tries = 10_000
    while register.load() & flags != value, tries > 0 { tries &-= 1 }
  }
}
