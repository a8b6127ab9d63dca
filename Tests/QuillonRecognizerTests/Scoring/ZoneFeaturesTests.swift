import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct ZoneFeaturesTests {
  /// An L: down the left side in three equal parts of the time, then along the bottom in the same.
  @Test func letterDrawnByHandGivesNumbersWorkedOutByHand() throws {
    var stroke = StrokeQueue()
    _ = stroke.begin()
    for step in Int32(0)...6 {
      _ = stroke.append(touchX: 0, y: step &* 100, microseconds: 32_000)
    }
    for step in Int32(1)...6 {
      _ = stroke.append(touchX: step &* 100, y: 600, microseconds: 32_000)
    }
    stroke.end(in: .touch, minimumSize: Fixed(bits: 1), time: 0)
    let features = ZoneFeatures(readingAll: &stroke)
    let values = try #require(features)
    // Twelve segments, two in each of the zones 0, 3 and 6 going down and 6, 7 and 8 going right.
    for (zone, share, x, y) in [
      (0, 2.0, 0.0, 2.0), (1, 0, 0, 0), (2, 0, 0, 0), (3, 2, 0, 2), (4, 0, 0, 0), (5, 0, 0, 0),
      (6, 4, 2, 2), (7, 2, 2, 0), (8, 2, 2, 0),
    ] {
      #expect(abs(Double(values[3 * zone]) / 16_384 - share / 12) < 0x1p-14, "zone \(zone)")
      #expect(abs(Double(values[3 * zone + 1]) / 16_384 - x / 6) < 0x1p-13, "zone \(zone)")
      #expect(abs(Double(values[3 * zone + 2]) / 16_384 - y / 6) < 0x1p-13, "zone \(zone)")
    }
    #expect(values[27] == 16_384)
  }

  @Test func agreesWithReferenceOnTheSamePoints() throws {
    let seed: UInt64 = 130
    var random = SeededRandom(seed: seed)
    for trial in 0..<2_000 {
      var stroke = StrokeQueue()
      _ = stroke.begin()
      let count = 2 + random.index(below: 200)
      for _ in 0..<count {
        _ = stroke.append(
          touchX: Int32(random.index(below: 1 << 20)), y: Int32(random.index(below: 1 << 20)),
          microseconds: UInt32(32 * (1 + random.index(below: 1_000))))
      }
      stroke.end(in: .touch, minimumSize: Fixed(bits: 1), time: 0)
      var points: [ReferenceInkPoint] = []
      var accumulator = ZoneAccumulator()
      var progress = StrokeQueue.Progress.busy
      while progress == .busy {
        progress = stroke.read(under: .undamped) { x, y, ticks in
          accumulator.add(x, y, ticks)
          points.append(
            ReferenceInkPoint(
              x: Double(x) / 16_384, y: Double(y) / 16_384, step: Double(ticks) * 32e-6))
        }
      }
      let features = ZoneFeatures(&accumulator)
      let exact = ReferenceInk.zoneFeatures(of: points)
      for index in 0..<28 {
        let clamped = min(max(exact[index], -2), 32_767.0 / 16_384)
        #expect(
          abs(Double(features[index]) / 16_384 - clamped) <= 0x1p-14,
          "seed \(seed) trial \(trial) value \(index)")
      }
    }
  }

  /// Every midpoint that two Q1.14 coordinates can have falls into the third that exact arithmetic
  /// gives, the bounds included.
  @Test func everyMidpointFallsIntoItsThird() throws {
    for twice in Int32(0)...32_768 {
      var stroke = StrokeQueue()
      _ = stroke.begin()
      let low = twice / 2
      let points = [Int32(0), 16_384, low, twice - low]
      // Twice as large, because projection halves the resolution, and in the middle of 16 bits.
      for x in points { _ = stroke.append(touchX: 2 &* x &- 16_384, y: 0, microseconds: 32) }
      stroke.end(in: .touch, minimumSize: Fixed(bits: 32_768), time: 0)
      let features = ZoneFeatures(readingAll: &stroke)
      let values = try #require(features)
      // The last segment moves by 0 or 1: its zone follows from the time it adds, one of three shares.
      let column = 3 * Double(twice) < 32_768 ? 0 : 3 * Double(twice) < 65_536 ? 1 : 2
      #expect(values[3 * column] >= 5_461, "midpoint \(twice)/2")
    }
  }

  @Test func withoutTimesEverySegmentCountsTheSame() throws {
    var stroke = StrokeQueue()
    _ = stroke.begin()
    for x in Int32(0)..<4 { _ = stroke.append(touchX: x, y: 0, microseconds: 0) }
    stroke.end(in: .touch, minimumSize: Fixed(bits: 3), time: 0)
    let features = ZoneFeatures(readingAll: &stroke)
    let values = try #require(features)
    for zone in 0..<3 { #expect(abs(Int(values[3 * zone]) - 5_461) <= 1) }
  }

  @Test func sharesOfTimeAddUpToOne() throws {
    let seed: UInt64 = 131
    var random = SeededRandom(seed: seed)
    for trial in 0..<500 {
      var stroke = StrokeQueue()
      _ = stroke.begin()
      for _ in 0..<1_000 {
        _ = stroke.append(
          touchX: random.edgyWord() &>> 2, y: random.edgyWord() &>> 2,
          microseconds: UInt32(random.index(below: 200_000)))
      }
      stroke.end(in: .touch, minimumSize: Fixed(bits: 1), time: 0)
      let features = ZoneFeatures(readingAll: &stroke)
      let values = try #require(features)
      let sum = (0..<9).reduce(0) { $0 + Int(values[3 * $1]) }
      #expect(abs(sum - 16_384) <= 9, "seed \(seed) trial \(trial)")
    }
  }
}
