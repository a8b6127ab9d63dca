import QuillonReports
import Testing

@Suite struct BarListTests {
  @Test func `Bars are as long as their shares, within the width`() {
    let list = BarList(
      title: "a < b",
      bars: [
        BarList.Bar(name: "half", share: 0.5, text: "50 %"),
        BarList.Bar(name: "more", share: 7, text: "all"),
        BarList.Bar(name: "none", share: .nan, text: "none"),
      ])
    #expect(list.svg.contains("width=\"210.0\""))
    #expect(list.svg.contains("width=\"420.0\""))
    #expect(list.svg.contains("width=\"0.0\""))
    #expect(list.svg.contains("a &lt; b"))
    #expect(list.svg.contains("viewBox=\"0 0 720 106\""))
  }

  @Test func `Bars on a logarithmic axis can be seen, each as wide as the first two are apart`() {
    let chart = Chart(
      title: "", x: PlotAxis("", scale: .logarithmic), y: PlotAxis("", scale: .logarithmic),
      series: [
        Chart.Series("", points: [SIMD2(1, 1), SIMD2(2, 0), SIMD2(4, 0), SIMD2(8, 1)], mark: .bars)
      ])
    let bars = chart.svg.split(separator: "\n").filter { $0.contains("class=\"fill s0\"") }
    #expect(bars.count == 2)
    #expect(bars.allSatisfy { !$0.contains("height=\"0.0\"") })
    let width = 602 * 0.30103 / 3 - 1
    #expect(bars.allSatisfy { $0.contains("width=\"\((width * 10).rounded() / 10)\"") }, "\(bars)")
  }
}
