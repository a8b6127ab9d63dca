// SPDX-License-Identifier: MIT

/// The interrupts of a core: which lines are up, enabled and active. All have the same priority, so none interrupts another.
///
/// A line is a level. It stays pending until its peripheral takes it back.
final class InterruptController {
  /// The number of the SysTick exception.
  static let tick: UInt32 = 15
  private var lines: [() -> Bool] = []
  private var numbers: [Int] = []
  private var enabled: Set<Int> = []
  private var latched: Set<Int> = []
  private var active: UInt32?

  /// Registers a peripheral's line: interrupt `number`, up while `isUp`.
  func connect(_ number: Int, isUp: @escaping () -> Bool) {
    numbers.append(number)
    lines.append(isUp)
  }

  /// True while a handler runs.
  var isActive: Bool { active != nil }

  /// True if the SysTick exception waits.
  var isTickPending: Bool { latched.contains(-1) }

  /// The tick has reached the end of its period.
  func setTickPending() { latched.insert(-1) }

  /// True if any interrupt that is enabled waits.
  var hasPending: Bool {
    if !latched.isEmpty { return true }
    for (index, number) in numbers.enumerated() where enabled.contains(number) && lines[index]() {
      return true
    }
    return false
  }

  /// The number of the exception to enter now; it is active then.
  func takeNext() -> UInt32? {
    if latched.remove(-1) != nil {
      active = Self.tick
    } else {
      let ready = numbers.indices.filter { enabled.contains(numbers[$0]) && lines[$0]() }
        .map { numbers[$0] }.min()
      active = ready.map { UInt32($0) + 16 }
    }
    return active
  }

  /// The handler has returned.
  func finish() { active = nil }

  /// As after a reset of the core.
  func reset() {
    enabled = []
    latched = []
    active = nil
  }

  /// The word of ISER at `index`.
  subscript(enable index: Int) -> UInt32 {
    get {
      (0..<32).reduce(0) { enabled.contains(32 * index + $1) ? $0 | 1 << UInt32($1) : $0 }
    }
    set {
      for bit in 0..<32 where newValue >> UInt32(bit) & 1 != 0 { enabled.insert(32 * index + bit) }
    }
  }

  /// Stores to the word of ICER at `index`.
  func disable(_ bits: UInt32, at index: Int) {
    for bit in 0..<32 where bits >> UInt32(bit) & 1 != 0 { enabled.remove(32 * index + bit) }
  }
}
