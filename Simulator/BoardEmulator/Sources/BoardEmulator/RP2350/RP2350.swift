// SPDX-License-Identifier: MIT
import CUnicorn

/// The RP2350 (RP2350 Datasheet) on an Arm core: what the firmware touches of it. Peripherals of the RP2040 are that chip's models.
final class RP2350: MicrocontrollerWithSPI {
  let machine: Machine
  private let flash = Memory(count: 4 << 20, filling: 0xFF)
  private let memory = Memory(count: 520 << 10, filling: 0xA5)
  private let control: SystemControl
  private let resets = RP2040Resets(.rp2350)
  private let pins: RP2040Pins
  private let crystal: RP2040Crystal
  private let clocks: RP2040Clocks
  private let ticks: RP2350Ticks
  private let watchdog: RP2040Watchdog
  private let power: RP2350Power
  private let window: RP2350Window
  private let rom: RP2040ROM
  let usb: (any USBPort)?
  var spiTarget: (any SPITarget)?

  init(_ wiring: Wiring, lines: I2CLines, host: HostLine) throws(Failure) {
    let machine = try Machine(model: UC_CPU_ARM_CORTEX_M33)
    self.machine = machine
    control = SystemControl(machine)
    pins = RP2040Pins(machine, resets, .rp2350)
    crystal = RP2040Crystal(machine)
    let pll = RP2040PLL(.pll_sys, machine, crystal, resets)
    let usbPLL = RP2040PLL(.pll_usb, machine, crystal, resets)
    clocks = RP2040Clocks(machine, crystal, pll, usb: usbPLL, .rp2350)
    let usb = RP2040USB(machine, resets, clocks, .rp2350)
    self.usb = usb
    ticks = RP2350Ticks(clocks)
    watchdog = RP2040Watchdog(machine, clocks, ticks)
    power = RP2350Power(machine)
    window = RP2350Window(machine, flash: flash)
    rom = RP2040ROM(machine, window, flash: flash, .rp2350)
    let (pins, resets, clocks, ticks) = (pins, resets, clocks, ticks)
    resets.follow(clocks)
    func controller(_ number: Int) -> RP2040I2C {
      RP2040I2C(number, interrupt: 36 + number, machine, resets, pins) { sda, scl in
        sda == wiring.sda && scl == wiring.scl ? lines : nil
      }
    }
    pins.connect(wiring, lines) { [unowned self] in spiTarget }
    machine.engine.map(memory, at: 0x2000_0000, isWritable: true)
    machine.engine.remember(flash, at: 0x1000_0000)
    let spi = wiring.spi.map { wires in
      Block.aliased(
        0x4008_0000, "SPI0",
        RP2040SPI(interrupt: 31, machine, resets, clocks, pins, wires) { [unowned self] in
          spiTarget
        })
    }
    machine.map(
      [
        .aliased(0x4001_0000, "CLOCKS", clocks),
        .aliased(0x4001_8000, "PSM", watchdog.selection),
        .aliased(0x4002_0000, "RESETS", resets),
        .aliased(0x4002_8000, "IO_BANK0", RP2040Pins.Functions(pins)),
        .aliased(0x4003_8000, "PADS_BANK0", RP2040Pins.Pads(pins)),
        .aliased(0x4004_8000, "XOSC", crystal),
        .aliased(0x4005_0000, "PLL_SYS", pll),
        .aliased(0x4005_8000, "PLL_USB", usbPLL),
        .aliased(
          0x4007_0000, "UART0",
          RP2040UART(
            0, interrupt: 33, machine, resets, clocks, pins,
            wires: (wiring.transmit, wiring.receive), host: host)),
        .aliased(0x4009_0000, "I2C0", controller(0)),
        .aliased(0x4009_8000, "I2C1", controller(1)),
        .aliased(
          0x400B_0000, "TIMER0",
          RP2040Timer(machine, resets, .rp2350) { ticks.obstacle(of: .TIMER0) }),
        .aliased(0x400D_8000, "WATCHDOG", watchdog),
        Block(0x400E_0000, "BOOTRAM", RP2350Window.Setup()),
        Block(0x4010_0000, "POWMAN", power, size: 0x4000),
        .aliased(0x4010_8000, "TICKS", ticks),
        Block(0x5010_0000, "USBCTRL", RP2040USB.DualPort(usb)),
        .aliased(0x5011_0000, "USBCTRL", usb),
        Block(0xD000_0000, "SIO", RP2040Pins.Port(pins)),
        Block(0xE000_E000, "PPB", control),
      ] + (spi.map { [$0] } ?? []))
  }

  func drive(_ pin: Int, _ level: Bool?) { pins.drive(pin, level) }
  func level(_ pin: Int) -> Bool { pins.level(pin) }
  func inputRegister(_ pin: Int) -> UInt32 { 0xD000_0004 }

  /// A flash ignores the bits of an address that it does not have, and the drive of stepping A2 erases the sector before. So the block that
  /// stands before an image in UF2 files costs the flash's last sector (erratum RP2350-E10).
  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure) {
    guard (0x1000_0000..<0x1100_0000).contains(address) else {
      throw Failure(
        "the image has bytes at \(hex(address)), where an RP2350 has no flash: build it again")
    }
    for (place, byte) in bytes.enumerated() {
      flash.bytes[(Int(address) - 0x1000_0000 + place) % flash.count] = byte
    }
  }

  /// What the reset resets, then the boot ROM's part (raspberrypi/pico-bootrom-rp2350, varm_boot_path.c and varm_launch_image.c): it
  /// isolates and resets the pads, releases USBCTRL, finds a program, and starts it without a limit of the stack. The reset pin and the
  /// brown-out detector switch RAM's supply off (raspberrypi/pico-sdk#2043). SYSRESETREQ resets the core alone.
  func boot() throws(Failure) {
    let cause = machine.resetCause
    control.reset()
    switch cause {
    case "AIRCR.SYSRESETREQ": watchdog.forgetReason()
    case "WATCHDOG":
      resets.reset()
      clocks.reset()
      ticks.reset()
      watchdog.reset(byItself: true)
      power.note(.watchdog)
    default:
      resets.reset()
      clocks.reset()
      ticks.reset()
      crystal.reset()
      watchdog.reset(byItself: false)
      power.note(cause == "RESET" ? .pin : cause == "BROWN-OUT" ? .brownOut : .power)
      for place in 0..<memory.count { memory.bytes[place] = 0xA5 }
    }
    pins.reset()
    for line in [.timer, .io_bank0, .pads_bank0] as [RP2040Resets.Line] { resets.pulse(line) }
    resets.release(.usbctrl)
    if let fault = RP2350Block.fault(in: flash) {
      return machine.fail("the boot ROM finds no program: \(fault)")
    }
    window.select(mode: RP2350Window.mode, divider: RP2350Window.divider)
    machine.vectorTable = 0x1000_0000
    machine.start(program: flash[word: 4] & ~1, stack: flash[word: 0])
  }
}
