import Foundation

/// Progress on standard error, and only when somebody is there to see it.
struct ProgressBar {
  private let title: String
  private let total: Int
  private let isVisible = isatty(STDERR_FILENO) == 1

  /// A bar for `total` steps of what `title` names.
  init(_ title: String, total: Int) {
    self.title = title
    self.total = max(total, 1)
  }

  /// Draws the bar with `done` steps done; the last one ends its line.
  func show(_ done: Int) {
    guard isVisible else { return }
    let width = 30
    let filled = min(done, total) * width / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
    let end = done >= total ? "\n" : ""
    Console.errorOutput("\r\(title) \(bar) \(done)/\(total)\(end)")
  }
}
