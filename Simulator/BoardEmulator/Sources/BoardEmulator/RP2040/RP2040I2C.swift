// SPDX-License-Identifier: MIT

/// An I2C controller (RP2040 Datasheet, 4.3): as master with 7-bit addresses.
final class RP2040I2C: Peripheral {
  private unowned let machine: Machine
  private let number: Int
  private let resets: RP2040Resets
  private let pins: RP2040Pins
  private let lines: (Int, Int) -> I2CLines?
  private var values: [Register: UInt32] = [:]
  private var commands: [UInt32] = []
  private var received: [UInt8] = []
  private var raised: UInt32 = 0
  private var abortSource: UInt32 = 0
  private var isBusy = false
  /// The lines of an open transfer, and its direction.
  private var open: (lines: I2CLines, isReading: Bool)?
  private var generation = 0
  /// True from a 0 in IC_ENABLE until what was under way has ended.
  private var isEnding = false

  private enum Register: UInt32 {
    case IC_CON = 0x00
    case IC_TAR = 0x04
    case IC_DATA_CMD = 0x10
    case IC_FS_SCL_HCNT = 0x1C
    case IC_FS_SCL_LCNT = 0x20
    case IC_INTR_MASK = 0x30
    case IC_RAW_INTR_STAT = 0x34
    case IC_RX_TL = 0x38
    case IC_TX_TL = 0x3C
    case IC_CLR_INTR = 0x40
    case IC_CLR_TX_ABRT = 0x54
    case IC_CLR_STOP_DET = 0x60
    case IC_ENABLE = 0x6C
    case IC_STATUS = 0x70
    case IC_TXFLR = 0x74
    case IC_RXFLR = 0x78
    case IC_SDA_HOLD = 0x7C
    case IC_TX_ABRT_SOURCE = 0x80
    case IC_ENABLE_STATUS = 0x9C
    case IC_FS_SPKLEN = 0xA0
  }

  private enum Flag {
    static let receiveFull: UInt32 = 1 << 2
    static let transmitEmpty: UInt32 = 1 << 4
    static let abort: UInt32 = 1 << 6
    static let stop: UInt32 = 1 << 9
  }

  /// Controller `number` with its interrupt; `lines` returns what is wired to a pair of pins, SDA and SCL.
  init(
    _ number: Int, interrupt: Int, _ machine: Machine, _ resets: RP2040Resets, _ pins: RP2040Pins,
    lines: @escaping (Int, Int) -> I2CLines?
  ) {
    (self.machine, self.number, self.resets, self.pins, self.lines) = (
      machine, number, resets, pins, lines
    )
    machine.interrupts.connect(interrupt) { [unowned self] in status & mask != 0 }
    resets.onReset[number == 0 ? .i2c0 : .i2c1] = { [unowned self] in reset() }
  }

  var obstacle: String? { resets.obstacle(number == 0 ? .i2c0 : .i2c1) }
  func name(at offset: UInt32) -> String? { Register(rawValue: offset).map { "\($0)" } }

  func reset() {
    end()
    (values, raised, isEnding) = ([:], 0, false)
  }

  private var mask: UInt32 { values[.IC_INTR_MASK, default: 0x8FF] }
  private var isEnabled: Bool { values[.IC_ENABLE, default: 0] & 1 != 0 }

  private var status: UInt32 {
    var status = raised
    if received.count > values[.IC_RX_TL, default: 0] { status |= Flag.receiveFull }
    if isEnabled, commands.count <= values[.IC_TX_TL, default: 0] { status |= Flag.transmitEmpty }
    return status
  }

  func read(_ offset: UInt32) -> UInt32 {
    guard let register = Register(rawValue: offset) else { return 0 }
    switch register {
    case .IC_DATA_CMD:
      guard !received.isEmpty else {
        machine.fail("I2C\(number).IC_DATA_CMD is read while nothing has been received")
        return 0
      }
      return UInt32(received.removeFirst())
    case .IC_RAW_INTR_STAT: return status
    case .IC_CLR_INTR: (raised, abortSource) = (0, 0)
    case .IC_CLR_TX_ABRT:
      raised &= ~Flag.abort
      abortSource = 0
    case .IC_CLR_STOP_DET: raised &= ~Flag.stop
    case .IC_STATUS:
      return (isBusy || open != nil ? 0b100001 : 0) | (commands.count < 16 ? 0b10 : 0)
        | (commands.isEmpty ? 0b100 : 0) | (received.isEmpty ? 0 : 0b1000)
    case .IC_TXFLR: return UInt32(commands.count)
    case .IC_RXFLR: return UInt32(received.count)
    case .IC_TX_ABRT_SOURCE: return abortSource
    case .IC_ENABLE_STATUS: return isEnabled || isEnding ? 1 : 0
    default: return values[register, default: 0]
    }
    return 0
  }

