import Foundation
import QuillonConversions
import QuillonFusion
import QuillonLivePage
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import Testing

@Suite struct StrokeFollowerTests {
  @Test(arguments: [false, true])
  func itSaysWhatTheRecognizerSays(isPacked: Bool) throws {
    let model = try isPacked ? PageModel.packed : .lab
    let samples = try AirWriter(seed: 5).trace(of: "QUILLON").replaySamples.map(\.sample)
    var recognizer = Recognizer(model: model.letterModel)
    var events: [Event] = []
    for sample in samples { if let event = recognizer.push(sample) { events.append(event) } }
    while let event = recognizer.finish() { events.append(event) }

    var follower = StrokeFollower(model: model)
    var strokes: [Stroke] = []
    for sample in samples { if let stroke = follower.push(sample) { strokes.append(stroke) } }

    #expect(events.count == 7)
    try #require(strokes.count == events.count)
    for (event, stroke) in zip(events, strokes) {
      guard case .classification(let classification) = event, case .scored(let scored) = stroke
      else {
        Issue.record("\(event) became \(stroke)")
        continue
      }
      #expect(scored.label == model.labels[Int(classification.label)])
      #expect(scored.margin == classification.margin.double)
      #expect(scored.isRejected == classification.isRejected)
      #expect(scored.scores.count == model.labels.count)
      #expect(scored.scores[0].label == scored.label)
      #expect(abs(scored.scores[0].score - classification.score.double) < 0x1p-11)
      #expect(
        abs(scored.scores[0].score - scored.scores[1].score - scored.margin) < 0x1p-11)
      #expect(scored.ink.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
      #expect(scored.ink.count > 20)
    }
  }

  @Test func pointsOfAPointerAreScoredToo() throws {
    var follower = StrokeFollower(model: try .lab)
    let corners: [SIMD2<Double>] = [[20, 10], [20, 110], [80, 110]]
    guard case .scored(let scored)? = try Pointer.strokes(through: corners, &follower).last else {
      Issue.record("the stroke was not scored")
      return
    }
    #expect(scored.label == "L")
    #expect(scored.ink.first.map { $0.x + $0.y } == 0)
    #expect(scored.ink.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
  }

  /// A T whose stem begins so long after its bar has ended, ms: one letter if that is soon, else two.
  @Test(arguments: [(300, 1), (499, 1), (500, 2), (900, 2)])
  func strokesThatFollowSoonAreOneLetter(pause: UInt32, count: Int) throws {
    var follower = StrokeFollower(
      model: try .packed, writing: WritingSettings(penUpTime: 500))
    let (bar, stem): ([SIMD2<Double>], [SIMD2<Double>]) = (
      [[10, 10], [90, 10]], [[50, 10], [50, 110]]
    )
    // The browser's clock wraps between them.
    let start = UInt32.max - 500_000
    var strokes = try Pointer.strokes(through: bar, &follower, from: start)
    let end = start &+ 1_000 * (Pointer.duration(of: bar) + pause)
    strokes += try Pointer.strokes(through: stem, &follower, from: end)
    #expect(strokes.count == count - 1)
    let later = end &+ 1_000 * (Pointer.duration(of: stem) + 500)
    strokes += try Pointer.strokes(of: ["[0,0,\(later),0]"], &follower)
    #expect(strokes.count == count)
    guard count == 1, case .scored(let scored)? = strokes.first else { return }
    #expect(scored.label == "T")
    // From stroke to stroke there are no points.
    #expect(scored.ink.count == 42)
  }

  @Test func aTapIsGivenUp() throws {
    var follower = StrokeFollower(model: try .lab)
    guard case .abandoned(.tooShort)? = try Pointer.strokes(through: [[5, 5]], &follower).last
    else {
      Issue.record("a tap is a letter")
      return
    }
  }
}

/// A pointer that draws with 60 points a second, and is lifted with the last.
enum Pointer {
  /// How long a stroke through corners takes, ms.
  static func duration(of corners: [SIMD2<Double>]) -> UInt32 {
    17 * 20 * UInt32(corners.count - 1)
  }

  /// The points of a stroke through corners, pixels, 20 of them to each, from a moment on, µs.
  private static func points(through corners: [SIMD2<Double>], from start: UInt32) -> [String] {
    var places = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst()) {
      places += (1...20).map { from + (to - from) * (Double($0) / 20) }
    }
    let end = start &+ 1_000 * duration(of: corners)
    return places.enumerated().map {
      "[\($1.x),\($1.y),\(start &+ 17_000 * UInt32($0)),1]"
    } + ["[\(corners[corners.count - 1].x),\(corners[corners.count - 1].y),\(end),0]"]
  }

  /// The messages of a stroke through corners, which no other follows.
  static func messages(through corners: [SIMD2<Double>]) -> [String] {
    let later = 1_000 * (duration(of: corners) + 1_000)
    return [points(through: corners, from: 0), ["[0,0,\(later),0]"]].map(message)
  }

  private static func message(of points: [String]) -> String {
    #"{"do":"touch","points":["# + points.joined(separator: ",") + "]}"
  }

  /// What becomes of such a stroke.
  static func strokes(
    through corners: [SIMD2<Double>], _ follower: inout StrokeFollower, from start: UInt32 = 0
  ) throws -> [Stroke] {
    try strokes(of: points(through: corners, from: start), &follower)
  }

  /// What becomes of such points.
  static func strokes(
    of points: [String], _ follower: inout StrokeFollower
  ) throws -> [Stroke] {
    guard case .touch(let points)? = PageCommand(message: Data(message(of: points).utf8)) else {
      return []
    }
    var strokes: [Stroke] = []
    for point in points { if let stroke = follower.push(point) { strokes.append(stroke) } }
    return strokes
  }
}
