import Foundation
import FoundationXML
import QuillonReports
import Testing

@Suite struct PicturesTests {
  private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  @Test func `Ink fills its frame with its larger side, y down`() {
    let drawing = InkDrawing(
      strokes: [[SIMD2(-4, 10), SIMD2(-4, 30)], [SIMD2(6, 30), SIMD2(.nan, 1)]],
      caption: "L & more")
    #expect(drawing.svg.contains("points=\"10.0,10.0 10.0,122.0\""), "\(drawing.svg)")
    #expect(drawing.svg.contains("points=\"66.0,122.0\""))
    #expect(drawing.svg.contains("L &amp; more"))
    #expect(isWellFormed(drawing.svg))
  }

  @Test func `A long caption is made to fit, the second line below the first`() {
    let svg = InkDrawing(strokes: [], caption: "swipeLeft taken for swipeRight\n12.3 s").svg
    #expect(svg.contains("textLength=\"126\""))
    #expect(svg.contains(">12.3 s</text>") && svg.contains("y=\"163\""))
  }

  @Test func `A dot, and no ink at all, can be drawn`() {
    for strokes in [[[SIMD2(3.0, 3.0)]], [[]], []] {
      let svg = InkDrawing(strokes: strokes, caption: "", isMarked: true).svg
      #expect(isWellFormed(svg))
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
    #expect(InkDrawing.gallery([]).isEmpty)
  }

  @Test func `The order of a letter's parts is drawn with its start, arrows and numbers`() {
    let parts: [[SIMD2<Double>]] = [
      [SIMD2(0, 0), SIMD2(0, 1)], [SIMD2(0, 1), SIMD2(0, 0)], [SIMD2(0, 0), SIMD2(0.5, 0)],
    ]
    let letter = StrokeOrderDrawing(parts: parts, caption: "<")
    let svg = StrokeOrderDrawing.picture(title: "a & b", [letter, letter])
    #expect(isWellFormed(svg))
    #expect(svg.components(separatedBy: "<polyline").count == 3)
    #expect(svg.components(separatedBy: "<circle").count == 3)
    #expect(svg.components(separatedBy: "<polygon").count == 7)
    for text in [">1<", ">2<", ">3<", ">&lt;<", ">a &amp; b<"] {
      #expect(svg.contains(text), "\(text)")
    }
    #expect(!svg.contains("<style"), "a page may forbid it")
    let single = StrokeOrderDrawing(parts: [parts[0]], caption: "I")
    #expect(!StrokeOrderDrawing.picture(title: "", [single]).contains(">1<"))
  }

  @Test func `A matrix shows its counts and leaves out empty rows`() {
    let html = CountMatrix(labels: ["A", "<"], counts: [[3, 1], [0, 0]]).html
    #expect(html.contains(">3</td>") && html.contains(">1</td>"))
    #expect(html.contains("A taken for &lt;"))
    #expect(html.components(separatedBy: "<tr>").count - 1 == 2)
    #expect(isWellFormed(html))
  }

  @Test func `A picture is a file of its own with its charts one below the other`() {
    let chart = Chart(
      title: "a < b", x: PlotAxis("t, s"), y: PlotAxis("m"),
      series: [Chart.Series("x", points: [SIMD2(0, 1), SIMD2(1, 2)])])
    let svg = Picture(title: "two", charts: [chart, chart]).svg
    #expect(isWellFormed(svg))
    #expect(svg.hasPrefix("<?xml"))
    #expect(svg.contains("height=\"800\"") && svg.contains("translate(0 400)"))
    #expect(svg.components(separatedBy: "polyline").count - 1 == 2)
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test func `A page holds its parts and its tables are text`() {
    let page = ReportPage(
      title: "a & b", kind: "test",
      parts: [
        ReportPage.list(["x < y"]), "", ReportPage.heading("h>"),
        ReportPage.table(["", "n"], [["<a>", "1"]]),
      ]
    ).html
    #expect(page.contains("<title>a &amp; b: test</title>"))
    #expect(page.contains("<li>x &lt; y</li>"))
    #expect(page.contains("<tr><th>&lt;a&gt;</th><td>1</td></tr>"))
    #expect(ReportPage.list([]).isEmpty)
    #expect(!page.contains("<nav"), "a list of one section")
  }

  @Test func `A page of several sections has a list of them`() {
    let page = ReportPage(
      title: "t", kind: "test",
      parts: [ReportPage.heading("First & last"), ReportPage.heading("Answers, by letter")]
    ).html
    for (name, words) in [
      ("first-last", "First &amp; last"), ("answers-by-letter", "Answers, by letter"),
    ] {
      #expect(page.contains("<a href=\"#\(name)\">\(words)</a>"), "\(page)")
      #expect(page.contains("<h2 id=\"\(name)\">\(words)</h2>"))
    }
  }
}
