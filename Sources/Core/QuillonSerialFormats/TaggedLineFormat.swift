import QuillonNumerics

/// The lines of i2cdevlib's MPU-6050 examples: a word, then numbers, separated by tabs.
///
/// (jrowberg/i2cdevlib MPU6050_raw, MPU6050_DMP6, helper_3dmath)
///
/// - `quat w x y z`
/// - `ypr`, degrees: yaw of the inverse rotation, and the tilt of gravity; `euler`, degrees: turns
///   of the inverse rotation
/// - `areal x y z`: acceleration without gravity in body axes, 8192 per g with MotionApps 2.0, 16384 with 6.12, 4096 with 4.1: nothing
///   in the lines indicates which (dmpGetLinearAccel)
/// - `aworld x y z`: the same in the Earth's axes, not read
/// - `a/g: ax ay az gx gy gz`: counts, 16384 per g and 131 per °/s unless the sketch sets other ranges, specific force
///
/// Axes as printed on the board, z up; yaw starts at 0. Neither checksum nor time.
public struct TaggedLineFormat: LineContent {
  private var row = NumberRow()
  private let units: ColumnUnits

  /// Creates the format.
  ///
  /// - Parameter units: The units that are known: of `areal`, without which it is 8192 per g, and of `a/g:`.
  public init(units: ColumnUnits = ColumnUnits()) { self.units = units }

  /// `quat` comes before `areal`.
  @inlinable public static var lead: SampleAssembler.Lead { .attitude }
  @inlinable public var hasMark: Bool { false }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
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
    tag.read(&row, units, into: &reading)
    return (tag == .world || !reading.isEmpty) && reading.isPlausible ? nil : .implausible
  }

  private enum Tag {
    case quaternion
    case tilt
    case angles
    case linear
    case world
    case counts

    /// The tag at the beginning of the line, read together with the blank after it.
    init?(_ line: inout LineReader, in window: inout ByteWindow) {
      // The first four characters as a word, the first one highest, distinguish the tags.
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

    func read(
      _ row: inout NumberRow, _ units: ColumnUnits,
      into reading: inout SensorReading
    ) {
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
        let scale = (units.acceleration ?? .counts8192).scale
        reading.linearAcceleration = Vector3(row[0], row[1], row[2], scale)
      case .counts:
        let scale = (units.acceleration ?? .counts16384).scale
        reading.specificForce = Vector3(row[0], row[1], row[2], scale)
        reading.angularRate = Vector3(row[3], row[4], row[5], (units.rate ?? .counts131).scale)
      case .world: break
      }
    }
  }
}

