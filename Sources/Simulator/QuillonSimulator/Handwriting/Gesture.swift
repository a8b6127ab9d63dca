import Foundation
import QuillonMath

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
  /// Down and steeply up, like ticking an item on a list. No model that comes with the project
  /// knows this gesture.
  case tick

  /// The time that it takes, relative to a letter of the same shape.
  var pace: Double {
    switch self {
    case .swipeLeft, .swipeRight, .swipeUp, .swipeDown: 0.4
    case .shake: 0.35
    case .wave: 0.6
    case .circle: 0.7
    case .rest, .tick: 1
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
    case .tick:
      return LetterShape(
        start: SIMD2(0, 0.55), stretches: [.line(0.3, 1), .line(0.3 + 0.6 * reach, 0)])
    }
  }

  private static func toAndFro(sweeps: Int, reach: Double, bow: Double) -> LetterShape {
    LetterShape(
      start: SIMD2(0, 0.5),
      stretches: (0..<sweeps).map { sweep in
        .curve([SIMD2(reach / 2, 0.5 - bow), SIMD2(sweep.isMultiple(of: 2) ? reach : 0, 0.5)])
      })
  }
}
