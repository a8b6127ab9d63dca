/// Why a stroke was given up: there is no verdict on it, and no gate has looked at it.
public enum Abandonment: UInt8, CaseIterable, Sendable {
  /// Samples were missing for longer than the longest time step, so the path is not known.
  case gap = 0
  /// The pen went down and up again with fewer than two samples in between.
  case tooShort = 1
  /// The attitude of a raw board was not known well enough yet: let it rest for some seconds.
  case notConverged = 2
}
