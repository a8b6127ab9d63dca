import Foundation

extension Chart {
  /// The chart as an `<svg>` element of 720 × 400 points. Needs ``PlotStyle/sheet`` in the page.
  public var svg: String {
    """
    <svg class="chart" viewBox="0 0 \(Int(Self.size.x)) \(Int(Self.size.y))" role="img" \
    aria-label="\(escaped(title))" xmlns="http://www.w3.org/2000/svg">
    \(elements)
    </svg>
    """
  }

  /// Its width and height.
  static let size = SIMD2(720.0, 400.0)

  /// The content of the `<svg>` element.
  var elements: String { Drawing(self).elements }
}

/// Draws a chart. Title, legend and labels stand above the frame, so that they never cover data.
private struct Drawing {
  private static let (width, height) = (Chart.size.x, Chart.size.y)
  /// The height of a line of text, and the usual width of a character of 12 points, which is more than its mean.
  private static let (lineHeight, character) = (17.0, 7.0)
  private static let bottom = Chart.size.y - 52

  private let chart: Chart
  private let x: PlotScale
  private let y: PlotScale
  private let legend: [LegendEntry]
  private let (left, right, top): (Double, Double, Double)

  private struct LegendEntry {
    var series: Chart.Series
    var x: Double
    var y: Double
  }

  init(_ chart: Chart) {
    self.chart = chart
    let points = chart.series.flatMap(\.points)
    let bars = chart.series.filter { $0.mark == .bars }
    x = PlotScale(
      chart.x, showing: points.map(\.x) + bars.flatMap { $0.sides(chart.x.scale) })
    let y = PlotScale(chart.y, showing: points.map(\.y) + bars.map { $0.foot(chart.y.scale) })
    let widest = y.ticks.map { Self.width(of: y.text(for: $0)) }.max() ?? 0
    self.y = y
    left = max(86, widest + 36)
    right = Self.width - 32
    legend = Self.legend(of: chart, right: right)
    let labels = chart.labels.isEmpty ? 0 : Self.lineHeight
    top = max(34, (legend.last?.y ?? 0) + 10) + labels
  }

  var elements: String {
    var lines = [
      Self.text(escaped(chart.title), at: Self.titleStart, 20, anchor: "start", style: "title")
    ]
    for tick in x.ticks {
      let place = horizontal(x.place(of: tick) ?? 0)
      let words = x.text(for: tick)
      let reach = Self.width - 2 - Self.width(of: words) / 2
      lines.append(Self.line(place, top, place, Self.bottom))
      lines.append(Self.text(words, at: min(place, reach), Self.bottom + 17, anchor: "middle"))
    }
    for tick in y.ticks {
      let place = vertical(y.place(of: tick) ?? 0)
      lines.append(Self.line(left, place, right, place))
      lines.append(Self.text(y.text(for: tick), at: left - 7, place + 4, anchor: "end"))
    }
    lines.append(
      """
      <rect class="frame" x="\(number(left))" y="\(number(top))" width="\(number(right - left))" \
      height="\(number(Self.bottom - top))" data-x="\(x.words) \(escaped(chart.x.label))" \
      data-y="\(y.words) \(escaped(chart.y.label))"/>
      """)
    lines.append(
      Self.text(
        escaped(chart.x.label), at: (left + right) / 2, Self.height - 12, anchor: "middle"))
    lines.append(
      """
      <text transform="translate(16 \(number((top + Self.bottom) / 2))) rotate(-90)" \
      text-anchor="middle">\(escaped(chart.y.label))</text>
      """)
    lines += chart.series.map(marked) + labels + legend.flatMap(draw)
    return lines.joined(separator: "\n")
  }

  /// Where the title begins: with the frame of most charts.
  private static let titleStart = 86.0

  /// The entries of the legend in rows: the first one beside the title, if there is room.
  private static func legend(of chart: Chart, right: Double) -> [LegendEntry] {
    var x = titleStart + 8.5 * Double(chart.title.count) + 24
    var y = 20.0
    return chart.series.filter { !$0.name.isEmpty }.map { series in
      let length = 30 + width(of: series.name)
      if x + length > right {
        x = titleStart
        y += lineHeight
      }
      defer { x += length + 16 }
      return LegendEntry(series: series, x: x, y: y)
    }
  }