extension UnitQuaternion {
  /// The attitude of i2cdevlib's `dmpGetYawPitchRoll`. With R the matrix of the attitude, yaw is
  /// atan2(R₀₁, R₀₀). Gravity in body axes, the last row of R, is (sin pitch, cos pitch sin roll,
  /// cos pitch cos roll). For an inverted board, newer versions give 180° − pitch. Nil if a number
  /// is missing.
  ///
  /// With θ = −pitch and φ = roll, R = Rz(ψ) Ry(θ) Rx(φ) has R₀₀ = cos ψ cos θ and R₀₁ = cos ψ sin
  /// θ sin φ − sin ψ cos φ. Solved for ψ, with |cos φ| > 0: (cos ψ, sin ψ) is along (c, s) = (|cos
  /// φ| cos yaw, ±(sin θ sin φ cos yaw − cos θ sin yaw)), with the sign of cos φ. With n = |(c,
  /// s)|, the half turn ψ/2 is along (n + c, s), and for c < 0 along (|s|, ±(n − c)). If c and s
  /// are both 0, ψ is set to 0.
  init?(inverseYaw yaw: WireNumber, pitch: WireNumber, roll: WireNumber, _ scale: Scale) {
    guard let yaw: Fixed<28> = yaw.scaled(by: scale),
      var pitch: Fixed<28> = pitch.scaled(by: scale), let roll: Fixed<28> = roll.scaled(by: scale)
    else { return nil }
    let quarter = Fixed<28>(bits: 421_657_428)
    let half = Fixed<28>(bits: 843_314_857)
    if pitch > quarter { pitch = half &- pitch }
    if pitch.negatedWithSaturation > quarter { pitch = (half &+ pitch).negatedWithSaturation }
    let (sinYaw, cosYaw) = sineAndCosine(of: yaw.converted())
    // Sine and cosine of half the angles. For the angles themselves sin = 2 sin cos and cos = 1 − 2
    // sin², Q1.30 × Q1.30 = Q60 → Q30.
    let (a, b) = sineAndCosine(of: pitch.negatedWithSaturation.half)
    let (d, e) = sineAndCosine(of: roll.half)
    let sinPitch = WideSum(a.bits, times: b.bits).rounded(dropping: 29)
    let cosPitch = 1 &<< 30 &- WideSum(a.bits, times: a.bits).rounded(dropping: 29)
    let sinRoll = WideSum(d.bits, times: e.bits).rounded(dropping: 29)
    let cosRoll = 1 &<< 30 &- WideSum(d.bits, times: d.bits).rounded(dropping: 29)
    // Q30 each, at most 1; s in Q60, two terms, below 2⁶¹. c and s → Q29, at most 1 and 2.
    let bent = WideSum(sinPitch, times: sinRoll).rounded(dropping: 30)
    var across = WideSum(bent, times: cosYaw.bits)
    across.subtract(cosPitch, times: sinYaw.bits)
    let isInverted = cosRoll < 0
    let c = WideSum(isInverted ? 0 &- cosRoll : cosRoll, times: cosYaw.bits).rounded(dropping: 31)
    let level = across.rounded(dropping: 31)
    let s = isInverted ? 0 &- level : level
    self.init(heading: c, s, (e, d), (b, a))
  }

  /// The turn about z with cosine and sine along (c, s), Q29 and at most 1 and 2. It follows the
  /// turns about y and x, which are given by cosine and sine of half their angles.
  private init?(
    heading c: Int32, _ s: Int32, _ x: (cosine: Fixed<30>, sine: Fixed<30>),
    _ y: (cosine: Fixed<30>, sine: Fixed<30>)
  ) {
    var square = WideSum(c, times: c)
    square.add(s, times: s)
    let n = Int32(
      truncatingIfNeeded: integerSquareRoot(wide: UInt64(bitPattern: square.bits)))
    // Halved, so that n + |c| stays below 2³¹.
    let sum = n &>> 1 &+ (c < 0 ? 0 &- c : c) &>> 1
    let side = s &>> 1
    var (w, z) = (sum, side)
    if c < 0 { (w, z) = side < 0 ? (0 &- side, 0 &- sum) : (side, sum) }
    if n == 0 { w = 1 &<< 28 }
    // Q28 × Q30 = Q58, two terms, below 2⁶¹ each; → Q28, at most 3.
    let tilt = (
      WideSum(y.cosine.bits, times: x.cosine.bits).rounded(dropping: 30),
      WideSum(y.cosine.bits, times: x.sine.bits).rounded(dropping: 30),
      WideSum(y.sine.bits, times: x.cosine.bits).rounded(dropping: 30),
      0 &- WideSum(y.sine.bits, times: x.sine.bits).rounded(dropping: 30)
    )
    self.init(
      normalizing: Self.sum(w, tilt.0, 0 &- z, tilt.3), Self.sum(w, tilt.1, 0 &- z, tilt.2),
      Self.sum(w, tilt.2, z, tilt.1), Self.sum(w, tilt.3, z, tilt.0))
  }

  @inline(__always)
  private static func sum(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Fixed<28> {
    var sum = WideSum(a, times: b)
    sum.add(c, times: d)
    return Fixed(bits: sum.rounded(dropping: 30))
  }
}
