import QuillonNumerics

/// A positive constant that converts a board's unit to the SI unit: mantissa · 2^−shift.
struct Scale: Equatable {
  /// 2³⁰…2³¹ − 1, so that its relative error is at most 2⁻³¹.
  var mantissa: Int32
  /// The number of fraction bits of the mantissa.
  var shift: Int32

  /// A 16-bit integer times the scale, in the format that the caller chooses: rounded to nearest,
  /// clamped.
  ///
  /// 2¹⁵ × Q(s), one term below 2⁴⁶; → Qf, where f < s < f + 32. Always inlined: for a constant
  /// scale the shift is constant, and little code remains.
  @inline(__always)
  func times<let f: Int>(_ integer: Int16) -> Fixed<f> {
    let product = WideSum(Int32(truncatingIfNeeded: integer), times: mantissa)
    return Fixed(bits: product.saturated(dropping: Int(truncatingIfNeeded: shift) &- f))
  }

  /// The scale divided by 2^`bits`, exact.
  func dividedByPowerOfTwo(_ bits: Int32) -> Self { Self(mantissa: mantissa, shift: shift &+ bits) }

  /// 1: the board sends SI units.
  static var one: Self { Self(mantissa: 1_073_741_824, shift: 30) }
  /// Standard gravity, 9.80665 m/s².
  static var gravity: Self { Self(mantissa: 1_316_226_282, shift: 27) }
  /// 1/1000 of standard gravity, m/s².
  static var milligravity: Self { Self(mantissa: 1_347_815_713, shift: 37) }
  /// 1/1,000,000 of standard gravity, m/s².
  static var microgravity: Self { Self(mantissa: 1_380_163_290, shift: 47) }
  /// A degree, π/180 rad.
  static var degree: Self { Self(mantissa: 1_199_381_129, shift: 36) }
  /// π, rad: half a turn.
  static var halfTurn: Self { Self(mantissa: 1_686_629_713, shift: 29) }
  /// A hundredth of a degree, rad.
  static var centidegree: Self { Self(mantissa: 1_535_207_845, shift: 43) }
  /// A thousandth of a degree, rad.
  static var millidegree: Self { Self(mantissa: 1_228_166_276, shift: 46) }
  /// A millionth of a degree, rad.
  static var microdegree: Self { Self(mantissa: 1_257_642_267, shift: 56) }
  /// A degree in an hour, rad/s.
  static var degreePerHour: Self { Self(mantissa: 1_364_629_196, shift: 48) }
  /// A turn in a minute, π/30 rad/s.
  static var revolutionPerMinute: Self { Self(mantissa: 1_799_071_694, shift: 34) }
  /// 1/100.
  static var hundredth: Self { Self(mantissa: 1_374_389_535, shift: 37) }
  /// A gradian, π/200 rad.
  static var gradian: Self { Self(mantissa: 1_079_443_016, shift: 36) }
  /// 1/1000.
  static var thousandth: Self { Self(mantissa: 1_099_511_628, shift: 40) }
  /// 1/1,000,000.
  static var millionth: Self { Self(mantissa: 1_125_899_907, shift: 50) }
  /// An inch, 0.0254 m.
  static var inch: Self { Self(mantissa: 1_745_474_709, shift: 36) }
  /// A foot, 0.3048 m.
  static var foot: Self { Self(mantissa: 1_309_106_032, shift: 32) }
  /// The gyroscope count of the Razor AHRS firmware, 0.06957°, rad.
  static var razorRate: Self { Self(mantissa: 1_335_055_123, shift: 40) }
  /// The gyroscope count of an MPU-6050 at its finest range, 1°/131, rad.
  static var mpuRate: Self { Self(mantissa: 1_171_914_386, shift: 43) }
  /// The gyroscope count of ST's sensors at ±250°/s, 8.75 m° (LSM6DS3, LSM9DS1, L3GD20H: data sheets, "angular rate sensitivity"), rad.
  static var stRate: Self { Self(mantissa: 1_343_306_865, shift: 43) }
  /// A gauss, 100 µT.
  static var gauss: Self { Self(mantissa: 1_677_721_600, shift: 24) }
  /// A milligauss, 0.1 µT.
  static var milligauss: Self { Self(mantissa: 1_717_986_918, shift: 34) }
  /// 50 µT, a typical strength of the Earth's field, for boards whose unit is the local field.
  static var localField: Self { Self(mantissa: 1_677_721_600, shift: 25) }
}
