import Foundation
import FoundationXML
import QuillonReports
import Testing

@Suite struct ChartTests {
  private func attributes(_ name: String, in svg: String) -> [Double] {
    svg.matches(of: /([a-z0-9]+)="(-?[0-9.]+)"/).filter { $0.1 == name }.compactMap { Double($0.2) }
  }

  @Test func `Points stand where the scale says`() {
    let chart = Chart(
      title: "t", x: PlotAxis("x, s"), y: PlotAxis("y, m"),
      series: [
        Chart.Series("a", points: [SIMD2(0, 0), SIMD2(10, 5)], mark: .dots)
      ])
    let svg = chart.svg
    // The last circle is the legend's.
    let (x, y) = (attributes("cx", in: svg), attributes("cy", in: svg))
    // A fiftieth of the span is left free beside 10 and above 5, nothing beside 0.
    #expect(abs(x[0] - 86) < 0.06 && abs(x[1] - (86 + 602 / 1.02)) < 0.06)
    #expect(abs(y[0] - 348) < 0.06 && abs(y[1] - (348 - 314 / 1.02)) < 0.06)
    #expect(svg.contains(">x, s</text>"))
    #expect(svg.contains(">a</text>"))
  }

  @Test func `Decades of a logarithmic scale are equally long`() {
    let chart = Chart(
      title: "t", x: PlotAxis("x", scale: .logarithmic), y: PlotAxis("y", scale: .logarithmic),
      series: [
        Chart.Series(
          "", points: [SIMD2(0.001, 1), SIMD2(0.1, 1e-6), SIMD2(10, 1e-3), SIMD2(0, 3)], mark: .dots
        )
      ])
    let x = attributes("cx", in: chart.svg)
    #expect(x.count == 3)
    #expect(abs((x[1] - x[0]) - (x[2] - x[1])) < 0.11)
    for tick in ["0.001", "0.1", "10⁻⁶"] {
      #expect(chart.svg.contains(">\(tick)</text>"), "\(tick)")
    }
  }

  @Test func `A histogram counts every value once`() {
    let chart = Chart.histogram(title: "h", of: [0, 0.1, 0.5, 0.9, 1, .nan], label: "v", bins: 2)
    #expect(chart.series[0].points == [SIMD2(0.25, 2), SIMD2(0.75, 3)])
    let equal = Chart.histogram(title: "h", of: [3, 3, 3], label: "v")
    #expect(equal.series[0].points == [SIMD2(3, 3)])
    #expect(Chart.histogram(title: "h", of: [], label: "v").series[0].points.count == 1)
  }

  @Test func `Steps of a converter fill the bins of a histogram evenly`() {
    // 80 codes, each ten times: without the step 50 bins would hold one or two codes.
    let values = (0..<800).map { Double($0 / 10) * 0.25 }
    let chart = Chart.histogram(title: "h", of: values, label: "v", step: 0.25)
    #expect(Set(chart.series[0].points.map(\.y)) == [20])
  }

  /// The y of the frame's top edge.
  private func frameTop(_ svg: String) throws -> Double {
    let frame = try #require(svg.firstMatch(of: /<rect class="frame" x="[0-9.]+" y="([0-9.]+)"/))
    return try #require(Double(frame.1))
  }

