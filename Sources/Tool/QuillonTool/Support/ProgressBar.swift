import Foundation

/// A progress bar on standard error, with the time that is left. It appears only on a terminal.
struct ProgressBar {
  /// The time left is shown after this time.
  private static let shortest = Duration.seconds(1)

  private let title: String
  private let total: Int
  private let unit: Unit
  private let begin = ContinuousClock.now
  private let isVisible = isatty(STDERR_FILENO) == 1

  /// How the progress is shown.
  enum Unit {
    /// The number of steps, and the time that is left if all steps take as long.
    case steps
    /// The share in percent, and the time that is left. Short work shows nothing.
    case percent
    /// The number of steps of a person, who decides how long they take.
    case person
  }

  /// Creates a bar for `total` steps of the work that `title` names.
  init(_ title: String, total: Int, in unit: Unit = .steps) {
    self.title = title
    self.total = max(total, 1)
    self.unit = unit
  }

  /// Draws the bar with `done` steps done. The last step ends the line.
  func show(_ done: Int) {
    guard isVisible, unit != .percent || ContinuousClock.now - begin > Self.shortest else { return }
    let (width, done) = (30, min(max(done, 0), total))
    let filled = done * width / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
    let count = unit == .percent ? "\(100 * done / total) %" : "\(done)/\(total)"
    // The rest of a longer line is cleared.
    let end = done == total ? "\u{1B}[K\n" : "\(rest(after: done))\u{1B}[K"
    Console.errorOutput("\r\(title) \(bar) \(count)\(end)")
  }

  /// Draws the bar with this share of the work done, 0 to 1. The line does not end, as more work may follow.
  func show(share: Double) { show(min(Int(share * Double(total)), total - 1)) }

  /// The time that is left, in words. Empty while it is not known.
  private func rest(after done: Int) -> String {
    let elapsed = ContinuousClock.now - begin
    guard unit != .person, done > 0, elapsed > Self.shortest else { return "" }
    let seconds = Int((elapsed / .seconds(1) * Double(total - done) / Double(done)).rounded(.up))
    return seconds < 100 ? ", \(seconds) s left" : ", \(seconds / 60) min left"
  }
}
