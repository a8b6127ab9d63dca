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
    (.acceleration(.gravities), ["g", "G", "gee"]), (.acceleration(.milligravities), ["mg"]),
    (
      .acceleration(.metersPerSecondSquared),
      ["m/s^2", "m/s²", "m/s2", "m s^-2", "m/s/s", "m·s⁻²", "m/sec^2"]
    ),
    (
      .rate(.degreesPerSecond),
      [
        "deg/s", "°/s", "dps", "deg/sec", "deg s^-1", "degrees/s", "degrees/sec", "degree/second",
        "°/second", "degrees per second", "deg per sec",
      ]
    ),
    (
      .rate(.millidegreesPerSecond),
      ["mdps", "mdeg/s", "millidegrees/s", "milli-degrees per second"]
    ),
    (
      .rate(.radiansPerSecond),
      ["rad/s", "rad s^-1", "rad/sec", "radians/s", "radians/second", "radian/sec", "rad per s"]
    ),
    (.acceleration(.microgravities), ["µg", "ug"]),
    (.acceleration(.centimetersPerSecondSquared), ["cm/s^2", "cm/s²", "cm s^-2", "cm/s/s", "Gal"]),
    (.acceleration(.millimetersPerSecondSquared), ["mm/s^2", "mm/s²", "mm s^-2"]),
    (.acceleration(.feetPerSecondSquared), ["ft/s^2", "ft/s²", "ft/s/s"]),
    (.acceleration(.inchesPerSecondSquared), ["in/s^2", "in/s²", "in/s/s"]),
    (.rate(.centidegreesPerSecond), ["cdeg/s", "centidegrees/s"]),
    (.rate(.gradiansPerSecond), ["grad/s", "gon/s"]),
    (.rate(.microradiansPerSecond), ["µrad/s", "urad/s"]),
    (.rate(.milliradiansPerSecond), ["mrad/s", "milliradians/s"]),
    (.rate(.microdegreesPerSecond), ["µdps", "udps", "µdeg/s", "µ°/s"]),
    (
      .rate(.degreesPerHour),
      ["deg/h", "°/h", "°/hr", "deg/hr", "degrees/hour", "degrees per hour"]
    ),
    (.rate(.revolutionsPerMinute), ["rpm", "RPM", "rev/min", "revolutions per minute"]),
    (.rate(.revolutionsPerSecond), ["rev/s", "rev/sec", "turns/s", "revolutions per second"]),
    (.field(.microteslas), ["uT", "µT", "μT", "microtesla"]), (.field(.teslas), ["T", "tesla"]),
    (.field(.nanoteslas), ["nT"]), (.field(.gausses), ["Gauss"]),
    (.field(.milligausses), ["mGauss"]),
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
    case .acceleration: quantity == .specificForce
    case .rate: quantity == .angularRate
    case .field: quantity == .magneticField
    default: false
    }
  }

  @Test(
    arguments: [
      ("acc_x_g", .specificForce, .acceleration(.gravities)),
      ("ax_mg", .specificForce, .acceleration(.milligravities)),
      ("acc_x_ms2", .specificForce, .acceleration(.metersPerSecondSquared)),
      ("acc_x_m_s2", .specificForce, .acceleration(.metersPerSecondSquared)),
      ("gyr_x_dps", .angularRate, .rate(.degreesPerSecond)),
      ("gx_deg_s", .angularRate, .rate(.degreesPerSecond)),
      ("gyro_x_mdps", .angularRate, .rate(.millidegreesPerSecond)),
      ("gx_rad_s", .angularRate, .rate(.radiansPerSecond)),
      ("gx_rads", .angularRate, .rate(.radiansPerSecond)),
      ("mag_x_uT", .magneticField, .field(.microteslas)),
      ("X (m/s^2)", .specificForce, .acceleration(.metersPerSecondSquared)),
      ("X (rad/s)", .angularRate, .rate(.radiansPerSecond)),
      ("X (µT)", .magneticField, .field(.microteslas)),
      ("mag_x (mG)", .magneticField, .field(.milligausses)),
      ("Gx (g)", .specificForce, .acceleration(.gravities)),
      ("Acceleration in g's X", .specificForce, .acceleration(.gravities)),
      ("Rotation in deg/sec x", .angularRate, .rate(.degreesPerSecond)),
      ("ax (LSB)", .specificForce, .counts),
    ] as [(String, ColumnHeading.Quantity, ColumnHeading.Unit)])
  func aUnitMayBeAWord(name: String, quantity: ColumnHeading.Quantity, unit: ColumnHeading.Unit) {
    let heading = ColumnHeading(name.utf8)
    #expect(heading.quantity == quantity && heading.axis == 0 && heading.unit == unit, "\(heading)")
  }

  /// A number in brackets behind an axis is that of the sensor, as X-CUBE-MEMS1 writes it.
  @Test(arguments: ["ACC", "GYR", "MAG", "acc", "gyro"], 0..<4)
  func anAxisBeforeBracketsCounts(name: String, sensor: Int) {
    let quantity: ColumnHeading.Quantity =
      switch name.lowercased().first {
      case "a": .specificForce
      case "g": .angularRate
      default: .magneticField
      }
    for (axis, letter) in ["X", "Y", "Z"].enumerated() {
      for text in ["\(name)_\(letter)[\(sensor)]", "\(name) \(letter) [\(sensor)]"] {
        let heading = ColumnHeading(text.utf8)
        #expect(heading.quantity == quantity && heading.axis == axis, "\(text): \(heading)")
      }
    }
  }

  @Test(
    arguments: [
      ("t", nil), ("time", nil), ("Time", nil), ("timestamp", nil), ("Time (s)", .time(.seconds)),
      ("Time(s)", .time(.seconds)),
      ("t [ms]", .time(.milliseconds)), ("time_us", .time(.microseconds)),
      ("TimeUS", .time(.microseconds)),
      ("micros", .time(.microseconds)),
      ("millis", .time(.milliseconds)), ("ms", .time(.milliseconds)), ("us", .time(.microseconds)),
      ("timestamp_ms", .time(.milliseconds)),
      ("#timestamp [ns]", .time(.nanoseconds)), ("time_s", .time(.seconds)),
      ("seconds_elapsed", .time(.seconds)),
      ("\u{FEFF}time (µs)", .time(.microseconds)),
      ("Time since start in ms ", .time(.milliseconds)),
      ("S_1_Timestamp_Unix_CAL", nil), ("header.stamp.nanosec", .time(.nanoseconds)),
      ("timestamp_nsec", .time(.nanoseconds)),
    ] as [(String, ColumnHeading.Unit?)])
  func timesTellTheirUnit(name: String, unit: ColumnHeading.Unit?) {
    let heading = ColumnHeading(name.utf8)
    #expect(heading.quantity == .time && heading.unit == unit, "\(heading)")
  }

  @Test(
    arguments: [
      ("AngleX", .angle), ("roll", .angle), ("attitude.pitch", .angle), ("gravity.x", .gravity),
      ("motionGravityX(G)", .gravity), ("accelerationIncludingGravity.x", .specificForce),
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
