/// Charts, one below the other, as a self-contained SVG file.
public struct Picture: Equatable, Sendable {
  /// What the picture shows.
  public var title: String
  /// The charts, the first on top.
  public var charts: [Chart]

  /// A picture from its parts.
  public init(title: String, charts: [Chart]) {
    self.title = title
    self.charts = charts
  }

  /// The content of the file. It is as wide as a chart, and light or dark like the reader's screen.
  public var svg: String {
    let height = max(charts.count, 1) * Int(Chart.size.y)
    let groups = charts.enumerated().map { index, chart in
      """
      <g transform="translate(0 \(index * Int(Chart.size.y)))">
      \(chart.elements)
      </g>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Chart.size.x)) \
      \(height)" width="\(Int(Chart.size.x))" height="\(height)">
      <title>\(escaped(title))</title>
      <style>
      \(PlotStyle.sheet)
      </style>
      <rect class="paper" width="\(Int(Chart.size.x))" height="\(height)"/>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }
}
