import Foundation
import QuillonConversions
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Testing

/// Drawn letters as features: what a board would have sent, through the device's own code.
@Suite struct InkFeaturesTests {
  private typealias Point = InkSample.Point
  private typealias Stroke = InkSample.Stroke

  private func features(_ strokes: [Stroke]) throws -> [Double] {
    let result = FeatureExtraction.features(
      of: [InkSample(label: "A", writer: "w", strokes: strokes)])
    #expect(result.abandoned == [])
    let sample = try #require(result.samples.first)
    #expect(sample.label == "A" && sample.writer == "w")
    return sample.values
  }

  private func pen(_ points: [Point]) -> Stroke { Stroke(isPenDown: true, points: points) }

  private func hover(_ points: [Point]) -> Stroke { Stroke(isPenDown: false, points: points) }

  /// Points a step of 1 apart on the line from (x, y) in the direction (dx, dy).
  private func line(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double, _ count: Int) -> [Point] {
    (0..<count).map { Point(x: x + Double($0) * dx, y: y + Double($0) * dy) }
  }

  /// Integer points whose larger extent is 2²⁰ already, so that nothing is rescaled on the way.
  private func fullSizePoints(using random: inout SeededRandom) -> [(x: Int32, y: Int32)] {
    let middle = (0..<random.index(below: 60)).map { _ in
      (x: Int32(random.index(below: 1 << 20)), y: Int32(random.index(below: 1 << 19)))
    }
    return [(x: 0, y: 0)] + middle + [(x: 1 << 20, y: 0)]
  }

  private func touched(_ points: [(x: Int32, y: Int32)], times: [UInt32]) throws -> [Double] {
    let weights = [Int16](repeating: 0, count: 28)
    let model = LinearModel(labels: ["A"], weights: weights.span, weightStep: .one)
    var recognizer = Recognizer(model: try #require(model))
    for (point, time) in zip(points, times) {
      let event = recognizer.push(
        touchX: point.x, y: point.y, timestamp: time, pen: .down, minimumSize: 1)
      #expect(event == nil)
    }
    _ = recognizer.push(
      touchX: 0, y: 0, timestamp: times.last ?? 0, pen: .up, minimumSize: 1)
    let event = recognizer.finish()
    guard case .classification = event else {
      Issue.record("no verdict: \(String(describing: event))")
      return []
    }
    let features = recognizer.strokeFeatures()
    return (0..<28).map { Double(features[$0]) * 0x1p-14 }
  }

  /// Times rise, stand still, fall back and leave gaps of more than 131 ms.
  @Test func oneStrokeIsReadAsFromATouchSurface() throws {
    let seed: UInt64 = 290
    var random = SeededRandom(seed: seed)
    for trial in 0..<300 {
      let points = fullSizePoints(using: &random)
      var time = 0
      let times = points.indices.map { index in
        if index > 0 {
          time += [20_000, 400_000, 0, -4_000][trial % 4] + random.index(below: 9_999)
        }
        return UInt32(max(time, 0))
      }
      let ink = zip(points, times).map {
        Point(x: Double($0.x), y: Double($0.y), time: 7 + Double($1) * 1e-6)
      }
      #expect(
        try features([pen(ink)]) == touched(points, times: times), "seed \(seed), trial \(trial)")
    }
  }

  @Test func withoutTimesThePointsAreTenMillisecondsApart() throws {
    let seed: UInt64 = 291
    var random = SeededRandom(seed: seed)
    let points = fullSizePoints(using: &random)
    var ink = points.map { Point(x: Double($0.x), y: Double($0.y)) }
    let times = points.indices.map { UInt32($0) * 10_000 }
    let expected = try touched(points, times: times)
    #expect(try features([pen(ink)]) == expected, "seed \(seed)")
    // A time here and there is no time.
    ink[0].time = 1
    ink[1].time = 5
    #expect(try features([pen(ink)]) == expected, "seed \(seed)")
  }

  @Test func unitAndPlaceOfTheCoordinatesDoNotMatter() throws {
    var random = SeededRandom(seed: 292)
    let points = fullSizePoints(using: &random).map { Point(x: Double($0.x), y: Double($0.y)) }
    let moved = points.map { Point(x: $0.x / 1024 - 3_000, y: $0.y / 1024 + 70) }
    #expect(try features([pen(moved)]) == features([pen(points)]))
  }

