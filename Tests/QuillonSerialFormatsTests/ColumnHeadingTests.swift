import QuillonSerialFormats
import Testing

/// Headings as makers' programs and people's sketches write them.
@Suite struct ColumnHeadingTests {
  private typealias Unit = ColumnHeading.Unit

  /// Names of the three quantities; `x` stands for the axis.
  private static let names: [(ColumnHeading.Quantity, [String])] = [
    (
      .specificForce,
      [
        "ax", "aX", "Ax", "acc_x", "accX", "AccX", "AcX", "accel.x", "accelX", "ACC_X",
        "accelerometer_x", "Accelerometer x",
        "Acceleration X", "acceleration.x", "IMU Acceleration x", "imu_ax", "ax_raw", "a_RS_S_x",
        "x_acc", "xAccel", "gFx", "fx",
        "totalAcceleration.x", "specific_force_x", "accSmooth[0]", "ax1", "acc x filtered",
        "accX(raw)",
      ]
    ),
    (
      .angularRate,
      [
        "gx", "gX", "Gx", "gyr_x", "GyrX", "GyX", "gyro_x", "gyroX", "GYRO_X", "gyroscope.x",
        "Gyroscope x", "wx", "omega_x",
        "angular_velocity.x", "angularVelocity_x", "rotationRate.x", "rotation_rate_x", "w_RS_S_x",
        "gyroADC[0]", "x_gyro",
      ]
    ),
    (
      .magneticField,
      ["mx", "magX", "mag_x", "Magnetometer x", "Magnetic field x", "magneticField.x", "compass_x"]
    ),
  ]

  private static let units: [(Unit, [String])] = [
    (.gravities, ["g", "G", "gee"]), (.milligravities, ["mg"]),
    (.metersPerSecondSquared, ["m/s^2", "m/s²", "m/s2", "m s^-2", "m/s/s", "m·s⁻²", "m/sec^2"]),
    (
      .degreesPerSecond,
      [
        "deg/s", "°/s", "dps", "deg/sec", "deg s^-1", "degrees/s", "degrees/sec", "degree/second",
        "°/second", "degrees per second", "deg per sec",
      ]
    ),
    (.millidegreesPerSecond, ["mdps", "mdeg/s", "millidegrees/s", "milli-degrees per second"]),
    (
      .radiansPerSecond,
      ["rad/s", "rad s^-1", "rad/sec", "radians/s", "radians/second", "radian/sec", "rad per s"]
    ),
    (.microteslas, ["uT", "µT", "μT", "microtesla"]),
    (.nanoteslas, ["nT"]), (.gausses, ["Gauss"]), (.milligausses, ["mGauss"]),
  ]

  private static let axes = ["x", "y", "z"]

  private static func named(_ name: String, axis: Int) -> String {
    // The last x is the axis, and the first of `x_acc`.
    let letters = Array(name)
    if let digit = letters.lastIndex(of: "0") {
      return String(letters[..<digit]) + "\(axis)" + String(letters[(digit + 1)...])
    }
    let place = letters.first == "x" ? 0 : letters.lastIndex { "xX".contains($0) } ?? 0
    let new = letters[place].isUppercase ? axes[axis].uppercased() : axes[axis]
    return String(letters[..<place]) + new + String(letters[(place + 1)...])
  }

