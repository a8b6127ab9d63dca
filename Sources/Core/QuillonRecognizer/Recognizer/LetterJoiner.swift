import QuillonNumerics

/// The state of joining strokes that may be parts of one letter. A rest of the hand can split a
/// letter.
///
/// The joiner holds a letter until no other part can follow. A stroke that comes soon enough is
/// classified on its own first, and then together with the held letter. If the joined reading is
/// better, the joiner holds the joined letter. If not, the held letter is read once more and then
/// reported: this restores its features for callers that train on them.
@usableFromInline
package struct LetterJoiner {
  /// What is being read.
  package enum Reading: UInt8 {
    /// Nothing that may be a part of a letter.
    case none
    /// The first part.
    case first
    /// The next part on its own.
    case next
    /// The held letter and the next part together.
    case both
    /// The held letter once more, before it is reported.
    case again
  }

  package var reading = Reading.none
  /// True while a letter is held. It is the oldest waiting stroke.
  @usableFromInline package var holds = false
  /// The classification of the held letter.
  var held = Classification(label: 0, score: .zero, margin: .zero, isRejected: true)
  /// How many slots (points and marks) the held letter occupies, and the larger of its width and
  /// height, m.
  var slots = 0
  var size = Fixed<23>.zero
  /// The margin of the next part on its own, Q19.12.
  var next = Fixed<12>.zero

  /// True from the first part until the letter is reported.
  var isActive: Bool { holds || reading != .none }

  /// True if the joined reading is better: its margin is larger than the margin of each part.
  func isBetter(_ both: Classification) -> Bool {
    both.margin > Swift.max(held.margin, next)
  }
}
