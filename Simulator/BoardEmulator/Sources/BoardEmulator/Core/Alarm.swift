// SPDX-License-Identifier: MIT

/// A time at which something happens, which is put off or canceled again and again, as that of a watchdog. However often that is, one event
/// of the machine stands for it.
final class Alarm {
  private unowned let machine: Machine
  private let run: () -> Void
  /// When it happens, ns; nil while it is canceled.
  private var due: UInt64?
  /// When the machine's event comes, at `due` or before.
  private var next: UInt64?

  /// Calls `run` when the time has come.
  init(_ machine: Machine, run: @escaping () -> Void) { (self.machine, self.run) = (machine, run) }

  /// It happens at virtual `time`, ns, and not when it was set to before.
  func set(at time: UInt64) {
    due = time
    if next.map({ $0 > time }) ?? true { schedule(at: time) }
  }

  /// It happens after `delay` ns, and not when it was set to before.
  func set(after delay: UInt64) { set(at: machine.time + delay) }

  /// It does not happen.
  func cancel() { due = nil }

  private func schedule(at time: UInt64) {
    next = time
    machine.schedule(at: time) { [weak self] in self?.look(at: time) }
  }

  /// The event of `time` has come. One that was replaced by an earlier event means nothing.
  private func look(at time: UInt64) {
    guard time == next else { return }
    next = nil
    guard let due else { return }
    guard due <= time else { return schedule(at: due) }
    self.due = nil
    run()
  }
}
