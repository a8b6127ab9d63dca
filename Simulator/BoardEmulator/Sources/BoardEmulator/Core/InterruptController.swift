// SPDX-License-Identifier: MIT

/// The interrupts of a core: which lines are up, enabled and active. All have the same priority, so none interrupts another.
///
/// A line is a level. It stays pending until its peripheral clears it.
final class InterruptController {
  /// The number of the SysTick exception.
  static let tick: UInt32 = 15
  private var lines: [() -> Bool] = []
  private var numbers: [Int] = []
  /// A bit for each interrupt.
  private var enabled: UInt64 = 0
  private var active: UInt32?

  /// Registers a peripheral's line: interrupt `number`, 0…63, up while `isUp`.
  func connect(_ number: Int, isUp: @escaping () -> Bool) {
    numbers.append(number)
    lines.append(isUp)
  }

  /// True while a handler runs.
  var isActive: Bool { active != nil }

  /// True if the SysTick exception waits.
  private(set) var isTickPending = false

  /// The tick has reached the end of its period.
  func setTickPending() { isTickPending = true }

  /// True if any interrupt that is enabled waits.
  var hasPending: Bool {
    isTickPending || numbers.indices.contains(where: isReady)
  }

  /// The number of the exception to enter now; it is active then.
  func takeNext() -> UInt32? {
    if isTickPending {
      isTickPending = false
      active = Self.tick
    } else {
      active = numbers.indices.filter(isReady).map { UInt32(numbers[$0]) + 16 }.min()
    }
    return active
  }

  /// A fault comes, whatever is running.
  func begin(_ number: UInt32) { active = number }

  private func isReady(_ index: Int) -> Bool {
    enabled >> UInt64(numbers[index]) & 1 != 0 && lines[index]()
  }

  /// The handler has returned.
  func finish() { active = nil }

  /// As after a reset of the core.
  func reset() {
    (enabled, isTickPending, active) = (0, false, nil)
  }

  /// The word of ISER at `index`, 0 or 1. What is stored enables interrupts and disables none.
  subscript(enable index: Int) -> UInt32 {
    get { UInt32(truncatingIfNeeded: enabled >> UInt64(32 * index)) }
    set { enabled |= UInt64(newValue) << UInt64(32 * index) }
  }

  /// Stores to the word of ICER at `index`.
  func disable(_ bits: UInt32, at index: Int) { enabled &= ~(UInt64(bits) << UInt64(32 * index)) }
}
