import Recordings
import SeededRandom
import Testing

/// Numbers in files must read as the nearest Double; the standard library's reader is the judge.
@Suite struct NumberReadingTests {
  private func expectSame(_ texts: [String], _ comment: Comment) throws {
    let lines = texts.map { "0,\($0),0,0" }.joined(separator: "\n")
    let trace = try trace("t,ax,ay,az\n\(lines)\n")
    try #require(trace.rows.count == texts.count)
    for (row, text) in zip(trace.rows, texts) {
      let expected = try #require(Double(text))
      #expect(row.specificForce?.x.bitPattern == expected.bitPattern, "\(text), \(comment)")
    }
  }

  @Test func edges() throws {
    try expectSame(
      [
        "0", "-0", "+0", "0.0", "-0.000", "1.", ".5", "-.5e1", "1e22", "1e23", "1e-22", "1e-23",
        "9007199254740992", "9007199254740993", "9007199254740993e22", "0.1", "0.3", "1e0005",
        "123456789012345678901234567890", "0.000000000000000000000000000000000001", "5e-324",
        "4.9406564584124654e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1e-400",
        "0e999999999999999999999", "8.5e+00", "7205759403792793.5", "7205759403792793199999e-5",
      ], "edges")
  }

  @Test(arguments: [11, 12, 13])
  func randomDigits(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func digits(_ bound: Int) -> String {
      (0..<random.index(below: bound)).map { _ in String(random.index(below: 10)) }.joined()
    }
    let texts = (0..<20_000).map { _ in
      let sign = ["", "-", "+"][random.index(below: 3)]
      let point = random.index(below: 4) == 0 ? "" : ".\(digits(12))"
      let exponent = random.index(below: 2) == 0 ? "" : "e\(random.index(below: 60) - 30)"
      return "\(sign)\(random.index(below: 10))\(digits(12))\(point)\(exponent)"
    }
    try expectSame(texts, "seed \(seed)")
  }

  @Test func shortestDecimalsOfAnyDouble() throws {
    var random = SeededRandom(seed: 14)
    let texts = (0..<20_000).map { _ in RandomRecordings.number(using: &random).description }
    try expectSame(texts, "seed 14")
  }
}
