import QuillonNumerics

/// The accuracy of a calibrated sensor. The raw values are one more than those of Apple's `CMMagneticFieldCalibrationAccuracy`, where −1 is
/// uncalibrated.
public enum CalibrationAccuracy: UInt8, Comparable, Sendable {
  /// There is too little data, or it fits no ellipsoid: the readings are not corrected.
  case uncalibrated = 0
  /// The direction is wrong by at most about 6°.
  case low = 1
  /// The direction is wrong by at most about 2°.
  case medium = 2
  /// The direction is wrong by at most about 1°.
  case high = 3

  /// The accuracy of a fit with this relative spread and coverage, each 0…1, Q1.30.
  ///
  /// A relative spread σ of the radius comes with errors of the direction of about σ rad. In a part
  /// of the sphere without data the fit is a guess, however well it fits the rest.
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
  /// `count` percent, 0…100, within 100 ulp.
  fileprivate static func percent(_ count: Int32) -> Self { Self(bits: count &* 10_737_418) }
}
