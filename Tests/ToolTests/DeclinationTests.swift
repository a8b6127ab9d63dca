import Foundation
import TestSupport
import Testing

@Suite struct DeclinationTests {
  private struct Answer: Decodable {
    var declination: Double
    var inclination: Double
    var total: Double
    var zone: String
    var model: String

    enum CodingKeys: String, CodingKey {
      case declination = "declination_deg"
      case inclination = "inclination_deg"
      case total = "total_nT"
      case zone, model
    }
  }

  @Test func `JSON has the declination with its unit`() throws {
    let result = try Tool.run(
      "declination", "--lat", "-12", "--lon", "-129", "--altitude", "40", "--date", "2025.5",
      "--json")
    #expect(result.code == 0)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    #expect(abs(answer.declination - 10.76) < 0.005)
    #expect(abs(answer.inclination + 15.46) < 0.005)
    #expect(abs(answer.total - 30199.248583) < 0.1)
    #expect(answer.zone == "reliable")
    #expect(answer.model == "WMM2025")
    #expect(result.errorOutput.isEmpty)
  }

  @Test func `People read lines with units, and are warned near a pole`() throws {
    let result = try Tool.run(
      "declination", "--lat", "86", "--lon", "140", "--date", "2026-06-01")
    #expect(result.code == 0)
    #expect(result.lines.count == 7)
    #expect(result.lines[0].hasPrefix("declination"))
    #expect(result.errorOutput.contains("no compass works"))
  }

  /// A day outside of the model changes the answer by less than its own error.
  @Test(arguments: ["2024-12-31", "2024-02-01", "2030-06-01"])
  func `Within a year of the model there is an answer and a warning`(_ date: String) throws {
    let result = try Tool.run("declination", "--lat", "50", "--lon", "8", "--date", date)
    #expect(result.code == 0 && result.lines.count == 7)
    #expect(result.errorOutput.contains("warning: WMM2025 is valid from 2025 to 2030"))
  }

  @Test func `What cannot be is refused with the next step`() throws {
    let late = try Tool.run("declination", "--lat", "50", "--lon", "8", "--date", "2031-02-01")
    #expect(late.code == 2)
    #expect(
      late.errorOutput.contains("from 2025 to 2030, not in 2031.1: give a --date in this range"))
    let nowhere = try Tool.run("declination", "--lat", "91", "--lon", "8")
    #expect(nowhere.code == 2)
    #expect(nowhere.errorOutput.contains("give a latitude of -90...90"))
    let never = try Tool.run("declination", "--lat", "50", "--lon", "8", "--date", "soon")
    #expect(never.code == 2)
    #expect(never.errorOutput.contains("give one like 2027-03-01"))
  }
}
