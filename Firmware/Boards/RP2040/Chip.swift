/// What differs between the two chips: the RP2040, and on a core with DSP instructions, a Cortex-M33, the RP2350, which has the same
/// peripherals at other addresses. Sources: RP2040 Datasheet; RP2350 Datasheet and raspberrypi/pico-sdk, src/rp2350/hardware_regs.
enum Chip {
  /// Where peripherals begin.
  enum Address {
    #if DSP
      static var clocks: UInt { 0x4001_0000 }
      static var resets: UInt { 0x4002_0000 }
      static var powerOn: UInt { 0x4001_8000 }
      static var pins: UInt { 0x4002_8000 }
      static var pads: UInt { 0x4003_8000 }
      static var crystal: UInt { 0x4004_8000 }
      static var systemPLL: UInt { 0x4005_0000 }
      static var usbPLL: UInt { 0x4005_8000 }
      static var uart: UInt { 0x4007_0000 }
      static var spi: UInt { 0x4008_0000 }
      static var i2c0: UInt { 0x4009_0000 }
      static var i2c1: UInt { 0x4009_8000 }
      static var timer: UInt { 0x400B_0000 }
      static var watchdog: UInt { 0x400D_8000 }
      static var chipReset: UInt { 0x4010_002C }
    #else
      static var clocks: UInt { 0x4000_8000 }
      static var resets: UInt { 0x4000_C000 }
      static var powerOn: UInt { 0x4001_0000 }
      static var pins: UInt { 0x4001_4000 }
      static var pads: UInt { 0x4001_C000 }
      static var crystal: UInt { 0x4002_4000 }
      static var systemPLL: UInt { 0x4002_8000 }
      static var usbPLL: UInt { 0x4002_C000 }
      static var uart: UInt { 0x4003_4000 }
      static var spi: UInt { 0x4003_C000 }
      static var i2c0: UInt { 0x4004_4000 }
      static var i2c1: UInt { 0x4004_8000 }
      static var timer: UInt { 0x4005_4000 }
      static var watchdog: UInt { 0x4005_8000 }
      static var chipReset: UInt { 0x4006_4008 }
    #endif
  }

  /// Where registers lie in a peripheral, if not in both chips at the same place.
  enum Offset {
    #if DSP
      static var usbClock: UInt { 0x60 }
      static var pinEdges: UInt { 0x230 }
      static var pinInterrupts: UInt { 0x248 }
      static var pinInterruptStates: UInt { 0x278 }
      static var outputSet: UInt { 0x18 }
      static var outputClear: UInt { 0x20 }
      static var driveSet: UInt { 0x38 }
      static var driveClear: UInt { 0x40 }
      static var timerState: UInt { 0x3C }
      static var timerInterrupts: UInt { 0x40 }
    #else
      static var usbClock: UInt { 0x54 }
      static var pinEdges: UInt { 0xF0 }
      static var pinInterrupts: UInt { 0x100 }
      static var pinInterruptStates: UInt { 0x120 }
      static var outputSet: UInt { 0x14 }
      static var outputClear: UInt { 0x18 }
      static var driveSet: UInt { 0x24 }
      static var driveClear: UInt { 0x28 }
      static var timerState: UInt { 0x34 }
      static var timerInterrupts: UInt { 0x38 }
    #endif
  }

  /// The bits of the peripherals in RESETS.
  enum Line {
    #if DSP
      static var i2c0: UInt32 { 1 &<< 4 }
      static var i2c1: UInt32 { 1 &<< 5 }
      static var pins: UInt32 { 1 &<< 6 }
      static var pads: UInt32 { 1 &<< 9 }
      static var systemPLL: UInt32 { 1 &<< 14 }
      static var usbPLL: UInt32 { 1 &<< 15 }
      static var spi: UInt32 { 1 &<< 18 }
      static var timer: UInt32 { 1 &<< 23 }
      static var uart: UInt32 { 1 &<< 26 }
      static var usb: UInt32 { 1 &<< 28 }
    #else
      static var i2c0: UInt32 { 1 &<< 3 }
      static var i2c1: UInt32 { 1 &<< 4 }
      static var pins: UInt32 { 1 &<< 5 }
      static var pads: UInt32 { 1 &<< 8 }
      static var systemPLL: UInt32 { 1 &<< 12 }
      static var usbPLL: UInt32 { 1 &<< 13 }
      static var spi: UInt32 { 1 &<< 16 }
      static var timer: UInt32 { 1 &<< 21 }
      static var uart: UInt32 { 1 &<< 22 }
      static var usb: UInt32 { 1 &<< 24 }
    #endif
  }

  /// The numbers of interrupts. That of the timer is 0.
  enum Interrupt {
    #if DSP
      static var usb: UInt { 14 }
      static var pins: UInt { 21 }
      static var spi: UInt { 31 }
      static var uart: UInt { 33 }
      static var i2c0: UInt { 36 }
      static var i2c1: UInt { 37 }
    #else
      static var usb: UInt { 5 }
      static var pins: UInt { 13 }
      static var spi: UInt { 18 }
      static var uart: UInt { 20 }
      static var i2c0: UInt { 23 }
      static var i2c1: UInt { 24 }
    #endif
  }

  #if DSP
    /// The bit of a pad that holds what it was until its pin is set up.
    static var isolation: UInt32 { 1 &<< 8 }
    /// A free pin that is pulled down may stay at 2.2 V while it is an input (erratum RP2350-E9).
    static var canPullDown: Bool { false }
    /// PSM.WDSEL: what the watchdog resets, which is all but the oscillators.
    static var watched: UInt32 { 0x1FF_FFF3 }
    /// The watchdog's steps in 2 s.
    static var patience: UInt32 { 2_000_000 }
    /// CHIP_RESET: the power has come on.
    static var wasPower: UInt32 { 0b11 &<< 16 }
    /// CHIP_RESET: the reset pin was low.
    static var wasPin: UInt32 { 1 &<< 18 }
    /// The two sectors before the last one of 2 MB, since a boot loader may erase the flash's last one (erratum RP2350-E10).
    static var settings: UInt { 0x101F_D000 }

    /// A tick each microsecond of a reference clock of 12 MHz, for the timer and the watchdog.
    static func startTicks() {
      startTick(0x4010_8018)
      startTick(0x4010_8030)
    }

    private static func startTick(_ generator: UInt) {
      Register(generator &+ 4).store(12)
      Register(generator).store(1)
    }
  #else
    /// None: a pad follows its registers at once.
    static var isolation: UInt32 { 0 }
    /// True.
    static var canPullDown: Bool { true }
    /// PSM.WDSEL: what the watchdog resets, which is all but the oscillators (2.13.5).
    static var watched: UInt32 { 0x1_FFFC }
    /// The watchdog's steps in 2 s: it counts down twice a microsecond (erratum RP2040-E1).
    static var patience: UInt32 { 4_000_000 }
    /// CHIP_RESET: the power has come on (2.12.8).
    static var wasPower: UInt32 { 1 &<< 8 }
    /// CHIP_RESET: the reset pin was low.
    static var wasPin: UInt32 { 1 &<< 16 }
    /// The last two sectors of a flash of 2 MB.
    static var settings: UInt { 0x101F_E000 }

    /// A tick each microsecond of a reference clock of 12 MHz, for the timer (4.7.2).
    static func startTicks() { Register(Address.watchdog &+ 0x2C).store(1 &<< 9 | 12) }
  #endif
}
