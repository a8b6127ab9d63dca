import QuillonNumerics

/// The units of the columns of text lines.
public struct ColumnUnits: Sendable {
  /// The unit of acceleration columns. Nil: determined from the first lines in which the board is
  /// nearly at rest.
  public var acceleration: Acceleration?
  /// The unit of rate columns. Nil: rad/s with m/s², counts with counts, otherwise °/s, as in
  /// Arduino's libraries.
  public var rate: Rate?
  /// The unit of the time column.
  public var time: Time

  /// Units of acceleration.
  public enum Acceleration: Sendable {
    /// g.
    case gravities
    /// g/1000.
    case milligravities
    /// m/s².
    case metersPerSecondSquared
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
  public enum Rate: Sendable {
    /// °/s.
    case degreesPerSecond
    /// rad/s.
    case radiansPerSecond
    /// MPU-6050 at ±250 °/s: 131 counts per °/s.
    case counts131
  }

  /// Units of time.
  public enum Time: Sendable {
    /// ms.
    case milliseconds
    /// µs.
    case microseconds
    /// s.
    case seconds
  }

  /// Units from their parts. By default they are determined as far as possible, and time is in ms.
  public init(acceleration: Acceleration? = nil, rate: Rate? = nil, time: Time = .milliseconds) {
    self.acceleration = acceleration
    self.rate = rate
    self.time = time
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
    switch magnitude {
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

  /// The value of one unit in m/s².
  var scale: Scale {
    switch self {
    case .gravities: .gravity
    case .milligravities: .milligravity
    case .metersPerSecondSquared: .one
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
    case .counts131: .mpuRate
    }
  }
}

extension ColumnUnits.Time {
  /// The value of one unit in µs.
  var microseconds: UInt32 {
    switch self {
    case .microseconds: 1
    case .milliseconds: 1000
    case .seconds: 1_000_000
    }
  }
}