  /// Every text at (x, y) that is not turned, in the order of drawing.
  private func texts(_ svg: String) -> [(text: String, x: Double, y: Double)] {
    svg.matches(of: /<text(?: class="title")? x="([-0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)</)
      .compactMap {
        guard let x = Double($0.1), let y = Double($0.2) else { return nil }
        return (String($0.3), x, y)
      }
  }

  @Test(arguments: [1, 4, 12]) func `A legend of any length stands above the data`(count: Int)
    throws
  {
    let series = (0..<count).map {
      Chart.Series("series number \($0)", points: [SIMD2(0, 0), SIMD2(10, 5)], color: $0)
    }
    let chart = Chart(title: "title", x: PlotAxis("x"), y: PlotAxis("y"), series: series)
    let top = try frameTop(chart.svg)
    let legend = texts(chart.svg).filter { $0.text.hasPrefix("series") }
    #expect(legend.count == count)
    #expect(legend.allSatisfy { $0.y < top && $0.x + 7 * 16 < 720 }, "\(legend)")
  }

  @Test func `Labels stand above the frame and never touch one another`() throws {
    let chart = Chart(
      title: "t", x: PlotAxis("x"), y: PlotAxis("y"),
      series: [Chart.Series("s", points: [SIMD2(0, 0), SIMD2(10, 5)])],
      labels: [Chart.Label("A", x: 2), Chart.Label("B", x: 2.01), Chart.Label("C", x: 5)])
    let labels = texts(chart.svg).filter { ["A", "B", "C"].contains($0.text) }
    #expect(labels.map(\.text) == ["A", "C"])
    let top = try frameTop(chart.svg)
    #expect(labels.allSatisfy { $0.y < top && $0.y > top - 17 })
  }

  @Test func `A line at a power of ten does not lie on the frame`() {
    let axis = PlotScale(PlotAxis("", scale: .logarithmic), showing: [12, 10_000])
    #expect((axis.place(of: 10_000) ?? 1) < 0.98, "\(axis.range)")
    #expect(axis.ticks.last == 10_000)
    let low = PlotScale(PlotAxis("", scale: .logarithmic), showing: [10, 800])
    #expect((low.place(of: 10) ?? 0) > 0.02, "\(low.range)")
  }

  @Test func `An axis of shares ends where they do`() {
    let share = PlotScale(PlotAxis("", bounds: 0...1), showing: [0.5, 1])
    #expect(share.range.upperBound == 1 && share.place(of: 1) == 1)
    #expect(PlotScale(PlotAxis("", bounds: 0...1), showing: [1, 1]).range.upperBound == 1)
    let percent = PlotScale(
      PlotAxis("", scale: .logarithmic, bounds: 0...100), showing: [0.02, 99.9])
    #expect(percent.range.upperBound == 100)
    #expect(percent.ticks.last == 100, "\(percent.ticks)")
  }

  @Test func `A chart has the names and axes that its values are read by`() {
    let chart = Chart(
      title: "t", x: PlotAxis("time, s", bounds: 0...10),
      y: PlotAxis("<m>", scale: .logarithmic, bounds: 1...100),
      series: [
        Chart.Series("x & y", points: [SIMD2(0, 1), SIMD2(10, 100)]),
        Chart.Series("pen down", points: [SIMD2(0, 1)], hasValues: false),
      ])
    #expect(chart.svg.contains("data-x=\"linear 0.0 10.0 time, s\""), "\(chart.svg)")
    #expect(chart.svg.contains("data-y=\"logarithmic 1.0 100.0 &lt;m&gt;\""), "\(chart.svg)")
    #expect(chart.svg.components(separatedBy: "data-name=").count == 2)
    #expect(chart.svg.contains("data-name=\"x &amp; y\""))
  }

  private static let edges = [
    -Double.greatestFiniteMagnitude, -1.7e308, -1e300, -4e9, -1, -1e-300,
    -Double.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude,
    0x1p-1030, 1e-300, 1e-9,
    1, 1 + 0x1p-52, 4e9, 4e9 + 1e-6, 1e16, 1e300, 1.7e308, .greatestFiniteMagnitude,
  ]

  /// A trace may hold them all; the axis once had no end of ticks.
  @Test func `Any two finite numbers have an axis with a few ticks in order`() {
    for low in Self.edges {
      for high in Self.edges where high >= low {
        for scale in [PlotAxis.Scale.linear, .logarithmic] {
          let axis = PlotScale(PlotAxis("", scale: scale), showing: [low, high])
          let words = "\(low) \(high) \(scale): \(axis.range) \(axis.ticks)"
          #expect((1...20).contains(axis.ticks.count), "\(words)")
          #expect(zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { $0 < $1 }, "\(words)")
          #expect(axis.ticks.allSatisfy { axis.range.contains($0) }, "\(words)")
          #expect(axis.range.lowerBound < axis.range.upperBound && axis.range.upperBound.isFinite)
          for value in [low, high] + axis.ticks {
            if let place = axis.place(of: value) { #expect(abs(place) < 2, "\(value): \(words)") }
          }
          #expect(axis.ticks.allSatisfy { !axis.text(for: $0).isEmpty })
        }
        for step in [nil, 0.25] {
          let chart = Chart.histogram(title: "h", of: [low, high, high], label: "v", step: step)
          #expect(chart.series[0].points.reduce(0) { $0 + $1.y } == 3, "\(low) \(high)")
          #expect(!chart.svg.contains("nan") && !chart.svg.contains("inf"), "\(low) \(high)")
        }
        let ink = InkDrawing(strokes: [[SIMD2(low, high), SIMD2(high, low)]], caption: "").svg
        #expect(!ink.contains("nan") && !ink.contains("inf"), "\(low) \(high)")
      }
    }
  }

  @Test func `Every drawing is XML without numbers that are none`() {
    let wild = [SIMD2(Double.nan, 1), SIMD2(1, .infinity), SIMD2(-1, -1), SIMD2(1e300, 2)]
    for scale in [PlotAxis.Scale.linear, .logarithmic] {
      for mark in [Chart.Series.Mark.line, .dashedLine, .dots, .bars] {
        for points in [[], wild, [SIMD2(2, 2)]] as [[SIMD2<Double>]] {
          let chart = Chart(
            title: "<a & \"b\">", x: PlotAxis("x", scale: scale), y: PlotAxis("y", scale: scale),
            series: [Chart.Series("s", points: points, mark: mark, color: -1)])
          let parser = XMLParser(data: Data(chart.svg.utf8))
          #expect(parser.parse(), "\(scale) \(mark) \(points)")
          #expect(!chart.svg.contains("nan") && !chart.svg.contains("inf"))
        }
      }
    }
  }

  /// A label of a stranger's model may have any character; a page is XML all the same.
  @Test func `Characters that XML does not have are replaced`() throws {
    let chart = Chart(
      title: "a\u{1B}[31m<b>\u{0}\u{FFFF}", x: PlotAxis("x"), y: PlotAxis("y"),
      series: [Chart.Series("s\u{8}", points: [SIMD2(0, 0), SIMD2(1, 1)])])
    #expect(XMLParser(data: Data(chart.svg.utf8)).parse())
    #expect(chart.svg.contains("a\u{FFFD}[31m&lt;b&gt;\u{FFFD}\u{FFFD}"))
    #expect(escaped("A\t\u{E9}\u{1F600}") == "A\t\u{E9}\u{1F600}")
  }
}
