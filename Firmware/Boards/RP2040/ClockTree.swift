/// The chip's clocks (RP2040 Datasheet, 2.14 to 2.18; RP2350 Datasheet, 8.1 to 8.6): 64 MHz for the core and the peripherals, made from
/// the crystal's 12 MHz. An RP2350 would lose USB events below 53 MHz (erratum RP2350-E12).
enum ClockTree {
  /// The clock of the core and of all peripherals, Hz.
  static var frequency: UInt32 { 64_000_000 }

  private static var resets: Register { Register(Chip.Address.resets) }
  private static var resetDone: Register { Register(Chip.Address.resets &+ 8) }
  private static func clock(_ offset: UInt) -> Register {
    Register(Chip.Address.clocks &+ offset)
  }
  private static func crystal(_ offset: UInt) -> Register {
    Register(Chip.Address.crystal &+ offset)
  }

  /// What runs with the core (table 2.14.3): both I2C controllers, pins and their pads, the multipliers, timer.
  private static var early: UInt32 {
    let others =
      Chip.Line.pins | Chip.Line.pads | Chip.Line.systemPLL | Chip.Line.usbPLL | Chip.Line.timer
    #if SPI
      return others
    #else
      return others | Chip.Line.i2c0 | Chip.Line.i2c1
    #endif
  }

  /// What has a clock of its own: UART 0, USB, SPI 0.
  private static var late: UInt32 {
    #if SPI
      Chip.Line.uart | Chip.Line.usb | Chip.Line.spi
    #else
      Chip.Line.uart | Chip.Line.usb
    #endif
  }

  /// Lets the chip run on the crystal and releases what the firmware uses, whatever ran before.
  static func start() {
    // The core leaves the multiplier before that is reset.
    clock(0x3C).clear(1)
    clock(0x44).wait(for: 1)
    resets.set(early | late)
    startCrystal()
    release(early)
    // 12 MHz · 80 / 5 / 3 = 64 MHz, and 12 MHz · 100 / 5 / 5 = 48 MHz for USB.
    start(multiplier: Chip.Address.systemPLL, 80, 5 &<< 16 | 3 &<< 12)
    start(multiplier: Chip.Address.usbPLL, 100, 5 &<< 16 | 5 &<< 12)
    clock(Chip.Offset.usbClock).store(1 &<< 11)
    // The core runs on the multiplier, UART and SPI as well.
    clock(0x3C).store(0)
    clock(0x3C).set(1)
    clock(0x44).wait(for: 0b10)
    clock(0x48).store(1 &<< 11)
    release(late)
  }

  /// Resets blocks that run with the core.
  static func restart(_ blocks: UInt32) {
    resets.set(blocks)
    release(blocks)
  }

  /// Releases the blocks and waits until they are ready. Each needs its own clock to report this, so that has to run before.
  private static func release(_ blocks: UInt32) {
    resets.clear(blocks)
    while resetDone.load() & blocks != blocks {}
  }

  /// 12 MHz for the reference clock, and a tick each microsecond of it for the timer.
  private static func startCrystal() {
    crystal(0x00).store(0xAA0)
    // 64 ms, in units of 256 periods: boards differ in how long their crystals take, and the chip only counts.
    crystal(0x0C).store(47 * 64)
    crystal(0x00).set(0xFAB &<< 12)
    crystal(0x04).wait(for: 1 &<< 31)
    clock(0x30).store(2)
    clock(0x38).wait(for: 0b100)
    Chip.startTicks()
  }

  /// Starts the multiplier at `address`, and waits until it is steady (2.18.2).
  private static func start(multiplier address: UInt, _ factor: UInt32, _ dividers: UInt32) {
    Register(address).store(1)
    Register(address &+ 0x8).store(factor)
    Register(address &+ 0x4).clear(1 &<< 5 | 1)
    Register(address).wait(for: 1 &<< 31)
    Register(address &+ 0xC).store(dividers)
    Register(address &+ 0x4).clear(1 &<< 3)
  }
}
