import QuillonNumerics

/// What the recognizer has to say after a sample.
public enum Event: Equatable, Sendable {
  /// A stroke ended and was scored.
  case classification(Classification)
  /// A stroke was given up, for the reason told; the next pen-down starts a new one.
  case abandoned(Reason)
  /// A stroke was not read as a letter, because a gate found that it is none.
  case rejected(Rejection)

  /// Why a stroke was given up.
  public typealias Reason = Abandonment
}

/// What has happened since the start, each counted up to 2³² − 1.
public struct RecognizerCounters: Equatable, Sendable {
  /// Samples pushed.
  public var samples = Counter()
  /// Samples without an attitude, which tell nothing about the path and were left out.
  public var withoutAttitude = Counter()
  /// Samples of a raw board that came before its attitude was known well enough, and were left out.
  public var notConverged = Counter()
  /// Time steps longer than the longest, which reset velocity and position.
  public var gaps = Counter()
  /// Strokes that were given up because the attitude was not known well enough yet.
  public var strokesBeforeConvergence = Counter()
  /// Strokes that ended because the buffer was full.
  public var fullStrokes = Counter()

  /// All at 0.
  public init() {}
}
