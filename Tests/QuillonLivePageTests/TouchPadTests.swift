import Foundation
import QuillonBridge
import QuillonLivePage
import QuillonRecognizer
import QuillonTraining
import Testing

@Suite struct TouchPadTests {
  @Test func pointsOfAPointerAreScoredToo() throws {
    var pad = TouchPad(model: try LoadedModel.lab.labeled)
    let corners: [SIMD2<Double>] = [[20, 10], [20, 110], [80, 110]]
    guard case .letter(let letter)? = try Pointer.strokes(through: corners, &pad).last,
      let ink = letter.reading?.ink
    else {
      Issue.record("the stroke was not scored")
      return
    }
    #expect(letter.label == "L")
    #expect(ink.first.map { $0.x + $0.y } == 0)
    #expect(ink.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
  }

  /// A T whose stem begins so long after its bar has ended, ms: one letter if that is soon, else two.
  @Test(arguments: [(300, 1), (499, 1), (500, 2), (900, 2)])
  func strokesThatFollowSoonAreOneLetter(pause: UInt32, count: Int) throws {
    var pad = TouchPad(
      model: try LoadedModel.packed.labeled, writing: WritingSettings(penUpTime: 500))
    let (bar, stem): ([SIMD2<Double>], [SIMD2<Double>]) = (
      [[10, 10], [90, 10]], [[50, 10], [50, 110]]
    )
    // The browser's clock wraps between them.
    let start = UInt32.max - 500_000
    var strokes = try Pointer.strokes(through: bar, &pad, from: start)
    let end = start &+ 1_000 * (Pointer.duration(of: bar) + pause)
    strokes += try Pointer.strokes(through: stem, &pad, from: end)
    #expect(strokes.count == count - 1)
    let later = end &+ 1_000 * (Pointer.duration(of: stem) + 500)
    strokes += try Pointer.strokes(of: ["[0,0,\(later),0]"], &pad)
    #expect(strokes.count == count)
    guard count == 1, case .letter(let letter)? = strokes.first else { return }
    #expect(letter.label == "T")
    // From stroke to stroke there are no points.
    #expect(letter.reading?.ink.count == 42)
  }

  @Test func aTapIsGivenUp() throws {
    var pad = TouchPad(model: try LoadedModel.lab.labeled)
    guard case .abandoned(.tooShort, _)? = try Pointer.strokes(through: [[5, 5]], &pad).last
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
    through corners: [SIMD2<Double>], _ pad: inout TouchPad, from start: UInt32 = 0
  ) throws -> [BridgeEvent] {
    try strokes(of: points(through: corners, from: start), &pad)
  }

  /// What becomes of such points.
  static func strokes(
    of points: [String], _ pad: inout TouchPad
  ) throws -> [BridgeEvent] {
    guard case .touch(let points, _)? = PageCommand(message: Data(message(of: points).utf8)) else {
      return []
    }
    var strokes: [BridgeEvent] = []
    for point in points { if let stroke = pad.push(point) { strokes.append(stroke) } }
    return strokes
  }
}
