import Foundation
import FoundationXML
import QuillonCalibration
import QuillonRecordings
import QuillonReferenceModel
import Testing

@Suite struct ReportTests {
  private var character: BoardCharacter {
    var random = SeededRandom(seed: 6)
    func vector(_ deviation: Double) -> SIMD3<Double> {
      deviation * SIMD3(random.normal(), random.normal(), random.normal())
    }
    return BoardCharacter(
      of: Trace(
        rows: (0..<5000).map { number in
          var row = TraceRow(time: Double(number) / 100)
          row.specificForce = vector(0.02) + SIMD3(0, 0, 9.8)
          row.angularRate = vector(0.002)
          row.magneticField = vector(0.3) + SIMD3(20, 0, -40)
          return row
        }))
  }

  @Test func `The page stands alone and is well formed`() throws {
    let page = character.html(title: "rest <1> & \"more\".csv")
    #expect(page.contains("rest &lt;1&gt; &amp; &quot;more&quot;.csv"))
    for outside in ["http-equiv", "src=", "href=", "url(", "@import", "import "] {
      // A link within the page leads to no other file.
      #expect(!page.replacing("href=\"#", with: "").contains(outside), "\(outside)")
    }
    #expect(page.components(separatedBy: "<svg").count - 1 == 1 + 3 * 5)
    #expect(page.contains("prefers-color-scheme: dark"))
    // All but the head is XML, so that its parser finds whatever is not closed.
    let start = try #require(page.range(of: "<body>"))
    let end = try #require(page.range(of: "</body>"))
    let parser = XMLParser(data: Data(page[start.lowerBound..<end.upperBound].utf8))
    #expect(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
    for broken in ["nan", "inf"] { #expect(!page.contains("\"\(broken)"), "\(broken)") }
  }

  @Test func `The figures have their units`() throws {
    let data = try JSONEncoder().encode(character.figures)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let timing = try #require(object["timing"] as? [String: Any])
    #expect(abs((timing["rate_Hz"] as? Double ?? 0) - 100) < 1e-6)
    let sensors = try #require(object["sensors"] as? [String: [String: Any]])
    #expect(sensors["magnetometer"]?["unit"] as? String == "µT")
    let axes = try #require(sensors["gyroscope"]?["axes"] as? [String: [String: Any]])
    let density = try #require(axes["x"]?["noise_density_per_root_Hz"] as? Double)
    #expect(abs(density / 0.0002 - 1) < 0.1)
  }

  @Test func `A moved board and a short recording are told`() {
    var random = SeededRandom(seed: 6)
    let moved = BoardCharacter(
      of: Trace(
        rows: (0..<500).map { number in
          var row = TraceRow(time: Double(number) / 100)
          row.angularRate = SIMD3(random.normal(), 0, 0)
          return row
        }))
    #expect(moved.remarks.contains { $0.contains("gyroscope was moved") })
    #expect(moved.remarks.contains { $0.contains("shorter than ten minutes") })
    #expect(!character.remarks.contains { $0.contains("moved") })
  }
}
