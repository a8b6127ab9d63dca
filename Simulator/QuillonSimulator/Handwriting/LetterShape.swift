/// A letter as one stroke in a box of height 1. x points right from 0; y points down from 0 to 1.
public struct LetterShape: Equatable, Sendable {
  /// A part of the stroke between two corners.
  public enum Stretch: Equatable, Sendable {
    /// A straight line from the pen's position to (x, y).
    case line(Double, Double)
    /// A smooth curve from the pen's position through the points to the last of them.
    case curve([SIMD2<Double>])

    /// The points of the part, without its start.
    public var points: [SIMD2<Double>] {
      switch self {
      case .line(let x, let y): [SIMD2(x, y)]
      case .curve(let points): points
      }
    }
  }

  /// Where the pen goes down.
  public var start: SIMD2<Double>
  /// The parts that it draws from there, in order. There is a corner between each two.
  public var stretches: [Stretch]

  /// A shape from its parts.
  public init(start: SIMD2<Double>, stretches: [Stretch]) {
    self.start = start
    self.stretches = stretches
  }

  /// Where the pen goes up.
  public var end: SIMD2<Double> { stretches.last?.points.last ?? start }

  /// The letters with shapes, in order.
  public static let alphabet: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// The digits with shapes, in order.
  public static let digits: [Character] = Array("0123456789")

  /// The shape of a capital letter from A to Z, of a digit, or of a dash, "-", which is a stroke to
  /// the right; nil for any other character.
  public init?(_ letter: Character) {
    guard let shape = Self.shapes[letter] else { return nil }
    self = shape
  }
}
