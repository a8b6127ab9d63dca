import Foundation
import HandMotion
import HostNumerics
import LivePage
import Motion
import Pipeline
import Recordings
import Testing
import Training

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
      guard case .verdict(let verdict) = event, case .scored(let scored) = stroke else {
        Issue.record("\(event) became \(stroke)")
        continue
      }
      #expect(scored.label == model.labels[Int(verdict.label)])
      #expect(scored.margin == verdict.margin.double)
      #expect(scored.isRejected == verdict.isRejected)
      #expect(scored.scores.count == model.labels.count)
      #expect(scored.scores[0].label == scored.label)
      #expect(abs(scored.scores[0].score - verdict.score.double) < 0x1p-11)
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

  @Test func aTapIsGivenUp() throws {
    var follower = StrokeFollower(model: try .lab)
    guard case .abandoned(.tooShort)? = try Pointer.strokes(through: [[5, 5]], &follower).last
    else {
      Issue.record("a tap is a letter")
      return
    }
  }
}

/// A pointer that draws with 60 points a second.
enum Pointer {
  /// The messages of a stroke through corners, pixels, 20 points to each.
  static func messages(through corners: [SIMD2<Double>]) -> [String] {
    var places = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst()) {
      places += (1...20).map { from + (to - from) * (Double($0) / 20) }
    }
    var points = places.enumerated().map { "[\($1.x),\($1.y),\(16_667 * $0),1]" }
    points.append("[\(places[places.count - 1].x),\(places[places.count - 1].y),9000000,0]")
    return [#"{"do":"touch","points":["# + points.joined(separator: ",") + "]}"]
  }

  /// What becomes of such a stroke.
  static func strokes(
    through corners: [SIMD2<Double>], _ follower: inout StrokeFollower
  ) throws -> [Stroke] {
    var strokes: [Stroke] = []
    for message in messages(through: corners) {
      guard case .touch(let points)? = PageCommand(message: Data(message.utf8)) else { continue }
      for point in points { if let stroke = follower.push(point) { strokes.append(stroke) } }
    }
    return strokes
  }
}
