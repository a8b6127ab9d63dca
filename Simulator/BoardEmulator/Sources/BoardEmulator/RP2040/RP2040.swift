// SPDX-License-Identifier: MIT
import CUnicorn

/// The RP2040 (RP2040 Datasheet): what the firmware touches of it.
final class RP2040: MicrocontrollerWithSPI {
  let machine: Machine
  private let flash = Memory(count: 2 << 20, filling: 0xFF)
  private let memory = Memory(count: 264 << 10, filling: 0xA5)
  private let control: SystemControl
  private let resets = RP2040Resets()
  private let pins: RP2040Pins
  private let crystal: RP2040Crystal
  private let clocks: RP2040Clocks
  private let watchdog: RP2040Watchdog
  private let chipReset = RP2040ChipReset()
  private let ssi: RP2040SSI
  private let rom: RP2040ROM
  let usb: (any USBPort)?
  /// The chip on SPI 0; nil if none is connected there.
  var spiTarget: (any SPITarget)?

  init(_ wiring: Wiring, lines: I2CLines, host: HostLine) throws(Failure) {
    let machine = try Machine(model: UC_CPU_ARM_CORTEX_M0)
    self.machine = machine
    control = SystemControl(machine)
    pins = RP2040Pins(machine, resets)
    crystal = RP2040Crystal(machine)
    let pll = RP2040PLL(.pll_sys, machine, crystal, resets)
    let usbPLL = RP2040PLL(.pll_usb, machine, crystal, resets)
    clocks = RP2040Clocks(machine, crystal, pll, usb: usbPLL)
    let usb = RP2040USB(machine, resets, clocks)
    self.usb = usb
    watchdog = RP2040Watchdog(machine, clocks)
    ssi = RP2040SSI(machine, flash: flash)
    rom = RP2040ROM(machine, ssi, flash: flash)
    let (pins, resets, clocks) = (pins, resets, clocks)
    resets.follow(clocks)
    func controller(_ number: Int) -> RP2040I2C {
      RP2040I2C(number, interrupt: 23 + number, machine, resets, pins) { sda, scl in
        sda == wiring.sda && scl == wiring.scl ? lines : nil
      }
    }
    pins.connect(wiring, lines) { [unowned self] in spiTarget }
    machine.engine.map(memory, at: 0x2000_0000, isWritable: true)
    machine.engine.remember(flash, at: 0x1000_0000)
    let spi = wiring.spi.map { wires in
      Block.aliased(
        0x4003_C000, "SPI0",
        RP2040SPI(interrupt: 18, machine, resets, clocks, pins, wires) { [unowned self] in
          spiTarget
        })
    }
    machine.map(
      [
        .aliased(0x4000_8000, "CLOCKS", clocks),
        .aliased(0x4000_C000, "RESETS", resets),
        .aliased(0x4001_0000, "PSM", watchdog.selection),
        .aliased(0x4001_4000, "IO_BANK0", RP2040Pins.Functions(pins)),
        .aliased(0x4001_C000, "PADS_BANK0", RP2040Pins.Pads(pins)),
        .aliased(0x4002_4000, "XOSC", crystal),
        .aliased(0x4002_8000, "PLL_SYS", pll),
        .aliased(0x4002_C000, "PLL_USB", usbPLL),
        .aliased(
          0x4003_4000, "UART0",
          RP2040UART(
            0, interrupt: 20, machine, resets, clocks, pins,
            wires: (wiring.transmit, wiring.receive), host: host)),
        .aliased(0x4004_4000, "I2C0", controller(0)),
        .aliased(0x4004_8000, "I2C1", controller(1)),
        .aliased(
          0x4005_4000, "TIMER",
          RP2040Timer(machine, resets) { [watchdog] in watchdog.tickObstacle }),
        .aliased(0x4005_8000, "WATCHDOG", watchdog),
        .aliased(0x4006_4000, "VREG_AND_CHIP_RESET", chipReset),
        Block(0x1800_0000, "SSI", ssi),
        Block(0x5010_0000, "USBCTRL", RP2040USB.DualPort(usb)),
        .aliased(0x5011_0000, "USBCTRL", usb),
        Block(0xD000_0000, "SIO", RP2040Pins.Port(pins)),
        Block(0xE000_E000, "PPB", control),
      ] + (spi.map { [$0] } ?? []))
  }

  func drive(_ pin: Int, _ level: Bool?) { pins.drive(pin, level) }
  func level(_ pin: Int) -> Bool { pins.level(pin) }
  func inputRegister(_ pin: Int) -> UInt32 { 0xD000_0004 }

  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure) {
    let offset = Int(address) - 0x1000_0000
    guard offset >= 0, offset + bytes.count <= flash.count else {
      throw Failure(
        "the image has bytes at \(hex(address)), where an RP2040 has no flash: build it again")
    }
    for (place, byte) in bytes.enumerated() { flash.bytes[offset + place] = byte }
  }

  /// What the reset resets, then the boot ROM's part: it checks the second stage of the boot loader and runs it in RAM (RP2040 Datasheet,
  /// 2.8.1.3). AIRCR.SYSRESETREQ resets the core alone: all peripherals go on (raspberrypi/pico-feedback#329, probe-rs/probe-rs#1603). The
  /// boot ROM resets the timer (raspberrypi/pico-bootrom-rp2040, bootrom_main.c, main).
  func boot() throws(Failure) {
    let cause = machine.resetCause
    control.reset()
    if cause != "AIRCR.SYSRESETREQ" {
      resets.reset()
      pins.reset()
      clocks.reset()
      // PSM.WDSEL leaves the oscillators out.
      if cause != "WATCHDOG" {
        crystal.reset()
        chipReset.wasByPin = cause == "RESET"
      }
      watchdog.reset(byItself: cause == "WATCHDOG")
    }
    resets.pulse(.timer)
    ssi.reset()
    let stage = (0..<252).map { flash.bytes[$0] }
    guard Self.checksum(stage) == flash[word: 252] else {
      throw Failure(
        "the boot ROM refuses boot2: its CRC is \(hex(flash[word: 252])), not \(hex(Self.checksum(stage)))"
      )
    }
    for place in 0..<256 { memory.bytes[0x41F00 + place] = flash.bytes[place] }
    machine.start(program: 0x2004_1F00, stack: 0x2004_1F00)
  }

  /// CRC-32 with the polynomial 04C11DB7, not reflected, from all ones, not inverted.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum >> 31 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
      }
    }
  }
}
