import FixedPoint

/// What one example changed in a personal layer: steps along one direction, each in the row of what was meant and the
/// other way in that of a rival.
@usableFromInline
struct PersonalChange: Sendable {
  /// The most steps.
  static var most: Int { 3 }

  /// A step, in weights per activation.
  struct Move {
    var rival = 0
    var step = Fixed<16>.zero
  }

  var truth = 0
  var count = 0
  var moves = InlineArray<3, Move>(repeating: Move())
  var direction = InlineArray<128, Int16>(repeating: 0)

  @usableFromInline
  init() {}
}
