import QuillonNumerics

/// What the recognizer says of one stroke.
public struct Classification: Equatable, Sendable {
  /// The index of the best label in the model's list.
  public var label: UInt8
  /// The best label's score, Q19.12, clamped.
  public var score: Fixed<12>
  /// The best score minus the next: the second best label's, or that of no letter, which makes it negative where
  /// the stroke looks less like any letter; Q19.12, clamped.
  public var margin: Fixed<12>
  /// True when the margin lies below the model's reject threshold: the label is then only a guess.
  public var isRejected: Bool

  /// A verdict from its parts.
  public init(label: UInt8, score: Fixed<12>, margin: Fixed<12>, isRejected: Bool) {
    self.label = label
    self.score = score
    self.margin = margin
    self.isRejected = isRejected
  }
}
