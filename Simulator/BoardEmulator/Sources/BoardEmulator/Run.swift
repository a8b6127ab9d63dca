// SPDX-License-Identifier: MIT
import CUnicorn
import Foundation
import QuillonSensorModels

/// A board with a sensor chip, from power-up to the end of the motion.
final class Run {
  private let options: Options
  private let motion: Motion
  private let host: HostLine
  private let chip: any Microcontroller
  private let computer: USBHost?
  private let wiring: Wiring
  private var sensor: ChipOnLines?
  private var isPenDown = false
  /// Time with the pen down before `penChange`, s, and the instructions in it.
  private var penDown = (seconds: 0.0, instructions: 0 as UInt64)
  /// When the pen last moved, s, and the instructions until then.
  private var penChange = (time: 0.0, instructions: 0 as UInt64)
  private var lightChanges: [(time: UInt64, isOn: Bool)] = []
  private var resets: [String] = []
  private var calls: [String] = []
  /// A call whose button the firmware has not read yet.
  private var openCall: String?

  init(_ options: Options) throws(Failure) {
    self.options = options
    motion = try Motion(path: options.motion)
    var (output, input): (Int32, Int32?) = (1, 0)
    if let line = options.line {
      output = open(line, O_RDWR | O_NOCTTY)
      input = output
      guard output >= 0 else {
        throw Failure("\(line) cannot be opened: \(String(cString: strerror(errno)))")
      }
      var settings = termios()
      tcgetattr(output, &settings)
      cfmakeraw(&settings)
      tcsetattr(output, TCSANOW, &settings)
    }
    host = HostLine(output: output, input: input)
    let lines = I2CLines()
    var wiring = options.board.wiring
    wiring.origin = options.origin ?? wiring.origin
    if !options.hasInterrupt { wiring.interrupt = nil }
    self.wiring = wiring
    let silence = HostLine(output: nil, input: nil)
    let (chip, host) = (
      try options.board.makeChip(wiring, lines: lines, host: options.isUSB ? silence : host), host
    )
    self.chip = chip
    computer =
      options.isUSB
      ? chip.usb.map {
        USBHost(
          chip.machine, $0, line: host, enumeration: options.enumeration, layout: options.layout)
      } : nil
    guard !options.isUSB || computer != nil else {
      throw Failure("\(options.board.rawValue) has no serial port on USB here; say --port uart")
    }
    for part in try Image(path: options.image, origin: wiring.origin).parts {
      try chip.load(part.bytes, at: part.address)
    }
    if let path = options.replay {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Failure("\(path) cannot be read")
      }
      try chip.load([UInt8](data), at: wiring.origin + 96 << 10)
    }
    if let (address, _) = options.calls {
      chip.machine.engine.watch(address...address) { [unowned self] _ in noteCall() }
      chip.machine.onRead = (
        chip.inputRegister(wiring.button), { [unowned self] in noteButton() }
      )
    }
    guard let name = options.sensor else { return }
    let motion = motion
    guard let model = ChipModels.make(name, motion: { motion.motion(at: $0) }) else { return }
    model.faults = options.faults
    model.isOnSPI = options.isSPI
    let onLines = ChipOnLines(model, chip.machine)
    if options.isSPI {
      guard wiring.spi != nil, let chip = chip as? any MicrocontrollerWithSPI else {
        throw Failure("\(options.board.rawValue) has no SPI here; say --bus i2c")
      }
      chip.spiTarget = onLines
    } else {
      lines.targets = [onLines]
    }
    onLines.onAccess = { [unowned self] in passInterruptOn() }
    sensor = onLines
  }

  /// Runs to the end, and writes the files that were asked for.
  func finish() throws(Failure) {
    let machine = chip.machine
    chip.drive(wiring.button, wiring.isButtonHigh ? false : nil)
    if let pin = wiring.interrupt, sensor != nil { chip.drive(pin, false) }
    if sensor != nil { followSensor() }
    poll()
    computer?.plugIn()
    for event in options.events { schedule(event) }
    let end = UInt64((options.seconds ?? motion.end + 2) * 1e9)
    if options.isFromLoader { try chip.bootFromLoader() } else { try chip.boot() }
    while machine.failure == nil, machine.ending == nil, machine.time < end {
      machine.run(until: end)
      guard let cause = machine.resetCause else { continue }
      resets.append(cause)
      guard resets.count < 20 else {
        machine.fail("the firmware resets the chip again and again, the last time by \(cause)")
        break
      }
      try chip.boot()
    }
    host.flush()
    try writeFiles()
    if let failure = machine.failure { throw Failure(failure) }
  }

  private func schedule(_ event: Event) {
    guard !event.kind.isOfHost else {
      computer?.schedule(event)
      return
    }
    let machine = chip.machine
    machine.schedule(at: event.begin) { [unowned self] in
      switch event.kind {
      case .press: machine.reset(because: "RESET")
      case .brownout: machine.reset(because: "BROWN-OUT")
      case .trap: machine.takeHardFault()
      case .hang: machine.stall(10_000_000_000)
      case .buserror: chip.disturbBus()
      default: break
      }
    }
  }

  /// Passes the level of the chip's interrupt on, at each moment at which it may change.
  private func followSensor() {
    guard let sensor else { return }
    sensor.catchUp()
    passInterruptOn()
    let next = max(sensor.chip.nextChange * 1_000, chip.machine.time + 1_000)
    chip.machine.schedule(at: next) { [unowned self] in followSensor() }
  }

  private func passInterruptOn() {
    if let pin = wiring.interrupt, let sensor { chip.drive(pin, sensor.chip.interruptLevel) }
  }

  private func noteCall() {
    noteButton()
    let engine = chip.machine.engine
    var bytes = [UInt8](repeating: 0, count: 96)
    uc_mem_read(engine.engine, UInt64(engine[UC_ARM_REG_R0]), &bytes, bytes.count)
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    openCall = digits
  }

  /// Notes the button as the firmware reads it. It may have moved since the call began.
  private func noteButton() {
    guard let call = openCall else { return }
    calls.append("\(call) \(chip.level(wiring.button) == wiring.isButtonHigh ? 1 : 0)")
    openCall = nil
  }

  /// Every millisecond: the button as the motion's pen has it, and the host's bytes.
  private func poll() {
    let time = Double(chip.machine.time) / 1e9
    let isDown = motion.isPenDown(at: time)
    if isDown != isPenDown {
      let instructions = chip.machine.instructions
      if isPenDown {
        penDown.seconds += time - penChange.time
        penDown.instructions += instructions - penChange.instructions
      }
      penChange = (time, instructions)
      isPenDown = isDown
      chip.drive(wiring.button, isDown ? wiring.isButtonHigh : wiring.isButtonHigh ? false : nil)
    }
    let isOn = chip.level(wiring.light) != wiring.isLightLow
    if isOn != (lightChanges.last?.isOn ?? false) { lightChanges.append((chip.machine.time, isOn)) }
    host.flush()
    host.poll(count: 11)
    chip.machine.schedule(after: 1_000_000) { [unowned self] in poll() }
  }

  private func writeFiles() throws(Failure) {
    noteButton()
    let machine = chip.machine
    let report: [String: Any] = [
      "failure": machine.failure ?? "", "loader": machine.ending ?? "",
      "seconds": Double(machine.time) / 1e9,
      "instructions": machine.instructions, "clock": machine.clock,
      "penDownSeconds": penDown.seconds, "penDownInstructions": penDown.instructions,
      "wakes": machine.wakeCount, "interrupts": machine.exceptionCount, "resets": resets,
      "usb": computer?.strings ?? [], "typed": computer?.typed ?? "",
      "samples": sensor?.chip.emitted.count ?? 0,
      "fields": sensor?.chip.magnetometer?.fields.map {
        [Double($0.time), $0.field.x, $0.field.y, $0.field.z]
      } ?? [], "violations": sensor?.chip.violations ?? [],
      "transfers": sensor?.transfers.count ?? 0,
      "transferSeconds": Double(sensor?.transfers.nanoseconds ?? 0) / 1e9,
      "light": lightChanges.map { ["ms": Double($0.time / 1_000_000), "on": $0.isOn ? 1 : 0] },
    ]
    do {
      if let path = options.report {
        try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys])
          .write(to: URL(fileURLWithPath: path))
      }
      if let path = options.samples {
        let lines = (sensor?.chip.emitted ?? []).map { sample in
          "\(sample.time),\(sample.force.x),\(sample.force.y),\(sample.force.z),"
            + "\(sample.rate.x),\(sample.rate.y),\(sample.rate.z)"
        }
        try Data((["us,fx,fy,fz,rx,ry,rz"] + lines + [""]).joined(separator: "\n").utf8)
          .write(to: URL(fileURLWithPath: path))
      }
      if let path = options.calls?.path {
        try Data((calls + [""]).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
      }
    } catch {
      throw Failure("a file cannot be written: \(error.localizedDescription)")
    }
  }
}
