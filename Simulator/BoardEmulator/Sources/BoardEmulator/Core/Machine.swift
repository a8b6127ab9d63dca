// SPDX-License-Identifier: MIT
import CUnicorn

/// A microcontroller: core, interrupts, memory map, and virtual time.
///
/// An instruction takes one cycle. Time stands still for the core while it sleeps and jumps to the next event.
final class Machine {
  let engine: Engine
  let interrupts: InterruptController
  /// The core's clock, Hz.
  private(set) var clock: Double = 1e6
  private(set) var failure: String?
  /// Why the firmware runs no longer, though nothing is wrong: the boot loader that waits for a new image.
  private(set) var ending: String?
  /// True after the core has asked for a reset by AIRCR, or the watchdog has fired.
  private(set) var resetCause: String?
  /// The latest first, so that the next is the quickest to remove. Of those of the same time, the first to be scheduled is the last.
  private var events: [Event] = []
  // Time is counted from a base: instructions since then take a cycle each.
  private var baseTime: UInt64 = 0
  private var baseInstructions: UInt64 = 0
  /// How often the core was awakened, and handlers entered.
  private(set) var wakeCount = 0
  var exceptionCount = 0
  /// Where the vector table is.
  var vectorTable: UInt32 = 0
  /// The core takes a fault while it sleeps.
  var mustWake = false
  /// What is called after the firmware has read the device's register at `address`.
  var onRead: (address: UInt32, action: () -> Void)?

  private struct Event {
    let time: UInt64
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

  /// Ends the run: the firmware has handed the board over to `loader`.
  func end(in loader: String) {
    ending = loader
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
    if time < nextEvent { askForAttention() }
    let later = events.lastIndex { $0.time > time } ?? -1
    events.insert(Event(time: time, run: run), at: later + 1)
  }

  private var nextEvent: UInt64 { events.last?.time ?? .max }

  /// Calls `run` after `delay` ns.
  func schedule(after delay: UInt64, _ run: @escaping () -> Void) {
    schedule(at: time + delay, run)
  }

  /// Runs until virtual time `end`, ns, a failure, or a reset.
  func run(until end: UInt64) {
    while !isOver, time < end {
      runEvents()
      if isOver { return }
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

  private var isOver: Bool { failure != nil || resetCause != nil || ending != nil }

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
    while !interrupts.hasPending, !mustWake, !isOver {
      now = min(nextEvent, end)
      (baseTime, baseInstructions) = (max(now, baseTime), instructions)
      if now >= end { return }
      runEvents()
    }
    mustWake = false
    wakeCount += 1
  }

  private func runEvents() {
    while let next = events.last, next.time <= time {
      events.removeLast()
      next.run()
    }
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
