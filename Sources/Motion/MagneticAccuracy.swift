/// How far a magnetic field's direction can be trusted.
public enum MagneticAccuracy: UInt8, Comparable, Sendable {
  /// Not at all: the iron on the board is still in it.
  case uncalibrated = 0
  /// It errs by about 6° at most.
  case low = 1
  /// By about 2°.
  case medium = 2
  /// By about 1°.
  case high = 3

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
