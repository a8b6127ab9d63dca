import Foundation
import QuillonReferenceModel

/// A movement that is not a letter. The raw value is its label.
public enum Gesture: String, CaseIterable, Sendable {
  /// A quick straight stroke to the writer's left.
  case swipeLeft
  /// A quick straight stroke to the right.
  case swipeRight
  /// A quick straight stroke up.
  case swipeUp
  /// A quick straight stroke down.
  case swipeDown
  /// Two clockwise turns from the top. An O is one turn in the other direction.
  case circle
  /// To and fro along an arc, like waving good-bye.
  case wave
  /// To and fro on a line, as fast as possible.
  case shake
  /// The hand is held still.
  case rest
  /// Four sides, from the upper left corner, in either direction.
  case square
  /// Three sides, from the top, in either direction.
  case triangle
  /// Down and steeply up, like ticking an item on a list.
  case checkMark
  /// An eight that lies on its side. No model that comes with the project knows this gesture.
  case infinity

  /// The time that it takes, relative to a letter of the same shape.
  var pace: Double {
    switch self {
    case .swipeLeft, .swipeRight, .swipeUp, .swipeDown: 0.4
    case .shake: 0.35
    case .wave: 0.6
    case .circle: 0.7
    case .rest, .square, .triangle, .checkMark, .infinity: 1
    }
  }

  /// Its shape this time. `random` determines how far it reaches and how often it is repeated.
  func shape(random: inout SeededRandom) -> LetterShape {
    let reach = random.uniform(in: 0.8...1.2)
    switch self {
    case .swipeLeft: return LetterShape(start: SIMD2(1.3 * reach, 0.5), stretches: [.line(0, 0.5)])
    case .swipeRight: return LetterShape(start: SIMD2(0, 0.5), stretches: [.line(1.3 * reach, 0.5)])
    case .swipeUp: return LetterShape(start: SIMD2(0, reach), stretches: [.line(0, 0)])
    case .swipeDown: return LetterShape(start: SIMD2(0, 0), stretches: [.line(0, reach)])
    case .circle:
      let round = (1...16).map { step in
        let angle = Double(step) * .pi / 4
        return SIMD2(0.5 + 0.5 * sin(angle), 0.5 - 0.5 * cos(angle))
      }
      return LetterShape(start: SIMD2(0.5, 0), stretches: [.curve(round)])
    case .wave:
      return Self.toAndFro(sweeps: 3 + random.index(below: 3), reach: 1.1 * reach, bow: 0.25)
    case .shake:
      return Self.toAndFro(sweeps: 5 + random.index(below: 5), reach: 0.5 * reach, bow: 0)
    case .rest: return LetterShape(start: SIMD2(0, 0.5), stretches: [])
    case .square:
      return Self.closed(
        [SIMD2(0, 0), SIMD2(reach, 0), SIMD2(reach, 1), SIMD2(0, 1)], random: &random)
    case .triangle:
      return Self.closed(
        [SIMD2(0.5 * reach, 0), SIMD2(reach, 1), SIMD2(0, 1)], random: &random)
    case .checkMark:
      return LetterShape(
        start: SIMD2(0, 0.55), stretches: [.line(0.3, 1), .line(0.3 + 0.6 * reach, 0)])
    case .infinity:
      let round = (1...16).map { step in
        let angle = Double(step) * .pi / 8
        return SIMD2(0.8 * reach * (1 + sin(angle)), 0.5 - 0.35 * sin(2 * angle))
      }
      return LetterShape(start: SIMD2(0.8 * reach, 0.5), stretches: [.curve(round)])
    }
  }

  /// Straight sides from corner to corner and back to the first, in either direction.
  private static func closed(
    _ corners: [SIMD2<Double>], random: inout SeededRandom
  ) -> LetterShape {
    let others = Array(corners.dropFirst())
    let way = random.uniform() < 0.5 ? others : others.reversed()
    return LetterShape(
      start: corners[0], stretches: (way + [corners[0]]).map { .line($0.x, $0.y) })
  }

  private static func toAndFro(sweeps: Int, reach: Double, bow: Double) -> LetterShape {
    LetterShape(
      start: SIMD2(0, 0.5),
      stretches: (0..<sweeps).map { sweep in
        .curve([SIMD2(reach / 2, 0.5 - bow), SIMD2(sweep.isMultiple(of: 2) ? reach : 0, 0.5)])
      })
  }
}
