import QuillonRecordings
import QuillonReferenceModel
import Testing

/// Numbers in files must read as the nearest Double, in every spelling of a decimal.
@Suite struct NumberReadingTests {
  private func read(_ texts: [String]) throws -> [Double] {
    let lines = texts.map { "0,\($0),0,0" }.joined(separator: "\n")
    return try trace("t,ax,ay,az\n\(lines)\n").rows.compactMap(\.specificForce?.x)
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("+0", 0), ("-0.000", -0.0), ("1.", 1), (".5", 0.5), ("-.5e1", -5),
    ("+8.5e+00", 8.5), ("1E-3", 0.001), ("1e0005", 100_000), ("1e-400", 0), ("5e-324", 0x1p-1074),
    ("9007199254740993", 0x1p53), ("0e999999999999999999999", 0),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
  ])
  func spelling(text: String, value: Double) throws {
    #expect(try read([text]).map(\.bitPattern) == [value.bitPattern])
  }

  @Test func shortestDecimalsOfAnyDouble() throws {
    var random = SeededRandom(seed: 14)
    let numbers = (0..<20_000).map { _ in RandomRecordings.number(using: &random) }
    let copies = try read(numbers.map(\.description))
    #expect(copies.map(\.bitPattern) == numbers.map(\.bitPattern), "seed 14")
  }
}
