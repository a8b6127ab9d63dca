// SPDX-License-Identifier: MIT

/// TWIM 0, an I2C controller with EasyDMA (nRF52840 Product Specification, 6.31).
final class NRF52840TWIM: NRF52840Peripheral {
  private let pins: NRF52840Pins
  private let memory: NRF52840RAM
  private let lines: (Int, Int) -> I2CLines?
  /// The lines of an open transfer.
  private var open: I2CLines?
  private var isBusy = false
  private var generation = 0

  /// The controller; `lines` returns what is wired to a pair of pins, SDA and SCL.
  init(
    _ machine: Machine, _ pins: NRF52840Pins, _ memory: NRF52840RAM,
    lines: @escaping (Int, Int) -> I2CLines?
  ) {
    (self.pins, self.memory, self.lines) = (pins, memory, lines)
    super.init(
      machine, "TWIM0", interrupt: 3,
      [
        0x000: "TASKS_STARTRX", 0x008: "TASKS_STARTTX", 0x014: "TASKS_STOP",
        0x104: "EVENTS_STOPPED", 0x124: "EVENTS_ERROR", 0x200: "SHORTS", 0x4C4: "ERRORSRC",
        0x500: "ENABLE", 0x508: "PSEL.SCL", 0x50C: "PSEL.SDA", 0x524: "FREQUENCY",
        0x534: "RXD.PTR", 0x538: "RXD.MAXCNT", 0x53C: "RXD.AMOUNT", 0x544: "TXD.PTR",
        0x548: "TXD.MAXCNT", 0x54C: "TXD.AMOUNT", 0x588: "ADDRESS",
      ])
  }

  override func reset() {
    super.reset()
    abandon()
  }

  override func store(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x4C4: put(offset, self.value(offset) & ~value)
    case 0x500:
      guard value == 0 || value == 6 else { return fail(offset, "= \(value) is not a TWIM") }
      put(offset, value)
      if value == 0 { abandon() }
    case 0x508, 0x50C, 0x524:
      guard self.value(0x500) == 0 else {
        return fail(offset, "is written while ENABLE is not 0, which has no effect")
      }
      put(offset, value)
    default: put(offset, value)
    }
  }

  /// The lines are let go.
  private func abandon() {
    open?.end()
    (open, isBusy) = (nil, false)
    generation += 1
  }

  override func start(task: UInt32) {
    guard value(0x500) == 6 else { return fail(task, "is started, but ENABLE is not 6") }
    if task == 0x014 { return stop() }
    guard !isBusy else { return fail(task, "is started while a transfer is under way") }
    guard let connected = connected() else { return }
    isBusy = true
    begin(isReading: task == 0x000, on: connected)
  }

  /// The lines at the controller's pins, or lines with nobody at them; nil after a failure.
  private func connected() -> I2CLines? {
    let (scl, sda) = (value(0x508), value(0x50C))
    for (pin, register) in [(scl, 0x508), (sda, 0x50C)] as [(UInt32, UInt32)] {
      guard pin < 48 else {
        fail(register, "= \(hex(pin)) is no pin, but a transfer starts")
        return nil
      }
      guard pins.isBusLine(Int(pin)) else {
        machine.fail(
          "TWIM0 starts a transfer, but \(NRF52840Pins.register(Int(pin))) is not an input that drives only low"
        )
        return nil
      }
    }
    return lines(Int(sda), Int(scl)) ?? I2CLines()
  }

  /// Bits a second.
  private var frequency: Double? {
    switch value(0x524) {
    case 0x0198_0000: 100e3
    case 0x0400_0000: 250e3
    case 0x0620_0000: 390e3
    default: nil
    }
  }

  /// A start or a repeated one, and the address.
  private func begin(isReading: Bool, on lines: I2CLines) {
    // The controller treats a line that is held low as its own, and nothing follows.
    guard lines.isFree else { return }
    after(10) { [unowned self] in
      guard lines.begin(address: UInt8(value(0x588) & 0x7F), isReading: isReading) else {
        lines.end()
        return refuse(1 << 1)
      }
      open = lines
      isReading ? receive(0) : send(0)
    }
  }

  private func send(_ index: UInt32) {
    let count = value(0x548)
    guard let lines = open, lines.isFree, index < count else { return }
    after(9) { [unowned self] in
      guard let byte = memory.load(value(0x544) + index, "TWIM0.TXD.PTR") else { return }
      guard lines.write(byte) else { return refuse(1 << 2) }
      put(0x54C, index + 1)
      guard index + 1 == count else { return send(index + 1) }
      let shortcuts = value(0x200)
      if shortcuts & 1 << 7 != 0 {
        begin(isReading: true, on: lines)
      } else if shortcuts & 1 << 9 != 0 {
        stop()
      }
    }
  }

  private func receive(_ index: UInt32) {
    let count = value(0x538)
    guard let lines = open, lines.isFree, index < count else { return }
    after(9) { [unowned self] in
      guard memory.store(lines.read(), value(0x534) + index, "TWIM0.RXD.PTR") else { return }
      put(0x53C, index + 1)
      guard index + 1 == count else { return receive(index + 1) }
      if value(0x200) & 1 << 12 != 0 { stop() }
    }
  }

  /// Nobody acknowledged. The controller waits for TASKS_STOP.
  private func refuse(_ source: UInt32) {
    put(0x4C4, value(0x4C4) | source)
    raise(0x124)
  }

  private func stop() {
    after(2) { [unowned self] in
      open?.end()
      (open, isBusy) = (nil, false)
      raise(0x104)
    }
  }

  private func after(_ bits: Double, _ run: @escaping () -> Void) {
    guard let frequency else {
      return fail(
        0x524,
        "= \(hex(value(0x524))): neither 100, 250 nor 390 kHz; at 400 kHz anomaly 219 applies")
    }
    let mine = generation
    machine.schedule(after: UInt64(bits * 1e9 / frequency)) { [unowned self] in
      if mine == generation { run() }
    }
  }
}