  private func draw(_ entry: LegendEntry) -> [String] {
    let series = entry.series
    let (x, y) = (number(entry.x), number(entry.y - 4))
    let mark =
      series.mark == .line || series.mark == .dashedLine
      ? """
      <line class="line\(series.mark == .dashedLine ? " dashed" : "") \(series.style)" \
      x1="\(x)" y1="\(y)" x2="\(number(entry.x + 24))" y2="\(y)"/>
      """
      : "<circle class=\"fill \(series.style)\" cx=\"\(number(entry.x + 12))\" cy=\"\(y)\" r=\"4\"/>"
    return [mark, Self.text(escaped(series.name), at: entry.x + 30, entry.y, anchor: "start")]
  }

  /// The labels above the frame. One that would touch the one before is left out.
  private var labels: [String] {
    var end = -Double.infinity
    return chart.labels.sorted { $0.x < $1.x }.compactMap { label in
      guard let place = x.place(of: label.x).map(horizontal) else { return nil }
      let half = Self.width(of: label.text) / 2
      guard place - half > end + 4, (left...right).contains(place) else { return nil }
      end = place + half
      return Self.text(escaped(label.text), at: place, top - 5, anchor: "middle")
    }
  }

  private static func width(of text: String) -> Double { character * Double(text.count) }

  /// The series in a group that names it for who points at it.
  private func marked(_ series: Chart.Series) -> String {
    let name = series.hasValues ? " data-name=\"\(escaped(series.name))\"" : ""
    return "<g\(name)>\n\(draw(series))\n</g>"
  }

  private func draw(_ series: Chart.Series) -> String {
    let style = series.style
    let places = series.points.compactMap { point -> SIMD2<Double>? in
      guard let across = x.place(of: point.x), let up = y.place(of: point.y) else { return nil }
      return SIMD2(horizontal(across), vertical(up))
    }
    switch series.mark {
    case .line, .dashedLine:
      let path = places.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
      let dashed = series.mark == .dashedLine ? " dashed" : ""
      return "<polyline class=\"line\(dashed) \(style)\" points=\"\(path)\"/>"
    case .dots:
      return places.map {
        "<circle class=\"fill \(style)\" cx=\"\(number($0.x))\" cy=\"\(number($0.y))\" r=\"2.5\"/>"
      }.joined(separator: "\n")
    case .bars:
      let steps = series.points.prefix(2).compactMap { x.place(of: $0.x).map(horizontal) }
      let width = steps.count > 1 ? max(abs(steps[1] - steps[0]) - 1, 0.5) : 40
      let base = vertical(y.place(of: 0) ?? 0)
      return places.map {
        """
        <rect class="fill \(style)" x="\(number($0.x - width / 2))" y="\(number($0.y))" \
        width="\(number(width))" height="\(number(max(base - $0.y, 0)))"/>
        """
      }.joined(separator: "\n")
    }
  }

  private func horizontal(_ share: Double) -> Double { left + share * (right - left) }

  private func vertical(_ share: Double) -> Double { Self.bottom - share * (Self.bottom - top) }

  private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    """
    <line class="grid" x1="\(number(x1))" y1="\(number(y1))" x2="\(number(x2))" y2="\(number(y2))"/>
    """
  }

  private static func text(
    _ text: String, at x: Double, _ y: Double, anchor: String, style: String = ""
  ) -> String {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    return
      "<text\(style) x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
  }

  private func number(_ value: Double) -> String { Self.number(value) }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}

extension Chart.Series {
  /// The class of its color.
  fileprivate var style: String { "s\((color % 6 + 6) % 6)" }

  /// The lowest value that the y axis has to show so that every bar is visible. On a linear axis
  /// bars stand on 0. A logarithmic axis has no 0, so the smallest bar reaches down to half its
  /// value.
  fileprivate func foot(_ scale: PlotAxis.Scale) -> Double {
    scale == .linear ? 0 : (points.map(\.y).filter { $0 > 0 }.min() ?? 1) / 2
  }

  /// The outer sides of the first and the last bar; nothing for a single bar, whose width no neighbor gives.
  fileprivate func sides(_ scale: PlotAxis.Scale) -> [Double] {
    guard points.count > 1, let last = points.last?.x else { return [] }
    switch scale {
    case .linear:
      let half = (points[1].x - points[0].x) / 2
      return [points[0].x - half, last + half]
    case .logarithmic:
      let half = (points[1].x / points[0].x).squareRoot()
      return [points[0].x / half, last * half]
    }
  }
}

/// `text` with &, <, > and " escaped for an XML element or attribute. Characters that XML does not have, such as NUL and ESC, become U+FFFD
/// (XML 1.0, section 2.2).
public func escaped(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    let isControl = scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
    return isControl || [0xFFFE, 0xFFFF].contains(scalar.value) ? "\u{FFFD}" : scalar
  }
  return String(String.UnicodeScalarView(scalars))
    .replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
}
