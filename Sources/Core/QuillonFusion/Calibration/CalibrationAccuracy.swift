import QuillonNumerics

/// How far a calibrated sensor can be trusted.
public enum CalibrationAccuracy: UInt8, Comparable, Sendable {
  /// Too little has been seen, or it fits no ellipsoid: the readings are as they come.
  case uncalibrated = 0
  /// The direction errs by about 6° at most.
  case low = 1
  /// By about 2°.
  case medium = 2
  /// By about 1°.
  case high = 3

  /// The accuracy of a fit of the given relative spread and coverage, 1, Q1.30.
  ///
  /// A spread of the radius by σ goes with errors of the direction of about σ rad. Of a part of the
  /// sphere that nobody has seen the fit is a guess, however well it fits the rest.
  init(spread: Fixed<30>, coverage: Fixed<30>) {
    self =
      switch true {
      case spread <= .percent(2) && coverage >= .percent(50): .high
      case spread <= .percent(4) && coverage >= .percent(25): .medium
      case spread <= .percent(10) && coverage >= .percent(8): .low
      default: .uncalibrated
      }
  }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension Fixed<30> {
  /// A hundredth times `count`, 0…100, within 100 ulp.
  fileprivate static func percent(_ count: Int32) -> Self { Self(bits: count &* 10_737_418) }
}
