// SPDX-License-Identifier: MIT
import CUnicorn

/// A part of the memory map.
struct Block {
  let base: UInt32
  let size: Int
  let name: String
  let model: any Peripheral

  init(_ base: UInt32, _ name: String, _ model: any Peripheral, size: Int = 0x1000) {
    (self.base, self.name, self.model, self.size) = (base, name, model, size)
  }
}

/// Registers at addresses. A model names what it has; everything else is not there.
protocol Peripheral: AnyObject {
  /// The register's name in the chip's manual; nil if there is none at `offset`.
  func name(at offset: UInt32) -> String?
  /// The value of the register at `offset`, which has a name.
  func read(_ offset: UInt32) -> UInt32
  /// Stores to the register at `offset`, which has a name.
  func write(_ offset: UInt32, _ value: UInt32)
  /// Why it cannot be accessed now, as in "RESETS.RESET holds it in reset"; nil if it can.
  var obstacle: String? { get }
}

extension Peripheral {
  var obstacle: String? { nil }
}

/// A microcontroller: core, interrupts, memory map, and virtual time.
///
/// An instruction takes one cycle. Time stands still for the core while it sleeps and jumps to the next event.
final class Machine {
  let engine: Engine
  let interrupts: InterruptController
  /// The core's clock, Hz.
  private(set) var clock: Double = 1e6
  private(set) var failure: String?
  /// True after the core has asked for a reset by AIRCR, or the watchdog has fired.
  private(set) var resetCause: String?
  private var events: [Event] = []
  private var nextEvent = UInt64.max
  private var serial: UInt64 = 0
  // Time is counted from a base: instructions since then take a cycle each.
  private var baseTime: UInt64 = 0
  private var baseInstructions: UInt64 = 0
  /// How often the core was awakened, and handlers entered.
  private(set) var wakeCount = 0
  private(set) var exceptionCount = 0
  /// What is called after the firmware has read the device's register at `address`.
  var onRead: (address: UInt32, action: () -> Void)?

  private struct Event {
    let time: UInt64
    let serial: UInt64
    let run: () -> Void
  }

  init(model: uc_cpu_arm) throws(Failure) {
    engine = try Engine(model: model)
    interrupts = InterruptController()
  }

  /// Instructions executed since the start.
  var instructions: UInt64 { engine.counters.pointee.instructions }

  /// Virtual time since the start, ns.
  var time: UInt64 {
    baseTime &+ UInt64(Double(instructions &- baseInstructions) * 1e9 / clock)
  }

  /// The core runs at `clock` Hz from now on.
  func setClock(_ clock: Double) {
    (baseTime, baseInstructions) = (time, instructions)
    self.clock = clock
    askForAttention()
  }

  /// Lets `duration` ns pass in which the core stands still.
  func stall(_ duration: UInt64) {
    (baseTime, baseInstructions) = (time + duration, instructions)
    askForAttention()
  }

  /// Ends the run with what is wrong.
  func fail(_ words: String) {
    if failure == nil { failure = words }
    askForAttention()
  }

  /// Resets the core soon.
  func reset(because cause: String) {
    resetCause = cause
    askForAttention()
  }

  /// Something has changed that the main loop must look at: an interrupt, an event, a failure.
  func askForAttention() { engine.counters.pointee.needsAttention = true }

  /// Calls `run` at virtual `time`, ns.
  func schedule(at time: UInt64, _ run: @escaping () -> Void) {
    serial += 1
    let event = Event(time: time, serial: serial, run: run)
    let place = events.firstIndex { $0.time > time } ?? events.endIndex
    events.insert(event, at: place)
    if time < nextEvent {
      nextEvent = time
      askForAttention()
    }
  }

  /// Calls `run` after `delay` ns.
  func schedule(after delay: UInt64, _ run: @escaping () -> Void) {
    schedule(at: time + delay, run)
  }

  /// Maps all blocks. An access to anything else fails the run.
  func map(_ blocks: [Block]) {
    for (page, inPage) in Dictionary(grouping: blocks, by: { $0.base & ~0xFFF }) {
      let size = inPage.map { Int($0.base & 0xFFF) + $0.size }.max() ?? 0x1000
      engine.map(
        at: page, size: (size + 0xFFF) & ~0xFFF,
        read: { [unowned self] offset, size in
          let value = access(page + offset, size, inPage)
            .map { $0.model.read(page + offset - $0.base) }
          if let onRead, onRead.address == page + offset { onRead.action() }
          return value ?? 0
        },
        write: { [unowned self] offset, size, value in
          guard let block = access(page + offset, size, inPage) else { return }
          block.model.write(page + offset - block.base, value)
          if interrupts.hasPending { askForAttention() }
        })
    }
  }

  /// The block at `address`, if it and its register are there and can be accessed.
  private func access(_ address: UInt32, _ size: Int, _ blocks: [Block]) -> Block? {
    guard
      let block = blocks.first(where: { $0.base <= address && address < $0.base + UInt32($0.size) })
    else {
      fail("the firmware accesses \(hex(address)), where nothing is")
      return nil
    }
    let offset = address - block.base
    guard let name = block.model.name(at: offset) else {
      fail("the firmware accesses \(block.name) + \(hex(offset)), a register that is not modeled")
      return nil
    }
    if let obstacle = block.model.obstacle {
      fail("the firmware accesses \(block.name).\(name), but \(obstacle)")
      return nil
    }
    guard size == 4 else {
      fail("the firmware accesses \(size) bytes of \(block.name).\(name), which is a word")
      return nil
    }
    return block
  }

