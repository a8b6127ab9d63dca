// SPDX-License-Identifier: MIT
import CUnicorn

/// The STM32F405 (RM0090): what the firmware touches of it.
final class STM32F405: Microcontroller {
  let machine: Machine
  private static let origin: UInt32 = 0x0800_0000
  private let flash = Memory(count: 768 << 10, filling: 0xFF)
  private let memory = Memory(count: 128 << 10, filling: 0xA5)
  private let control: SystemControl
  private let pins: STM32Pins
  private let peripherals: [STM32Peripheral]
  private let (clocks, interface, bus): (STM32RCC, STM32Flash, STM32I2C)

  init(_ wiring: Wiring, lines: I2CLines, host: HostLine) throws(Failure) {
    let machine = try Machine(model: UC_CPU_ARM_CORTEX_M4)
    self.machine = machine
    control = SystemControl(machine)
    let interface = STM32Flash(machine)
    let clocks = STM32RCC(machine, interface)
    let pins = STM32Pins(machine, clocks)
    self.pins = pins
    let watchdog = STM32Watchdog(machine)
    let usart = STM32USART(
      machine, clocks, pins, wires: (wiring.transmit, wiring.receive), host: host)
    let bus = STM32I2C(machine, clocks, pins, wires: (wiring.sda, wiring.scl), lines: lines)
    (self.clocks, self.interface, self.bus) = (clocks, interface, bus)
    peripherals = [interface, clocks, watchdog, usart, bus]
    // Seen from 0 on as well (2.4).
    for address in [0, Self.origin] { machine.engine.map(flash, at: address, isWritable: false) }
    machine.engine.remember(flash, at: Self.origin)
    machine.engine.map(memory, at: 0x2000_0000, isWritable: true)
    machine.map([
      Block(0x4000_3000, "IWDG", watchdog, size: 0x400),
      Block(0x4000_4800, "USART3", usart, size: 0x400),
      Block(0x4000_5400, "I2C1", bus, size: 0x400),
      Block(0x4001_3800, "SYSCFG", pins.selection, size: 0x400),
      Block(0x4001_3C00, "EXTI", pins.edges, size: 0x400),
      Block(0x4002_0400, "GPIOB", STM32Pins.Port(pins, 1), size: 0x400),
      Block(0x4002_0800, "GPIOC", STM32Pins.Port(pins, 2), size: 0x400),
      Block(0x4002_3800, "RCC", clocks, size: 0x400),
      Block(0x4002_3C00, "FLASH", interface, size: 0x400),
      Block(0xE000_E000, "PPB", control),
    ])
    pins.outside = { $0 == wiring.sda && !lines.isFree ? false : nil }
    pins.onOutput = { if $0 == wiring.scl, $1 { lines.pulseClock() } }
  }

  func drive(_ pin: Int, _ level: Bool?) { pins.drive(pin, level) }
  func level(_ pin: Int) -> Bool { pins.level(pin) }
  func inputRegister(_ pin: Int) -> UInt32 { 0x4002_0010 + 0x400 * UInt32(pin / 16) }

  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure) {
    let offset = Int(address) - Int(Self.origin)
    guard offset >= 0, offset + bytes.count <= flash.count else {
      throw Failure("the image has bytes at \(hex(address)), outside of its flash: build it again")
    }
    for (place, byte) in bytes.enumerated() { flash.bytes[offset + place] = byte }
  }

  func boot() throws(Failure) {
    let cause: UInt32 =
      switch machine.resetCause {
      case "RESET": 0
      case "AIRCR.SYSRESETREQ": 1 << 28
      case "IWDG": 1 << 29
      case "BROWN-OUT": 1 << 25
      default: 1 << 27 | 1 << 25
      }
    // Each of them pulls the pin as well.
    clocks.noteReset(cause | 1 << 26)
    control.reset()
    pins.reset()
    for peripheral in peripherals { peripheral.reset() }
    machine.start(program: flash[word: 4] & ~1, stack: flash[word: 0])
  }

  /// The boot ROM's loader jumps to the program without a reset. It leaves its vector table, its clocks and flags (STMicroelectronics
  /// AN3156: "The Jump to application works only if the user application sets the vector table correctly"; stm32duino/
  /// Arduino_Core_STM32#1653).
  func bootFromLoader() throws(Failure) {
    try boot()
    machine.vectorTable = 0x1FFF_0000
    clocks.leaveOnPLL()
    interface.leaveError()
  }

  func disturbBus() { bus.disturb() }
}
