/// Why a stroke was abandoned. An abandoned stroke has no classification, and no gate has checked
/// it.
public enum Abandonment: UInt8, CaseIterable, Sendable {
  /// Samples were missing for longer than the longest time step, so the path is not known.
  case gap = 0
  /// The pen went down and up again with fewer than two samples in between.
  case tooShort = 1
  /// The motion began the stroke, and the attitude of a board that sends raw sensor data had not
  /// converged: gravity was not known yet. This takes half a second.
  case notConverged = 2
}
