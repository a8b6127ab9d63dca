import QuillonNumerics

/// The units of the columns of text lines.
public struct ColumnUnits: Sendable {
  /// The unit of acceleration columns. Nil: as the heading specifies, else determined from the first lines in which the board
  /// is nearly at rest.
  public var acceleration: Acceleration?
  /// The unit of rate columns. Nil: as the heading specifies, else rad/s with m/s², counts with counts, otherwise °/s, as in
  /// Arduino's libraries.
  public var rate: Rate?
  /// The unit of the time column. Nil: as the heading specifies, else ms.
  public var time: Time?
  /// The unit of the field columns. Nil: as the heading specifies, else µT.
  public var field: Field?

  /// Units of acceleration.
  public enum Acceleration: CaseIterable, Sendable {
    /// g.
    case gravities
    /// g/1000.
    case milligravities
    /// g/1,000,000.
    case microgravities
    /// m/s².
    case metersPerSecondSquared
    /// cm/s², also called Gal.
    case centimetersPerSecondSquared
    /// mm/s².
    case millimetersPerSecondSquared
    /// ft/s².
    case feetPerSecondSquared
    /// in/s².
    case inchesPerSecondSquared
    /// ADXL345: 256 counts per g.
    case counts256
    /// MPU-6050 and similar at ±16 g: 2048 counts per g.
    case counts2048
    /// The same at ±8 g: 4096 counts per g.
    case counts4096
    /// The same at ±4 g: 8192 counts per g.
    case counts8192
    /// The same at ±2 g: 16384 counts per g.
    case counts16384
  }

  /// Units of angular rate.
  public enum Rate: CaseIterable, Sendable {
    /// °/s.
    case degreesPerSecond
    /// °/s/1000.
    case millidegreesPerSecond
    /// °/s/100.
    case centidegreesPerSecond
    /// °/s/1,000,000.
    case microdegreesPerSecond
    /// Gradians per second: 400 are a turn.
    case gradiansPerSecond
    /// °/h.
    case degreesPerHour
    /// Revolutions per second.
    case revolutionsPerSecond
    /// Revolutions per minute.
    case revolutionsPerMinute
    /// rad/s.
    case radiansPerSecond
    /// rad/s/1000.
    case milliradiansPerSecond
    /// rad/s/1,000,000.
    case microradiansPerSecond
    /// MPU-6050 and similar at ±250 °/s: 131 counts per °/s.
    case counts131
    /// The same at ±500 °/s: 65.5 counts per °/s.
    case counts65
    /// The same at ±1000 °/s: 32.8 counts per °/s.
    case counts33
    /// The same at ±2000 °/s: 16.4 counts per °/s.
    case counts16
    /// MotionCal's sketches: 16 counts per °/s.
    case counts16PerDegree
    /// ST's sensors at ±250 °/s: 8.75 m°/s a count.
    case counts114
    /// The same at ±500 °/s: 17.5 m°/s a count.
    case counts57
    /// The same at ±1000 °/s: 35 m°/s a count.
    case counts29
    /// The same at ±2000 °/s: 70 m°/s a count.
    case counts14
  }

  /// Units of time.
  public enum Time: CaseIterable, Sendable {
    /// ms.
    case milliseconds
    /// µs.
    case microseconds
    /// s.
    case seconds
    /// ns.
    case nanoseconds
  }

  /// Units of magnetic field.
  public enum Field: CaseIterable, Sendable {
    /// µT.
    case microteslas
    /// nT.
    case nanoteslas
    /// mT.
    case milliteslas
    /// T.
    case teslas
    /// G, 100 µT.
    case gausses
    /// G/1000.
    case milligausses
  }

  /// Units from their parts. By default they come from headings, or are determined as far as possible.
  public init(
    acceleration: Acceleration? = nil, rate: Rate? = nil, time: Time? = nil, field: Field? = nil
  ) {
    self.acceleration = acceleration
    self.rate = rate
    self.time = time
    self.field = field
  }

  /// These units, and those of `other` where these are not known.
  public func completed(by other: Self) -> Self {
    Self(
      acceleration: acceleration ?? other.acceleration, rate: rate ?? other.rate,
      time: time ?? other.time, field: field ?? other.field)
  }

  /// m/s², rad/s, µT.
  static var calibrated: Self {
    Self(acceleration: .metersPerSecondSquared, rate: .radiansPerSecond, field: .microteslas)
  }

  /// The counts of MotionCal's sketches: 8192 per g, 16 per °/s, 10 per µT (which is 1 mG).
  static var motionCal: Self {
    Self(acceleration: .counts8192, rate: .counts16PerDegree, field: .milligausses)
  }

  /// Adopts the unit of a heading for its quantity, unless that is known.
  public mutating func adopt(_ heading: ColumnHeading) {
    switch (heading.quantity, heading.unit) {
    case (.specificForce, .acceleration(let unit)), (.linearAcceleration, .acceleration(let unit)),
      (.gravity, .acceleration(let unit)):
      acceleration = acceleration ?? unit
    case (.angularRate, .rate(let unit)): rate = rate ?? unit
    case (.magneticField, .field(let unit)): field = field ?? unit
    case (.time, .time(let unit)): time = time ?? unit
    default: break
    }
  }