  /// Every name with every axis and every unit of its kind, in every way to write a unit.
  @Test func namesAndUnitsAreUnderstood() {
    for (quantity, names) in Self.names {
      for name in names where name != "acc x filtered" {
        for axis in 0..<3 {
          let heading = ColumnHeading(Self.named(name, axis: axis).utf8)
          #expect(
            heading.quantity == quantity && heading.axis == axis, "\(Self.named(name, axis: axis))")
        }
      }
      for (unit, texts) in Self.units where Self.fits(unit, quantity) {
        for name in names where !name.contains("[") && !name.contains("(") && !name.hasPrefix("x") {
          for text in texts {
            for whole in [
              "\(name) (\(text))", "\(name)(\(text))", "\(name) [\(text)]", "\"\(name) (\(text))\"",
            ] {
              let heading = ColumnHeading(whole.utf8)
              #expect(
                heading.quantity == quantity && heading.axis == 0 && heading.unit == unit,
                "\(whole): \(heading)")
            }
          }
        }
      }
    }
  }

  private static func fits(_ unit: Unit, _ quantity: ColumnHeading.Quantity) -> Bool {
    switch unit {
    case .gravities, .milligravities, .metersPerSecondSquared: quantity == .specificForce
    case .degreesPerSecond, .millidegreesPerSecond, .radiansPerSecond: quantity == .angularRate
    default: quantity == .magneticField
    }
  }

  @Test(
    arguments: [
      ("acc_x_g", .specificForce, .gravities), ("ax_mg", .specificForce, .milligravities),
      ("acc_x_ms2", .specificForce, .metersPerSecondSquared),
      ("acc_x_m_s2", .specificForce, .metersPerSecondSquared),
      ("gyr_x_dps", .angularRate, .degreesPerSecond), ("gx_deg_s", .angularRate, .degreesPerSecond),
      ("gyro_x_mdps", .angularRate, .millidegreesPerSecond),
      ("gx_rad_s", .angularRate, .radiansPerSecond),
      ("gx_rads", .angularRate, .radiansPerSecond), ("mag_x_uT", .magneticField, .microteslas),
      ("X (m/s^2)", .specificForce, .metersPerSecondSquared),
      ("X (rad/s)", .angularRate, .radiansPerSecond),
      ("X (µT)", .magneticField, .microteslas), ("mag_x (mG)", .magneticField, .milligausses),
      ("Gx (g)", .specificForce, .gravities),
      ("ax (LSB)", .specificForce, .counts),
    ] as [(String, ColumnHeading.Quantity, ColumnHeading.Unit)])
  func aUnitMayBeAWord(name: String, quantity: ColumnHeading.Quantity, unit: ColumnHeading.Unit) {
    let heading = ColumnHeading(name.utf8)
    #expect(heading.quantity == quantity && heading.axis == 0 && heading.unit == unit, "\(heading)")
  }

  @Test(
    arguments: [
      ("t", nil), ("time", nil), ("Time", nil), ("timestamp", nil), ("Time (s)", .seconds),
      ("Time(s)", .seconds),
      ("t [ms]", .milliseconds), ("time_us", .microseconds), ("TimeUS", .microseconds),
      ("micros", .microseconds),
      ("millis", .milliseconds), ("ms", .milliseconds), ("us", .microseconds),
      ("timestamp_ms", .milliseconds),
      ("#timestamp [ns]", .nanoseconds), ("time_s", .seconds), ("seconds_elapsed", .seconds),
      ("\u{FEFF}time (µs)", .microseconds), ("Time since start in ms ", .milliseconds),
      ("S_1_Timestamp_Unix_CAL", nil), ("header.stamp.nanosec", .nanoseconds),
      ("timestamp_nsec", .nanoseconds),
    ] as [(String, ColumnHeading.Unit?)])
  func timesTellTheirUnit(name: String, unit: ColumnHeading.Unit?) {
    let heading = ColumnHeading(name.utf8)
    #expect(heading.quantity == .time && heading.unit == unit, "\(heading)")
  }

  @Test(
    arguments: [
      ("AngleX", .angle), ("roll", .angle), ("attitude.pitch", .angle), ("gravity.x", .gravity),
      ("userAcceleration.x", .linearAcceleration),
      ("Linear Acceleration x (m/s^2)", .linearAcceleration), ("aworldX", nil),
      ("temperature", .temperature), ("Tmp", .temperature), ("accBiasX", nil), ("foo", nil),
      ("", nil), ("index", nil),
      ("qw", .attitude), ("quat_z", .attitude), ("pen", .pen), ("GyroscopeUncalibrated x", nil),
      ("RSSI", nil), ("Offset", nil), ("time offset (us)", nil), ("X (degrees)", nil),
      ("yaw (degrees)", .angle), ("debug[3] (g)", nil),
    ] as [(String, ColumnHeading.Quantity?)])
  func otherQuantitiesAreToldApart(name: String, quantity: ColumnHeading.Quantity?) {
    #expect(ColumnHeading(name.utf8).quantity == quantity, "\(ColumnHeading(name.utf8))")
  }
}
