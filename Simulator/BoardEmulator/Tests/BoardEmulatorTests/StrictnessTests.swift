// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// What hardware would not do is found, and named.
@Suite struct StrictnessTests {
  @Test func aPeripheralInResetIsNamed() throws {
    let run = try Emulation("pico", sensor: "lsm6dsox", image: "ResetControl.uf2")
    #expect(
      run.report.failure
        == "the firmware accesses I2C0.IC_ENABLE, but RESETS.RESET.i2c0 still holds it in reset")
  }

  private typealias Step = TinyImage.Step
  private static let twim: UInt32 = 0x4000_3000
  /// P0.11 and P0.12 as lines of a bus, the controller for them at 250 kHz, the address of a sensor.
  private static let bus: [Step] = [
    .store(0x60C, at: 0x5000_072C), .store(0x60C, at: 0x5000_0730), .store(11, at: twim + 0x508),
    .store(12, at: twim + 0x50C), .store(0x0400_0000, at: twim + 0x524),
    .store(0x6A, at: twim + 0x588), .store(6, at: twim + 0x500),
  ]
  private static let startSending = Step.store(1, at: twim + 0x008)

  /// Programs for a Feather Sense, which an nRF52840 would not do, and the messages about them.
  private static let programs: [(steps: [Step], failure: String)] = [
    ([.store(1, at: 0x4000_1000)], "a store to 0x40001000, where nothing is"),
    (
      [.load(twim + 0x510)],
      "the firmware accesses TWIM0 + 0x510, a register that is not modeled"
    ),
    ([startSending], "TWIM0.TASKS_STARTTX is started, but ENABLE is not 6"),
    (
      [.store(6, at: twim + 0x500), .store(11, at: twim + 0x508)],
      "TWIM0.PSEL.SCL is written while ENABLE is not 0, which has no effect"
    ),
    (
      Array(bus[2...]) + [startSending],
      "TWIM0 starts a transfer, but P0.PIN_CNF[11] is not an input that drives only low"
    ),
    (
      bus[..<4] + [
        .store(0x0640_0000, at: twim + 0x524), .store(6, at: twim + 0x500), startSending,
      ],
      "TWIM0.FREQUENCY = 0x6400000: neither 100, 250 nor 390 kHz; at 400 kHz anomaly 219 applies"
    ),
    (
      bus + [.store(0x26000, at: twim + 0x544), .store(2, at: twim + 0x548), startSending],
      "TWIM0.TXD.PTR leads to 0x26000, but EasyDMA reaches RAM only"
    ),
    (
      [.store(8, at: 0x4000_2500), .store(1, at: 0x4000_2008)],
      "UARTE0.TASKS_STARTTX is started, but the crystal of CLOCK.TASKS_HFCLKSTART does not run"
    ),
    (
      [.store(0, at: 0xF2000)], "the firmware writes the flash at 0xF2000, but NVMC.CONFIG is not 1"
    ),
    ([.store(0xF2000, at: 0x4001_E508)], "NVMC.ERASEPAGE is written while CONFIG is not 2"),
    (
      [.store(2, at: 0x4001_E504), .store(0x27000, at: 0x4001_E508)],
      "NVMC.ERASEPAGE = 0x27000 is none of the two pages of settings"
    ),
    (
      [.store(1, at: 0x4001_0000), .store(9, at: 0x4001_0504)],
      "WDT.CRV is written while the watchdog runs, which has no effect"
    ),
    ([.store(1, at: 0x4000_8000)], "TIMER0.BITMODE is not 3: the timer has fewer than 32 bits"),
    ([.store(1, at: 0x4002_7500)], "USBD.ENABLE is set, but POWER.USBREGSTATUS.VBUSDETECT is 0"),
    ([.store(1, at: 0x4002_7504)], "USBD.USBPULLUP is written before EVENTCAUSE.READY"),
    (
      [.store(3, at: 0x4006_ED14)],
      "ANOMALIES.0xD14 of anomaly 187 is written, but 0xC00 has no key"
    ),
  ]

  /// Releases peripherals: the alias of RESETS.RESET that clears bits.
  private static func release(_ bits: UInt32) -> Step { .store(bits, at: 0x4000_F000) }
  private static let i2c: UInt32 = 0x4004_4000
  /// I2C 0 as a fast master of 100 kHz or less, enabled.
  private static let enabled: [Step] = [
    release(1 << 3), .store(0x65, at: i2c), .store(64, at: i2c + 0x1C),
    .store(96, at: i2c + 0x20), .store(1, at: i2c + 0x6C),
  ]

  /// Programs for a Pico.
  private static let picoPrograms: [(steps: [Step], failure: String)] = [
    (
      [.store(5, at: 0x4001_40CC)],
      "the firmware accesses IO_BANK0.GPIO25_CTRL, but RESETS.RESET.io_bank0 still holds it in reset"
    ),
    (
      [release(1 << 5 | 1 << 8), .store(1 << 25, at: 0xD000_0024)],
      "SIO drives pin 25, but IO_BANK0.GPIO25_CTRL does not choose SIO"
    ),
    (
      [release(1 << 22), .store(0x301, at: 0x4003_4030)],
      "the firmware accesses UART0.UARTCR, but CLOCKS.CLK_PERI_CTRL"
    ),
    (
      [
        release(1 << 12), .store(1, at: 0x4002_8000), .store(80, at: 0x4002_8008),
        .store(1 << 5 | 1, at: 0x4002_B004),
      ],
      "pll_sys.PWR starts it, but XOSC.STATUS is not STABLE"
    ),
    (
      [.store(0xFAB_AA0, at: 0x4002_4000), .store(2, at: 0x4000_8030)],
      "CLOCKS.CLK_REF_CTRL = 0x2 chooses a clock that does not run: XOSC.STATUS is not STABLE"
    ),
    (
      [.store(1 << 30, at: 0x4005_A000)],
      "WATCHDOG.CTRL enables it, but PSM.WDSEL does not let it reset the chip"
    ),
    (enabled + [.store(0, at: i2c + 0x10)], "I2C0 starts a transfer, but no IO_BANK0.GPIO_CTRL"),
    (
      enabled + [.store(0x6A, at: i2c + 0x04)],
      "I2C0.IC_TAR is written while IC_ENABLE_STATUS is 1, which has no effect"
    ),
    (
      enabled + [.store(0, at: i2c + 0x6C), .store(1, at: i2c + 0x6C)],
      "I2C0.IC_ENABLE is set while IC_ENABLE_STATUS is 1"
    ),
    ([.store(0, at: 0x1002_0000)], "a store to 0x10020000, where nothing is"),
    ([.store(0, at: 0x1800_0000)], "SSI.CTRLR0 is written while SSIENR is 1"),
    ([.store(1, at: 0x4000_803C)], "CLOCKS.CLK_SYS_CTRL = 0x1 chooses a clock that does not run"),
    ([.call(0x230, 0x1F_E000, 4_096)], "flash_range_erase(0x1FE000, 4096) is out of turn"),
    ([.call(0x220, 0, 0)], "flash_exit_xip is called before connect_internal_flash"),
  ]

  /// The boot2 that was built for the Pico.
  private static func boot2() throws -> Data {
    try Data(contentsOf: Emulation.file(of: "pico", "RecognizerImage.bin")).prefix(256)
  }

  @Test(arguments: picoPrograms.indices)
  func whatAnRP2040WouldNotDoIsNamed(_ index: Int) throws {
    let (steps, failure) = Self.picoPrograms[index]
    let image = try TinyImage(steps, boot2: Self.boot2())
    let run = try Emulation(
      "pico", sensor: "lsm6dsox", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure.hasPrefix(failure), "\(run.report.failure)")
  }

  /// The first steps alone do nothing wrong.
  @Test func whatAnRP2040WouldDoIsLetRun() throws {
    let image = try TinyImage(Self.enabled, boot2: Self.boot2())
    let run = try Emulation("pico", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure == "")
  }

  /// What the boot ROM of an RP2350 looks for (RP2350 Datasheet, 5.9.5).
  private static let block: [UInt32] = [0xFFFF_DED3, 0x1021_0142, 0x1FF, 0, 0xAB12_3579]
  /// The crystal of a Pico 2 and the PLL of its USB controller, which leaves its reset. The core stays on the ring oscillator.
  private static let usbClock: [Step] = [
    .store(47 * 64, at: 0x4004_800C), .store(0xFAB_AA0, at: 0x4004_8000), .wait(500_000),
    .store(1 << 15, at: 0x4002_3000), .store(1, at: 0x4005_8000), .store(100, at: 0x4005_8008),
    .store(1 << 5 | 1, at: 0x4005_B004), .wait(1_000), .store(0x55000, at: 0x4005_800C),
    .store(1 << 3, at: 0x4005_B004), .store(1 << 11, at: 0x4001_0060),
  ]

  /// Programs for a Pico 2.
  private static let pico2Programs: [(steps: [Step], failure: String)] = [
    (
      [.store(5, at: 0x4002_80CC), .store(1 << 25, at: 0xD000_0038)],
      "SIO drives pin 25, but PADS_BANK0.GPIO25.ISO isolates the pad"
    ),
    (
      [.store(0x56, at: 0x4003_8068), .store(1 << 25, at: 0xD000_0038)],
      "SIO drives pin 25, but IO_BANK0.GPIO25_CTRL does not choose SIO"
    ),
    (
      [.load(0x400B_0028)],
      "the firmware accesses TIMER0.TIMERAWL, but TICKS.TIMER0_CTRL does not make its tick"
    ),
    (
      [.store(12, at: 0x4010_801C), .store(1, at: 0x4010_8018), .load(0x400B_0028)],
      "the firmware accesses TIMER0.TIMERAWL, but TICKS.TIMER0_CYCLES makes"
    ),
    (
      [.store(0x1FF_FFF3, at: 0x4001_8008), .store(1 << 30, at: 0x400D_A000)],
      "WATCHDOG.CTRL enables it, but TICKS.WATCHDOG_CTRL does not make its tick"
    ),
    (
      [.store(1 << 30, at: 0x400D_A000)],
      "WATCHDOG.CTRL enables it, but PSM.WDSEL does not let it reset the chip"
    ),
    (
      usbClock + [.store(0b101, at: 0x5011_0040), .store(1 << 16, at: 0x5011_004C)],
      "USBCTRL.SIE_CTRL attaches, but MAIN_CTRL.PHY_ISO"
    ),
    (
      usbClock + [.store(1, at: 0x5011_0040), .store(1 << 16, at: 0x5011_204C)],
      "USBCTRL.SIE_CTRL attaches with PULLDOWN_EN"
    ),
    (
      usbClock + [.store(1, at: 0x5011_0040), .store(1 << 16, at: 0x5011_004C)],
      "USBCTRL.SIE_CTRL attaches, but CLK_SYS makes 13000000.0 Hz (erratum RP2350-E12)"
    ),
    ([.store(1, at: 0x4010_202C)], "POWMAN.CHIP_RESET is written without its password"),
    (
      [.load(0x4007_0030)],
      "the firmware accesses UART0.UARTCR, but RESETS.RESET.uart0 still holds it in reset"
    ),
    ([.load(0x4000_C000)], "a load or a jump to 0x4000C000, where nothing is"),
    ([.call(0x220, 0, 0)], "flash_exit_xip is called before connect_internal_flash"),
    ([.call(0x260, 0, 0)], "flash_enter_cmd_xip lets all code run"),
    ([.call(0x280, 0, 12)], "flash_select_xip_read_mode(0, 12) is not what was found"),
    ([.call(0x200, 0x100, 0x4249)], "the ROM's lookup is given 0x100 and 0x4249"),
    ([.call(0x290, 0, 10)], "reboot(0x0, 10,"),
  ]

  @Test(arguments: pico2Programs.indices)
  func whatAnRP2350WouldNotDoIsNamed(_ index: Int) throws {
    let (steps, failure) = Self.pico2Programs[index]
    let image = try TinyImage(steps, origin: 0x1000_0000, block: Self.block)
    let run = try Emulation("pico2", image: image.file.path, "--seconds", "0.1")
    #expect(run.report.failure.hasPrefix(failure), "\(run.report.failure)")
  }

  /// Blocks by which the boot ROM of an RP2350 finds no program, and the messages about them.
  private static let blocks: [(words: [UInt32], failure: String)] = [
    ([], "no block in the first 4 KB"),
    ([UInt32](repeating: 0, count: 1_022) + block, "no block in the first 4 KB"),
    (Array(block[..<4]) + [0], "no block in the first 4 KB"),
    ([block[0], block[1], 0x2FF, 0, block[4]], "no block in the first 4 KB"),
    (Array(block[..<3]) + [0x100, block[4]], "the loop of blocks leads to 0x108, where none is"),
    ([block[0], 0x1FE, 0x1FF, 0, block[4]], "no block is an IMAGE_DEF"),
    ([block[0], 0x0021_0142, 0x1FF, 0, block[4]], "IMAGE_DEF has the flags 0x21, not 0x1021"),
    ([block[0], 0x1121_0142, 0x1FF, 0, block[4]], "IMAGE_DEF has the flags 0x1121, not 0x1021"),
    ([block[0], 0x1011_0142, 0x1FF, 0, block[4]], "IMAGE_DEF has the flags 0x1011, not 0x1021"),
  ]

  @Test(arguments: blocks.indices)
  func aBootROMStartsNothingElse(_ index: Int) throws {
    let (words, failure) = Self.blocks[index]
    let image = try TinyImage([], origin: 0x1000_0000, block: words)
    let run = try Emulation("pico2", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure == "the boot ROM finds no program: \(failure)")
    #expect(run.report.instructions == 0)
  }

  /// Two blocks that lead to each other are a loop as well, and the rules above let a program alone that does nothing.
  @Test(arguments: [
    block,
    Array(block[..<3]) + [20, block[4], block[0], 0x1FE, 0x1FF, UInt32(bitPattern: -20), block[4]],
  ])
  func aBootROMStartsAProgram(_ words: [UInt32]) throws {
    let image = try TinyImage([], origin: 0x1000_0000, block: words)
    let run = try Emulation("pico2", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure == "")
  }

  /// Programs for a Feather with an STM32F405.
  private static let stmPrograms: [(steps: [Step], failure: String)] = [
    (
      [.store(0, at: 0x4002_0400)],
      "the firmware accesses GPIOB.MODER, but bit 1 of RCC.AHB1ENR does not clock it"
    ),
    (
      [.store(1, at: 0x4000_5400)],
      "the firmware accesses I2C1.CR1, but bit 21 of RCC.APB1ENR does not clock it"
    ),
    (
      [
        .store(1 << 21, at: 0x4002_3840), .store(1, at: 0x4000_5400),
        .store(0x101, at: 0x4000_5400),
      ],
      "I2C1.CR1 starts a transfer, but PB7 and PB6 are not given to it as open drains"
    ),
    (
      [.store(1 << 21, at: 0x4002_3840), .load(0x4000_5410)],
      "I2C1.DR is read while nothing has been received"
    ),
    (
      [.store(1 << 18, at: 0x4002_3840), .store(0x41, at: 0x4000_4804)],
      "USART3.DR is written, but CR1 or BRR"
    ),
    (
      [.store(1 << 24 | 1, at: 0x4002_3800), .store(8, at: 0x4002_3804)],
      "RCC.PLLCFGR is written while the PLL runs"
    ),
    ([.store(2, at: 0x4002_3808)], "RCC.CFGR chooses a PLL that does not run"),
    (
      [
        .store(7 << 24 | 168 << 6 | 8, at: 0x4002_3804), .store(1 << 24 | 1, at: 0x4002_3800),
        .store(2, at: 0x4002_3808),
      ], "RCC.CFGR chooses a PLL that does not run"
    ),
    (
      [.store(0, at: 0x080C_0000)],
      "the firmware writes the flash at 0x80C0000, but FLASH.CR is not for words"
    ),
    ([.store(1, at: 0x4000_3004)], "IWDG.PR is written without the key in KR"),
    ([.load(0x4000_5800)], "the firmware accesses 0x40005800, where nothing is"),
  ]

  @Test(arguments: stmPrograms.indices)
  func whatAnSTM32F405WouldNotDoIsNamed(_ index: Int) throws {
    let (steps, failure) = Self.stmPrograms[index]
    let image = try TinyImage(steps, origin: 0x0800_0000)
    let run = try Emulation(
      "feather-f405", sensor: "lsm6dsox", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure.hasPrefix(failure), "\(run.report.failure)")
  }

  /// 4,096 periods of 32 kHz / 4 are 0.51 s.
  @Test func anIndependentWatchdogThatIsNotFedResets() throws {
    let image = try TinyImage([.store(0xCCCC, at: 0x4000_3000)], origin: 0x0800_0000)
    let run = try Emulation("feather-f405", image: image.file.path, "--seconds", "0.9")
    #expect(run.report.failure == "")
    #expect(run.report.resets == ["IWDG"])
  }

  @Test(arguments: programs.indices)
  func whatAnNRF52840WouldNotDoIsNamed(_ index: Int) throws {
    let (steps, failure) = Self.programs[index]
    let image = try TinyImage(steps, origin: 0x26000)
    let run = try Emulation(
      "feather-sense", sensor: "lsm6ds3trc", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure.hasPrefix(failure), "\(run.report.failure)")
  }

  /// A program that does nothing wrong is let run, so that the failures above are those of their steps.
  @Test func whatItWouldDoIsLetRun() throws {
    let image = try TinyImage(Self.bus, origin: 0x26000)
    let run = try Emulation("feather-sense", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure == "")
  }

  /// The image's own flash is not written.
  @Test func aStoreToTheImageIsNamed() throws {
    let image = try TinyImage([.store(0, at: 0x28000)], origin: 0x26000)
    let run = try Emulation("feather-sense", image: image.file.path, "--seconds", "0.01")
    #expect(run.report.failure.hasPrefix("a store to 0x28000, where nothing is"))
  }

  /// A watchdog that nobody feeds resets the chip: 65,535 periods of 32,768 Hz are 2 s.
  @Test func aWatchdogThatIsNotFedResets() throws {
    let image = try TinyImage(
      [.store(65_535, at: 0x4001_0504), .store(1, at: 0x4001_0508), .store(1, at: 0x4001_0000)],
      origin: 0x26000)
    let run = try Emulation("feather-sense", image: image.file.path, "--seconds", "3")
    #expect(run.report.failure == "")
    #expect(run.report.resets == ["WDT"])
  }

  /// An image for another SoftDevice would lie in this one, or where the loader does not jump to.
  @Test func anImageAtAnotherOriginIsRefused() throws {
    #expect(throws: (any Error).self, "no report, because it was not started") {
      try Emulation("xiao-sense", image: "RecognizerImage-26000.uf2")
    }
  }

  @Test func itRunsWhereItsOriginIsTheLoaders() throws {
    let run = try Emulation(
      "xiao-sense", image: "RecognizerImage-26000.uf2",
      "--origin", "26000", "--seconds", "1.5")
    #expect(run.report.failure == "")
    #expect(run.status != nil)
  }
}
