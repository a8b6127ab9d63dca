import Foundation

/// A progress bar on standard error. It appears only on a terminal.
struct ProgressBar {
  private let title: String
  private let total: Int
  private let isVisible = isatty(STDERR_FILENO) == 1

  /// Creates a bar for `total` steps of the work that `title` names.
  init(_ title: String, total: Int) {
    self.title = title
    self.total = max(total, 1)
  }

  /// Draws the bar with `done` steps done. The last step ends the line.
  func show(_ done: Int) {
    guard isVisible else { return }
    let width = 30
    let filled = min(done, total) * width / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
    let end = done >= total ? "\n" : ""
    Console.errorOutput("\r\(title) \(bar) \(done)/\(total)\(end)")
  }
}
