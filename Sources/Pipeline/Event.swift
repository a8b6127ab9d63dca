import Ink
import Recognition
import Wire

/// What the recognizer has to say after a sample.
public enum Event: Equatable, Sendable {
  /// A stroke ended and was scored.
  case verdict(Verdict)
  /// A stroke was given up, for the reason told; the next pen-down starts a new one.
  case abandoned(Reason)
  /// A stroke was not read as a letter, because a gate found that it is none.
  case rejected(Rejection)

  /// Why a stroke was given up.
  public enum Reason: UInt8, Sendable {
    /// Samples were missing for longer than the longest time step, so the path is not known.
    case gap = 0
    /// The pen went down and up again with fewer than two samples in between.
    case tooShort = 1
    /// The attitude of a raw board was not known well enough yet: let it rest for some seconds.
    case unsettled = 2
  }
}

/// What has happened since the start, each counted up to 2³² − 1.
public struct RecognizerCounters: Equatable, Sendable {
  /// Samples pushed.
  public var samples = Counter()
  /// Samples without an attitude, which tell nothing about the path and were left out.
  public var withoutAttitude = Counter()
  /// Samples of a raw board that came before its attitude was known well enough, and were left out.
  public var unsettled = Counter()
  /// Time steps longer than the longest, which reset velocity and position.
  public var gaps = Counter()
  /// Strokes that ended because the buffer was full.
  public var fullStrokes = Counter()

  /// All at 0.
  public init() {}
}
