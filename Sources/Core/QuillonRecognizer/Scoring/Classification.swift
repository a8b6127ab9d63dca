import QuillonNumerics

/// The result of classifying one stroke.
public struct Classification: Equatable, Sendable {
  /// The index of the best label in the model's list.
  public var label: UInt8
  /// The best label's score, Q19.12, clamped.
  public var score: Fixed<12>
  /// The best score minus its strongest rival, Q19.12, clamped. The rival is the second best label
  /// or the no-letter output. The margin is negative if the no-letter output scores highest.
  public var margin: Fixed<12>
  /// True if the margin is below the model's reject threshold. The label is then only a guess. Where
  /// the motion determines the pen, ``StrokeRecognizer/leastMargin`` counts instead.
  public var isRejected: Bool
  /// The next best labels. A person's layer and a mask count as for the answer.
  public var rivals: Rivals

  /// A classification from its parts.
  public init(
    label: UInt8, score: Fixed<12>, margin: Fixed<12>, isRejected: Bool, rivals: Rivals = Rivals()
  ) {
    self.label = label
    self.score = score
    self.margin = margin
    self.isRejected = isRejected
    self.rivals = rivals
  }
}
