import Foundation

/// Named amounts as horizontal bars, one below the other. Each bar has its amount beside it as
/// text.
public struct BarList: Equatable, Sendable {
  /// A bar.
  public struct Bar: Equatable, Sendable {
    /// The name of the amount.
    public var name: String
    /// Its length as a share of the full width, 0…1. Values outside are clamped.
    public var share: Double
    /// The amount as text.
    public var text: String

    /// A bar from its parts.
    public init(name: String, share: Double, text: String) {
      self.name = name
      self.share = share
      self.text = text
    }
  }

  /// What the bars show.
  public var title: String
  /// The bars, the first on top.
  public var bars: [Bar]

  /// A list from its parts.
  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }

  /// The list as an `<svg>` element, 720 points wide. Needs ``PlotStyle/sheet`` in the page.
  public var svg: String {
    let height = 40 + 22 * bars.count
    let lines = bars.enumerated().map { index, bar in
      let y = 34 + 22 * index
      let share = bar.share.isFinite ? min(max(bar.share, 0), 1) : 0
      let width = String(format: "%.1f", 420 * share)
      let end = String(format: "%.1f", 146 + 420 * share)
      return """
        <text x="132" y="\(y + 13)" text-anchor="end">\(escaped(bar.name))</text>
        <rect class="fill s0" x="140" y="\(y)" width="\(width)" height="17"/>
        <text x="\(end)" y="\(y + 13)">\(escaped(bar.text))</text>
        """
    }
    let title = escaped(title)
    return """
      <svg class="chart" viewBox="0 0 720 \(height)" role="img" aria-label="\(title)" \
      xmlns="http://www.w3.org/2000/svg">
      <text class="title" x="140" y="20">\(title)</text>
      \(lines.joined(separator: "\n"))
      </svg>
      """
  }
}
