import QuillonNumerics

/// What is known of strokes that may be pieces of one letter, which a rest of the hand has split.
///
/// A letter is held until no other piece can follow. One that comes soon enough is read by itself and then together
/// with what is held. If both as one are better, they are held from then on; if not, what was held is told, once it has
/// been read again, so that who learns from it finds its numbers.
@usableFromInline
package struct LetterJoiner {
  /// What is being read.
  package enum Reading: UInt8 {
    /// Nothing that may be a piece.
    case none
    /// The first piece.
    case first
    /// The next one by itself.
    case next
    /// What is held and the next one.
    case both
    /// What is held, before it is told.
    case again
  }

  package var reading = Reading.none
  /// Whether a letter is held: the stroke that waits first.
  @usableFromInline package var holds = false
  /// What is to be told of it.
  var held = Classification(label: 0, score: .zero, margin: .zero, isRejected: true)
  /// How many points and marks it has, and the larger of its width and height, m.
  var slots = 0
  var size = Fixed<23>.zero
  /// The margin of the next piece by itself.
  var next = Fixed<12>.zero

  /// True from the first piece on until the letter is told.
  var isActive: Bool { holds || reading != .none }

  /// Whether both, read as one, are better than they are one by one: ahead by more than either is.
  func isBetter(_ both: Classification) -> Bool {
    both.margin > Swift.max(held.margin, next)
  }
}