  /// A T of two strokes: from the end of the bar to the top of the stem it is 5, so 4 points lie
  /// between.
  @Test func strokesAreJoinedByTheWayOfTheLiftedPen() throws {
    let (bar, stem) = (line(0, 0, 1, 0, 11), line(5, 0, 0, 1, 11))
    let joined = bar + line(9, 0, -1, 0, 4) + stem
    #expect(try features([pen(bar), pen(stem)]) == features([pen(joined)]))
    #expect(try features([pen(bar), pen([]), pen(stem)]) == features([pen(joined)]))
    #expect(try features([pen(bar), pen(stem)]) != features([pen(bar + stem)]))
    let (dash, drop) = (line(0, 0, 1, 0, 3), line(2, 6, 0, 1, 2))
    let few = dash + line(2, 1, 0, 1, 5) + drop
    #expect(try features([pen(dash), pen(drop)]) == features([pen(few)]))
  }

  @Test func theWayTakesTheTimeBetweenTheStrokes() throws {
    func timed(_ points: [Point], from start: Double, step: Double) -> [Point] {
      points.enumerated().map {
        Point(x: $1.x, y: $1.y, time: start + Double($0) * step)
      }
    }
    let bar = timed(line(0, 0, 1, 0, 11), from: 3, step: 0.01)
    let stem = timed(line(5, 0, 0, 1, 11), from: 3.3, step: 0.02)
    let way = timed(line(9, 0, -1, 0, 4), from: 3.14, step: 0.04)
    let (apart, joined) = (
      try features([pen(bar), pen(stem)]), try features([pen(bar + way + stem)])
    )
    // Times in whole microseconds may fall on either side of a half.
    #expect(zip(apart, joined).allSatisfy { abs($0 - $1) < 2e-4 })
    #expect(apart[0] < 0.2 && apart[3] > 0.3)
  }

  @Test func hoverCountsBetweenStrokesOnly() throws {
    let (bar, stem) = (line(0, 0, 1, 0, 11), line(5, 0, 0, 1, 11))
    let detour = line(9, 1, -1, 1, 4)
    let bare = try features([pen(bar), hover(detour), pen(stem)])
    #expect(bare != (try features([pen(bar), pen(stem)])))
    let far = line(-50, 80, 1, 0, 9)
    #expect(
      try features([hover(far), pen(bar), hover(detour), pen(stem), hover(far)]) == bare)
  }

  /// Far more points than fit: an even choice is kept, the last one among it.
  @Test func longLettersAreThinned() throws {
    let points = (0..<50_000).map { index in
      let angle = Double(index) / 49_999 * 1.5 * Double.pi
      return Point(x: cos(angle), y: sin(angle))
    }
    let kept = (0..<960).map { points[$0 * 49_999 / 959] }
    let thinned = try features([pen(points)])
    #expect(thinned == (try features([pen(kept)])))
    let width = (0..<9).reduce(0) { $0 + thinned[3 * $1 + 1] }
    let height = (0..<9).reduce(0) { $0 + thinned[3 * $1 + 2] }
    #expect(abs(width + 0.5) < 1e-3 && abs(height + 0.5) < 1e-3)
    #expect(try features([pen(Array(kept.dropLast()))]) != thinned)
  }

  @Test func whatIsNoLetterIsGivenUp() {
    let dot = [Point(x: 3, y: 4)]
    let letters = [
      InkSample(label: "A", writer: nil, strokes: [pen(dot)]),
      InkSample(label: "B", writer: nil, strokes: []),
      InkSample(label: "C", writer: nil, strokes: [hover(line(0, 0, 1, 1, 9))]),
      InkSample(label: "D", writer: nil, strokes: [pen(line(0, 0, 1, 1, 2))]),
      InkSample(label: "E", writer: nil, strokes: [hover(line(0, 0, 1, 1, 9)), pen(dot)]),
    ]
    let result = FeatureExtraction.features(of: letters)
    #expect(result.abandoned == ["A", "B", "C", "E"])
    #expect(result.samples.map(\.label) == ["D"])
  }

  /// A file may hold any finite number; squares and differences of the largest are infinite.
  @Test(arguments: [1e155, 1e200, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func extremeNumbersBreakNothing(size: Double) {
    let (a, b) = (
      [Point(x: -size, y: size, time: -size), Point(x: size, y: -size, time: size)],
      [Point(x: 0, y: size, time: 0), Point(x: size, y: 0, time: 1)]
    )
    for strokes in [[pen(a), pen(b)], [pen(b), pen(a)], [pen(a + b)]] {
      let result = FeatureExtraction.features(
        of: [InkSample(label: "A", writer: nil, strokes: strokes)])
      #expect(result.samples.count == 1)
      #expect(result.samples.allSatisfy { $0.values.allSatisfy { abs($0) <= 2 } })
    }
  }
}