  /// Runs until virtual time `end`, ns, a failure, or a reset.
  func run(until end: UInt64) {
    while failure == nil, resetCause == nil, time < end {
      runEvents()
      if failure != nil || resetCause != nil { return }
      engine.counters.pointee.needsAttention = false
      enterPendingException()
      let due = min(nextEvent, end)
      let cycles = Double(due &- min(due, baseTime)) * clock / 1e9
      switch engine.run(to: max(baseInstructions &+ UInt64(cycles) &+ 1, instructions &+ 1)) {
      case .stopped: continue
      case .sleeping: sleep(until: end)
      case .exceptionReturn(let code): leaveException(code)
      case .fault(let words):
        if failure == nil {
          fail("\(words), at \(hex(engine[UC_ARM_REG_PC])) after \(returnAddresses)")
        }
      }
    }
  }

  /// What looks like return addresses, from the link register and the stack: for whoever looks for the cause of a fault.
  private var returnAddresses: String {
    let stack = engine[UC_ARM_REG_SP]
    var words = [engine[UC_ARM_REG_LR]]
    for index in 0..<64 {
      var word: UInt32 = 0
      uc_mem_read(engine.engine, UInt64(stack) + UInt64(4 * index), &word, 4)
      words.append(word)
    }
    guard let code = engine.counters.pointee.code else { return "" }
    return words.filter { $0 & 1 == 1 && code.base..<code.base + code.size ~= UInt64($0) }
      .prefix(8).map { hex($0 & ~1) }.joined(separator: ", ")
  }

  /// Lets time pass until an interrupt is pending, which wakes the core whether or not it is held back.
  private func sleep(until end: UInt64) {
    var now = time
    while !interrupts.hasPending, failure == nil, resetCause == nil {
      now = min(nextEvent, end)
      (baseTime, baseInstructions) = (max(now, baseTime), instructions)
      if now >= end { return }
      runEvents()
    }
    wakeCount += 1
  }

  private func runEvents() {
    while let first = events.first, first.time <= time {
      events.removeFirst()
      nextEvent = events.first?.time ?? .max
      first.run()
    }
  }

  // --- Exceptions (ARMv6-M Architecture Reference Manual, B1.5) ---------------------------------------

  /// Where the vector table is.
  var vectorTable: UInt32 = 0

  /// The word at `address`, for vectors and frames.
  func word(at address: UInt32) -> UInt32 {
    var word: UInt32 = 0
    if uc_mem_read(engine.engine, UInt64(address), &word, 4) != UC_ERR_OK {
      fail("the core reads a vector or a frame at \(hex(address)), where nothing is")
    }
    return word
  }

  private static let frame = [
    UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR,
    UC_ARM_REG_PC, UC_ARM_REG_XPSR,
  ]

  private func enterPendingException() {
    guard !interrupts.isActive, interrupts.hasPending else { return }
    guard engine[UC_ARM_REG_PRIMASK] & 1 == 0, let number = interrupts.takeNext() else {
      // Held back: to be looked at again after each block, until the firmware lets interrupts through.
      return askForAttention()
    }
    exceptionCount += 1
    let stack = engine[UC_ARM_REG_SP]
    let isAligned = stack & 4 == 0
    let pointer = (stack - 32) & ~7
    for (index, register) in Self.frame.enumerated() {
      var value = engine[register]
      if register == UC_ARM_REG_PC { value &= ~1 }
      if register == UC_ARM_REG_XPSR { value = value & ~(1 << 9) | (isAligned ? 0 : 1 << 9) }
      uc_mem_write(engine.engine, UInt64(pointer) + UInt64(4 * index), &value, 4)
    }
    engine[UC_ARM_REG_SP] = pointer
    engine[UC_ARM_REG_LR] = 0xFFFF_FFF9
    let vector = word(at: vectorTable + 4 * number)
    guard vector & 1 == 1 else {
      return fail(
        "interrupt \(Int(number) - 16) has no handler in the table at \(hex(vectorTable))")
    }
    engine[UC_ARM_REG_XPSR] = 1 << 24 | number
    engine[UC_ARM_REG_PC] = vector
  }

  private func leaveException(_ code: UInt32) {
    guard code == 0xFFFF_FFF9, interrupts.isActive else {
      return fail("the firmware returns from an exception by \(hex(code)) without one")
    }
    interrupts.finish()
    let pointer = engine[UC_ARM_REG_SP]
    let values = Self.frame.indices.map { word(at: pointer + 4 * UInt32($0)) }
    engine[UC_ARM_REG_XPSR] = values[7] & ~0x200
    for (register, value) in zip(Self.frame.dropLast(1), values) {
      engine[register] = register == UC_ARM_REG_PC ? value | 1 : value
    }
    engine[UC_ARM_REG_SP] = pointer + 32 + (values[7] & 1 << 9 != 0 ? 4 : 0)
  }

  /// Starts the core anew at `program` with the stack at `stack`.
  func start(program: UInt32, stack: UInt32) {
    resetCause = nil
    interrupts.reset()
    engine[UC_ARM_REG_XPSR] = 1 << 24
    engine[UC_ARM_REG_PRIMASK] = 0
    engine[UC_ARM_REG_SP] = stack
    engine[UC_ARM_REG_LR] = 0
    engine[UC_ARM_REG_PC] = program | 1
  }
}
