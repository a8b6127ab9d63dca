import FixedPoint
import Geometry

/// The lines of i2cdevlib's MPU-6050 examples: a word, then numbers, with tabs between.
///
/// (jrowberg/i2cdevlib MPU6050_raw, MPU6050_DMP6, helper_3dmath)
///
/// - `quat w x y z`
/// - `ypr`, degrees: yaw by the inverse rotation, and the tilt of gravity; `euler`, degrees: turns of the
///   inverse rotation
/// - `areal x y z`: acceleration without gravity in body axes, 8192 per g
/// - `aworld x y z`: the same in the Earth's axes, not read
/// - `a/g: ax ay az gx gy gz`: counts, 16384 per g and 131 per °/s, specific force
///
/// Axes as printed on the board, z up; yaw starts at 0. Neither checksum nor time.
public struct TaggedLineFormat: LineContent {
  private var row = NumberRow()

  /// The format.
  public init() {}

  @inlinable public var hasMark: Bool { false }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  public mutating func judge(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> Rejection? {
    var line = LineReader(index: 0, end: length)
    guard let tag = Tag(&line, in: &window) else { return .structure }
    row.removeAll()
    line.skipBlanks(in: &window)
    while !line.isAtEnd {
      guard let number = line.number(in: &window), row.append(number) else { return .structure }
      line.skipBlanks(in: &window)
    }
    guard row.count == tag.numberCount else { return .length }
    reading = SensorReading()
    tag.read(&row, into: &reading)
    return (tag == .world || !reading.isEmpty) && reading.isPlausible ? nil : .implausible
  }

  private enum Tag {
    case quaternion
    case tilt
    case angles
    case linear
    case world
    case counts

    /// The tag at the beginning of the line, read with the blank after it.
    init?(_ line: inout LineReader, in window: inout ByteWindow) {
      // Four characters at once, the first one highest, tell the tags apart.
      let length: Int
      switch window.word(at: 0).byteSwapped {
      case 0x7175_6174: (self, length) = (.quaternion, 4)  // quat
      case 0x7970_7209, 0x7970_7220: (self, length) = (.tilt, 3)  // ypr and its blank
      case 0x6575_6C65 where window[4] == UInt8(ascii: "r"): (self, length) = (.angles, 5)  // eule
      case 0x6172_6561 where window[4] == UInt8(ascii: "l"): (self, length) = (.linear, 5)  // area
      case 0x6177_6F72 where window[4] == UInt8(ascii: "l") && window[5] == UInt8(ascii: "d"):
        (self, length) = (.world, 6)  // awor
      case 0x612F_673A: (self, length) = (.counts, 4)  // a/g:
      default: return nil
      }
      line.index = length
      let next = line.peek(in: &window)
      guard next == 0x09 || next == 0x20 else { return nil }
      line.index = length &+ 1
    }

    var numberCount: Int {
      switch self {
      case .quaternion: 4
      case .tilt, .angles, .linear, .world: 3
      case .counts: 6
      }
    }

    func read(_ row: inout NumberRow, into reading: inout SensorReading) {
      switch self {
      case .quaternion:
        reading.attitude = UnitQuaternion(row[0], row[1], row[2], row[3], .one)
      case .tilt:
        reading.attitude = UnitQuaternion(
          inverseYaw: row[0], pitch: row[1], roll: row[2], .degree)
      case .angles:
        reading.attitude =
          UnitQuaternion(yaw: row[0], pitch: row[1], roll: row[2], .degree)?.conjugate
      case .linear:
        reading.linearAcceleration = Vector3(
          row[0], row[1], row[2], .gravity.dividedByPowerOfTwo(13))
      case .counts:
        reading.specificForce = Vector3(row[0], row[1], row[2], .gravity.dividedByPowerOfTwo(14))
        reading.angularRate = Vector3(row[3], row[4], row[5], .mpuRate)
      case .world: break
      }
    }
  }
}

extension UnitQuaternion {
  /// The attitude of i2cdevlib's `dmpGetYawPitchRoll`: with R the matrix of the attitude, yaw is
  /// atan2(R₀₁, R₀₀), and gravity in body axes, the last row of R, is (sin pitch, cos pitch sin roll,
  /// cos pitch cos roll). Upside down newer versions give 180° − pitch. Nil when a number is missing.
  ///
  /// With θ = −pitch and φ = roll, R = Rz(ψ) Ry(θ) Rx(φ) has R₀₀ = cos ψ cos θ and
  /// R₀₁ = cos ψ sin θ sin φ − sin ψ cos φ. Solved for ψ, with |cos φ| > 0:
  /// (cos ψ, sin ψ) is along (|cos φ| cos yaw, ±(sin θ sin φ cos yaw − cos θ sin yaw)), the sign that
  /// of cos φ.
  init?(inverseYaw yaw: WireNumber, pitch: WireNumber, roll: WireNumber, _ scale: Scale) {
    guard let yaw: Fixed<28> = yaw.scaled(by: scale),
      var pitch: Fixed<28> = pitch.scaled(by: scale), let roll: Fixed<28> = roll.scaled(by: scale)
    else { return nil }
    let quarter = Fixed<28>(bits: 421_657_428)
    let half = Fixed<28>(bits: 843_314_857)
    if pitch > quarter { pitch = half &- pitch }
    if pitch.negatedWithSaturation > quarter { pitch = (half &+ pitch).negatedWithSaturation }
    let (sinYaw, cosYaw) = sineAndCosine(of: yaw.converted())
    let (sinPitch, cosPitch) = sineAndCosine(of: pitch.converted())
    let (sinRoll, cosRoll) = sineAndCosine(of: roll.converted())
    // Q1.30 × Q1.30 → Q1.30 each, at most 1; the difference at most 2, clamped.
    let sinTheta = sinPitch.negatedWithSaturation
    let bent: Fixed<30> = sinTheta.multiplied(by: sinRoll)
    let first: Fixed<30> = bent.multiplied(by: cosYaw)
    let second: Fixed<30> = cosPitch.multiplied(by: sinYaw)
    let across = first.subtractingWithSaturation(second)
    let along: Fixed<30> = cosRoll.magnitudeWithSaturation.multiplied(by: cosYaw)
    let heading = arctangent(
      y: cosRoll.bits < 0 ? across.negatedWithSaturation : across, x: along)
    self =
      Self(yaw: heading.converted()) &* Self(pitch: pitch.negatedWithSaturation)
      &* Self(roll: roll)
  }
}
