import QuillonNumerics

/// What the recognizer reports after a sample.
public enum Event: Equatable, Sendable {
  /// A stroke ended and was scored.
  case classification(Classification)
  /// A stroke was abandoned for the given reason. The next pen-down starts a new one.
  case abandoned(Reason)
  /// A gate found that a stroke is no letter. The stroke was not classified.
  case rejected(Rejection)

  /// Why a stroke was abandoned.
  public typealias Reason = Abandonment
}

/// Counts of events since the start. Each counter stops at 2³² − 1.
public struct RecognizerCounters: Equatable, Sendable {
  /// Samples pushed.
  public var samples = Counter()
  /// Samples without an attitude. They can't continue the path and were skipped.
  public var withoutAttitude = Counter()
  /// Samples of a board that sends raw sensor data before its attitude had converged, where the motion determines the pen.
  public var notConverged = Counter()
  /// Time steps longer than the maximum step. Each one resets velocity and position.
  public var gaps = Counter()
  /// Strokes of the motion that were abandoned because the attitude had not converged.
  public var strokesBeforeConvergence = Counter()
  /// Strokes that ended because the buffer was full.
  public var fullStrokes = Counter()

  /// All counters at 0.
  public init() {}
}