  func write(_ offset: UInt32, _ value: UInt32) {
    guard let register = Register(rawValue: offset) else { return }
    switch register {
    case .IC_DATA_CMD: take(value)
    case .IC_CON, .IC_TAR, .IC_FS_SCL_HCNT, .IC_FS_SCL_LCNT, .IC_FS_SPKLEN, .IC_SDA_HOLD:
      guard !isEnabled, !isEnding else {
        return machine.fail(
          "I2C\(number).\(register) is written while IC_ENABLE_STATUS is 1, which has no effect")
      }
      values[register] = value
    case .IC_ENABLE:
      if value & 1 == 0 { return disable() }
      guard !isEnding else {
        return machine.fail("I2C\(number).IC_ENABLE is set while IC_ENABLE_STATUS is 1")
      }
      values[register] = value
      if values[.IC_CON, default: 0] & 0b110_0111 != 0b110_0101 {
        machine.fail(
          "I2C\(number).IC_CON = \(hex(values[.IC_CON, default: 0])) is not a fast master with restart"
        )
      }
    default: values[register] = value
    }
  }

  /// The controller is disabled after a delay: what is under way ends first, a byte and its stop. An idle one needs some periods of its
  /// clock.
  private func disable() {
    guard isEnabled else { return }
    values[.IC_ENABLE] = 0
    isEnding = true
    generation += 1
    after(isBusy || open != nil ? 10 : 0.1) { [unowned self] in
      end()
      isEnding = false
    }
  }

  /// Lets go of the lines and forgets what was under way.
  private func end() {
    open?.lines.end()
    (open, commands, received, isBusy) = (nil, [], [], false)
    generation += 1
  }

  private func take(_ command: UInt32) {
    guard isEnabled else {
      return machine.fail("I2C\(number).IC_DATA_CMD is written while IC_ENABLE is 0")
    }
    // After an abort the FIFO is held empty until the firmware has seen it.
    guard raised & Flag.abort == 0 else { return }
    guard commands.count < 16 else {
      return machine.fail("I2C\(number).IC_DATA_CMD is written while its FIFO is full")
    }
    commands.append(command)
    proceed()
  }

  /// The nanoseconds of `bits` bits.
  private func duration(_ bits: Double) -> UInt64 {
    let counts = values[.IC_FS_SCL_HCNT, default: 6] + values[.IC_FS_SCL_LCNT, default: 0xD]
    let bit = Double(counts) / machine.clock
    if bit < 2.4e-6 {
      machine.fail("I2C\(number).IC_FS_SCL_HCNT and LCNT make more than 400 kHz: \(1 / bit)")
    }
    return UInt64(bits * bit * 1e9)
  }

  /// The lines at the pins that have been given to this controller; SDA pins have even numbers.
  private func connected() -> I2CLines? {
    let sda = stride(from: 2 * number, to: 29, by: 4).filter { pins.has(.i2c, $0) }
    let scl = stride(from: 2 * number + 1, to: 30, by: 4).filter { pins.has(.i2c, $0) }
    guard let first = sda.first, let second = scl.first else {
      machine.fail(
        "I2C\(number) starts a transfer, but no IO_BANK0.GPIO_CTRL gives it a pin for SDA and one for SCL whose pads let signals in"
      )
      return nil
    }
    return lines(first, second)
  }

  /// Starts the next command, if there is one and none is under way.
  private func proceed() {
    guard !isBusy, let command = commands.first else { return }
    let isReading = command >> 8 & 1 != 0
    let isStart = open == nil || open?.isReading != isReading || command >> 10 & 1 != 0
    guard let lines = open?.lines ?? connected() else {
      // Nothing is wired there: nobody acknowledges.
      isBusy = true
      return after(9) { [unowned self] in abort(source: 1) }
    }
    // The controller waits for a bus that is free, however long that takes.
    guard lines.isFree else { return }
    isBusy = true
    after(isStart ? 19 : 9) { [unowned self] in
      finish(command, isReading: isReading, isStart: isStart, on: lines)
    }
  }

  private func finish(_ command: UInt32, isReading: Bool, isStart: Bool, on lines: I2CLines) {
    if isStart {
      guard lines.begin(address: UInt8(values[.IC_TAR, default: 0x55] & 0x7F), isReading: isReading)
      else {
        lines.end()
        return abort(source: 1)
      }
      open = (lines, isReading)
    }
    guard lines.isFree else { return }
    commands.removeFirst()
    if isReading {
      guard received.count < 16 else {
        return machine.fail("I2C\(number): a received byte is lost, its FIFO is full")
      }
      received.append(lines.read())
    } else if !lines.write(UInt8(command & 0xFF)) {
      lines.end()
      return abort(source: 1 << 3)
    }
    isBusy = false
    if command >> 9 & 1 != 0 {
      lines.end()
      open = nil
      raised |= Flag.stop
    }
    proceed()
  }

  /// The FIFO is emptied at once; the controller makes the stop some bits later.
  private func abort(source: UInt32) {
    (open, commands, isBusy) = (nil, [], true)
    abortSource = source
    raised |= Flag.abort
    after(2) { [unowned self] in
      isBusy = false
      raised |= Flag.stop
    }
  }

  private func after(_ bits: Double, _ run: @escaping () -> Void) {
    let mine = generation
    machine.schedule(after: duration(bits)) { [unowned self] in
      if mine == generation { run() }
    }
  }
}