  /// The unit of rate that matches what is known.
  var effectiveRate: Rate {
    if let rate { return rate }
    return switch acceleration {
    case .metersPerSecondSquared: .radiansPerSecond
    case .counts2048, .counts4096, .counts8192, .counts16384: .counts131
    default: .degreesPerSecond
    }
  }
}

extension ColumnUnits.Acceleration {
  /// The unit in which this acceleration is about 1 g, from three quarters to five quarters of it;
  /// nil if none fits.
  ///
  /// Q.8 × Q.8 = Q.16 in the sum of squares, three terms below 2⁶² each; its root is Q.8.
  init?(atRest x: WireNumber, _ y: WireNumber, _ z: WireNumber) {
    guard let force: Vector3<8> = Vector3(x, y, z, .one) else { return nil }
    let magnitude = integerSquareRoot(wide: UInt64(bitPattern: force.squaredNorm.bits))
    let hasDecimals = (force.x.bits | force.y.bits | force.z.bits) & 0xFF != 0
    switch magnitude {
    // 9807 is nearer than 8192, and counts have no decimals.
    case 2_294_000...3_138_128 where hasDecimals: self = .millimetersPerSecondSquared
    case 192...320: self = .gravities
    case 1_883...3_138: self = .metersPerSecondSquared
    case 49_152...81_920: self = .counts256
    case 192_000...320_000: self = .milligravities
    case 393_216...655_360: self = .counts2048
    case 786_432...1_310_720: self = .counts4096
    case 1_572_864...2_621_440: self = .counts8192
    case 3_145_728...5_242_880: self = .counts16384
    default: return nil
    }
  }

  /// True for the counts of a converter, which have no decimals.
  public var isCount: Bool {
    switch self {
    case .counts256, .counts2048, .counts4096, .counts8192, .counts16384: true
    default: false
    }
  }

  /// The value of one unit in m/s².
  var scale: Scale {
    switch self {
    case .gravities: .gravity
    case .milligravities: .milligravity
    case .microgravities: .microgravity
    case .metersPerSecondSquared: .one
    case .centimetersPerSecondSquared: .hundredth
    case .millimetersPerSecondSquared: .thousandth
    case .feetPerSecondSquared: .foot
    case .inchesPerSecondSquared: .inch
    case .counts256: .gravity.dividedByPowerOfTwo(8)
    case .counts2048: .gravity.dividedByPowerOfTwo(11)
    case .counts4096: .gravity.dividedByPowerOfTwo(12)
    case .counts8192: .gravity.dividedByPowerOfTwo(13)
    case .counts16384: .gravity.dividedByPowerOfTwo(14)
    }
  }
}

extension ColumnUnits.Rate {
  /// The value of one unit in rad/s.
  var scale: Scale {
    switch self {
    case .degreesPerSecond: .degree
    case .radiansPerSecond: .one
    case .millidegreesPerSecond: .millidegree
    case .centidegreesPerSecond: .centidegree
    case .microdegreesPerSecond: .microdegree
    case .gradiansPerSecond: .gradian
    case .degreesPerHour: .degreePerHour
    case .revolutionsPerSecond: .halfTurn.dividedByPowerOfTwo(-1)
    case .revolutionsPerMinute: .revolutionPerMinute
    case .milliradiansPerSecond: .thousandth
    case .microradiansPerSecond: .millionth
    case .counts131: .mpuRate
    case .counts65: .mpuRate.dividedByPowerOfTwo(-1)
    case .counts33: .mpuRate.dividedByPowerOfTwo(-2)
    case .counts16: .mpuRate.dividedByPowerOfTwo(-3)
    case .counts16PerDegree: .degree.dividedByPowerOfTwo(4)
    case .counts114: .stRate
    case .counts57: .stRate.dividedByPowerOfTwo(-1)
    case .counts29: .stRate.dividedByPowerOfTwo(-2)
    case .counts14: .stRate.dividedByPowerOfTwo(-3)
    }
  }
}

extension ColumnUnits.Field {
  /// The value of one unit in µT.
  var scale: Scale {
    switch self {
    case .microteslas: .one
    case .nanoteslas: .thousandth
    case .milliteslas: Scale(mantissa: 2_097_152_000, shift: 21)
    case .teslas: Scale(mantissa: 2_048_000_000, shift: 11)
    case .gausses: .gauss
    case .milligausses: .milligauss
    }
  }
}

extension ColumnUnits.Time {
  /// The value of one unit in µs. A nanosecond is none.
  var microseconds: UInt32 {
    switch self {
    case .nanoseconds: 0
    case .microseconds: 1
    case .milliseconds: 1000
    case .seconds: 1_000_000
    }
  }
}
