// SPDX-License-Identifier: MIT
import CUnicorn

/// The nRF52840 (nRF52840 Product Specification v1.7): what the firmware touches of it.
final class NRF52840: Microcontroller {
  let machine: Machine
  private let origin: UInt32
  private let flash: Memory
  private let control: SystemControl
  private let pins: NRF52840Pins
  private let peripherals: [NRF52840Peripheral]
  private let (clock, watchdog, uart, memory):
    (NRF52840Clock, NRF52840Watchdog, NRF52840UARTE, NRF52840RAM)
  private let pulses: NRF52840PWM
  private let loader: BootLoader?
  let usb: (any USBPort)?

  init(_ wiring: Wiring, lines: I2CLines, host: HostLine) throws(Failure) {
    let machine = try Machine(model: UC_CPU_ARM_CORTEX_M4)
    (self.machine, origin, loader) = (machine, wiring.origin, wiring.loader)
    flash = Memory(count: Int(wiring.settings), filling: 0xFF)
    // The boot loader's vector table, which leads nowhere here.
    for place in 0..<256 { flash.bytes[place] = 0 }
    control = SystemControl(machine)
    let (pins, clock, memory) = (
      NRF52840Pins(machine), NRF52840Clock(machine), NRF52840RAM(machine)
    )
    self.pins = pins
    let timer = NRF52840Timer(machine)
    let watchdog = NRF52840Watchdog(machine)
    let controller = NRF52840NVMC(machine, settings: wiring.settings)
    let uart = NRF52840UARTE(
      machine, clock, pins, memory, wires: (wiring.transmit, wiring.receive), host: host)
    let bus = NRF52840TWIM(machine, pins, memory) { sda, scl in
      sda == wiring.sda && scl == wiring.scl ? lines : nil
    }
    let anomalies = NRF52840Anomalies(machine)
    let usb = NRF52840USBD(machine, clock, memory, anomalies)
    self.usb = usb
    let pulses = NRF52840PWM(machine)
    (self.clock, self.watchdog, self.uart, self.memory) = (clock, watchdog, uart, memory)
    self.pulses = pulses
    peripherals = [clock, timer, watchdog, controller, uart, bus, usb, anomalies, pulses]
    machine.engine.map(flash, at: 0, isWritable: false)
    machine.engine.remember(flash, at: 0)
    machine.engine.map(memory.memory, at: NRF52840RAM.base, isWritable: true)
    machine.map(
      [
        Block(0x4000_0000, "CLOCK", clock), Block(0x4000_2000, "UARTE0", uart),
        Block(0x4000_3000, "TWIM0", bus), Block(0x4000_8000, "TIMER0", timer),
        Block(0x4001_0000, "WDT", watchdog), Block(0x4001_C000, "PWM0", pulses),
        Block(0x4001_E000, "NVMC", controller),
        Block(0x4002_7000, "USBD", usb), Block(0x4006_E000, "ANOMALIES", anomalies),
        Block(0x5000_0000, "P0", NRF52840Pins.Port(pins, 0), size: 0x780),
        Block(0x5000_0300, "P1", NRF52840Pins.Port(pins, 1), size: 0xD00),
        Block(0xE000_E000, "PPB", control),
      ] + (pins.edges.map { [Block(0x4000_6000, "GPIOTE", $0)] } ?? []))
    pins.outside = { $0 == wiring.sda && !lines.isFree ? false : nil }
    lines.isPowered = wiring.power.isEmpty
    pins.onOutput = { [unowned machine] pin, level in
      if pulses.has(pin) {
        machine.fail("the firmware drives pin \(pin), which PWM0.ENABLE still gives to PWM 0")
      }
      if pin == wiring.scl, level { lines.pulseClock() }
      guard wiring.power.contains(pin) else { return }
      // A chip does not answer at once.
      guard wiring.power.allSatisfy(pins.drivesHigh) else { return lines.isPowered = false }
      machine.schedule(after: 15_000_000) { lines.isPowered = true }
    }
  }

  func drive(_ pin: Int, _ level: Bool?) { pins.drive(pin, level) }
  func level(_ pin: Int) -> Bool { pins.level(pin) }
  func inputRegister(_ pin: Int) -> UInt32 { pin < 32 ? 0x5000_0510 : 0x5000_0810 }

  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure) {
    guard address >= origin, Int(address) + bytes.count <= flash.count else {
      throw Failure(
        "the image has bytes at \(hex(address)), outside of \(hex(origin)) to \(hex(UInt32(flash.count))), which the boot loader leaves to it; build it for this board"
      )
    }
    for (place, byte) in bytes.enumerated() { flash.bytes[Int(address) + place] = byte }
  }

  /// What the reset resets, then the boot loader's part: it starts the image by its first two words, and leaves the vector table where its
  /// own is.
  func boot() throws(Failure) {
    let cause = machine.resetCause
    control.reset()
    pins.reset()
    for peripheral in peripherals where peripheral !== watchdog || cause != "AIRCR.SYSRESETREQ" {
      peripheral.reset()
    }
    clock.noteReset(
      cause == "RESET" ? 0 : cause == "WDT" ? 1 : cause == "AIRCR.SYSRESETREQ" ? 2 : nil)
    let (stack, program) = (flash[word: Int(origin)], flash[word: Int(origin) + 4])
    guard program & 1 == 1, program >= origin, program < UInt32(flash.count) else {
      throw Failure(
        "the boot loader finds no image at \(hex(origin)): its second word is \(hex(program))")
    }
    machine.start(program: program & ~1, stack: stack)
    switch loader {
    case .adafruit(let button): passAdafruit(button)
    case .arduino: passArduino()
    case nil: break
    }
  }

  /// Adafruit's loader (main.c, check_dfu_mode): it stays for the letter W in GPREGRET or while its button is pressed, and after a reset by
  /// the pin it waits half a second for another. "RESETREAS is not clear by bootloader, it should be cleared by application".
  private func passAdafruit(_ button: Int?) {
    if clock.value(0x51C) == 0x57 || button.map(pins.isHeldLow) ?? false {
      return machine.end(in: "Adafruit's boot loader, as a drive")
    }
    if clock.value(0x400) & 1 != 0 { machine.stall(500_000_000) }
  }

  /// Arduino's loader, disassembled: it uses RAM below 20009E14 and clears what is below 20006D48, stays for B0 in GPREGRET, else half a
  /// second passes. It does not feed the watchdog. It leaves UARTE 0 receiving a byte to 20009BD4 and PWM 0 with the light's pin.
  private func passArduino() {
    for place in 0..<0x6D48 { memory.memory.bytes[place] = 0 }
    if clock.value(0x51C) == 0xB0, !watchdog.isRunning {
      return machine.end(in: "Arduino's boot loader, for bossac")
    }
    machine.stall(clock.value(0x51C) == 0xB0 ? 3_000_000_000 : 500_000_000)
    uart.leaveReceiving(to: 0x2000_9BD4)
    pulses.leaveOn(13)
  }
}
