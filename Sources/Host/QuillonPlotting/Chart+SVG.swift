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
  var elements: String { Drawing.elements(of: self) }
}

/// Draws charts.
private enum Drawing {
  private static let (width, height) = (Chart.size.x, Chart.size.y)
  private static let (left, right, top, bottom) = (86.0, 16.0, 34.0, 52.0)

  static func elements(of chart: Chart) -> String {
    let points = chart.series.flatMap(\.points)
    let feet = chart.series.filter { $0.mark == .bars }.map { foot(of: $0, on: chart.y.scale) }
    let x = PlotScale(chart.x.scale, showing: points.map(\.x))
    let y = PlotScale(chart.y.scale, showing: points.map(\.y) + feet)
    var lines = [
      text(escaped(chart.title), at: left, 20, anchor: "start", style: "title")
    ]
    for tick in x.ticks {
      let place = horizontal(x.place(of: tick) ?? 0)
      lines.append(line(place, top, place, height - bottom))
      lines.append(text(x.text(for: tick), at: place, height - bottom + 17, anchor: "middle"))
    }
    for tick in y.ticks {
      let place = vertical(y.place(of: tick) ?? 0)
      lines.append(line(left, place, width - right, place))
      lines.append(text(y.text(for: tick), at: left - 7, place + 4, anchor: "end"))
    }
    lines.append(
      """
      <rect class="frame" x="\(left)" y="\(top)" width="\(width - left - right)" \
      height="\(height - top - bottom)"/>
      """)
    lines.append(
      text(
        escaped(chart.x.label), at: (left + width - right) / 2, height - 12, anchor: "middle"))
    lines.append(
      """
      <text transform="translate(16 \(number((top + height - bottom) / 2))) rotate(-90)" \
      text-anchor="middle">\(escaped(chart.y.label))</text>
      """)
    lines += chart.series.map { draw($0, x, y) }
    lines += legend(chart.series.filter { !$0.name.isEmpty })
    return lines.joined(separator: "\n")
  }

  private static func draw(_ series: Chart.Series, _ x: PlotScale, _ y: PlotScale) -> String {
    let style = "s\((series.color % 6 + 6) % 6)"
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

  /// The lowest value that the y axis has to show so that every bar is visible. On a linear axis
  /// bars stand on 0. A logarithmic axis has no 0, so the smallest bar reaches down to half its
  /// value.
  private static func foot(of bars: Chart.Series, on scale: PlotAxis.Scale) -> Double {
    scale == .linear ? 0 : (bars.points.map(\.y).filter { $0 > 0 }.min() ?? 1) / 2
  }

  private static func legend(_ series: [Chart.Series]) -> [String] {
    guard !series.isEmpty else { return [] }
    let back = """
      <rect class="paper" x="\(width - right - 204)" y="\(top + 1)" width="203" \
      height="\(8 + 17 * series.count)"/>
      """
    return [back]
      + series.enumerated().flatMap { index, series in
        let y = top + 16 + 17 * Double(index)
        let x = width - right - 196
        let style = "s\((series.color % 6 + 6) % 6)"
        let mark =
          series.mark == .line || series.mark == .dashedLine
          ? """
          <line class="line\(series.mark == .dashedLine ? " dashed" : "") \(style)" \
          x1="\(x)" y1="\(y - 4)" x2="\(x + 24)" y2="\(y - 4)"/>
          """
          : "<circle class=\"fill \(style)\" cx=\"\(x + 12)\" cy=\"\(y - 4)\" r=\"4\"/>"
        return [mark, text(escaped(series.name), at: x + 30, y, anchor: "start")]
      }
  }

  private static func horizontal(_ share: Double) -> Double {
    left + share * (width - left - right)
  }

  private static func vertical(_ share: Double) -> Double {
    height - bottom - share * (height - top - bottom)
  }

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

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}

/// `text` with &, <, > and " escaped for an XML element or attribute.
public func escaped(_ text: String) -> String {
  text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
}
