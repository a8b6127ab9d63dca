import QuillonBridge
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

@Suite struct FormatDetectorTests {
  private func bytes(_ name: String, seconds: Double) throws -> [UInt8] {
    let encoder = try #require(SensorEncoders.named(name))
    return try writtenWithoutPen("I", seed: 9).messages(by: encoder)
      .prefix(Int(100 * seconds)).flatMap(\.bytes)
  }

  @Test(arguments: BoardFormat.all.map(\.name))
  func everyFormatIsFoundFromTheMiddleOfAMessageOn(name: String) throws {
    let bytes = try bytes(name, seconds: 1)
    for start in [0, 1, 7, 23, 41] {
      // Columns without their header are identified by their number.
      var detector = FormatDetector()
      detector.push(bytes[(name == "csv" ? 0 : start)...])
      #expect(detector.best?.format.name == name, "from byte \(start)")
      #expect(detector.isSure)
    }
  }

  @Test(arguments: BoardFormat.all.map(\.name))
  func everyFormatIsFoundWhenOnePercentOfTheBytesIsWrong(name: String) throws {
    let seed: UInt64 = 91
    var faults = LineFaults(rates: LineFaults.Rates(flip: 0.01), seed: seed)
    var detector = FormatDetector()
    detector.push(faults.transmit(try bytes(name, seconds: 2)))
    #expect(detector.best?.format.name == name, "seed \(seed)")
  }

  @Test func noiseIsNoFormat() {
    let seed: UInt64 = 92
    var random = SeededRandom(seed: seed)
    var detector = FormatDetector()
    detector.push((0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    #expect(detector.best == nil, "seed \(seed)")
    #expect(!detector.isSure)
    #expect(detector.count == 20_000)
  }

  @Test func talkIsNoFormat() {
    var detector = FormatDetector()
    for _ in 0..<50 { detector.push("Initializing I2C devices...\r\nready, 3 tests\r\n".utf8) }
    #expect(detector.best == nil)
  }
}
