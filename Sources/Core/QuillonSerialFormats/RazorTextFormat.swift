import QuillonNumerics

/// The text output of the Razor AHRS firmware (SparkFun 9DOF Razor, Sensor Stick) and its ROS fork.
///
/// Lines without a checksum (Razor-AHRS/razor-9dof-ahrs, KristofRobot/razor_imu_9dof):
///
/// - `#YPR=yaw,pitch,roll`, degrees
/// - `#YPRAG=` the same, acceleration in counts, angular rate in rad/s
/// - `#A-C=`, `#M-C=`, `#G-C=` (calibrated) and `#A-R=`, `#M-R=`, `#G-R=` (raw): acceleration, 256
///   counts per g; magnetic field, which is not read because its unit depends on the board; angular
///   rate, 0.06957 °/s per count
///
/// Body x forward, y right, z down; yaw clockwise from north. The acceleration has the sign of
/// gravity, +256 on the axis that points down. It is negated here to specific force. The board
/// sends no time.
public struct RazorTextFormat: LineContent {
  private var row = NumberRow()

  /// Creates the format.
  public init() {}

  /// 50 samples a second.
  @inlinable public static var period: UInt32 { 20_000 }
  @inlinable public var hasMark: Bool { true }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!")
  }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
    var line = LineReader(index: 0, end: length)
    if line.take("!ERR: ", in: &window) || line.take("#SYNCH", in: &window) {
      reading = SensorReading()
      return nil
    }
    reading = SensorReading()
    guard read(&line, into: &reading, in: &window) else { return .structure }
    return reading.isPlausible ? nil : .implausible
  }

  private mutating func read(
    _ line: inout LineReader, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Bool {
    if line.take("#YPRAG=", in: &window) {
      guard line.numbers(9, into: &row, in: &window) else { return false }
      reading.attitude = Self.attitude(row[0], row[1], row[2])
      reading.specificForce = Self.specificForce(row[3], row[4], row[5])
      reading.angularRate = Self.angularRate(row[6], row[7], row[8], .one)
      return true
    }
    if line.take("#YPR=", in: &window) {
      guard line.numbers(3, into: &row, in: &window) else { return false }
      reading.attitude = Self.attitude(row[0], row[1], row[2])
      return true
    }
    let isForce = line.take("#A-", in: &window)
    let isRate = !isForce && line.take("#G-", in: &window)
    guard isForce || isRate || line.take("#M-", in: &window),
      line.take("C=", in: &window) || line.take("R=", in: &window),
      line.numbers(3, into: &row, in: &window)
    else { return false }
    if isForce { reading.specificForce = Self.specificForce(row[0], row[1], row[2]) }
    if isRate { reading.angularRate = Self.angularRate(row[0], row[1], row[2], .razorRate) }
    return true
  }

  private static var axes: BoardAxes { .forwardRightDown }

  /// The attitude with these yaw, pitch and roll, degrees.
  static func attitude(
    _ yaw: WireNumber, _ pitch: WireNumber, _ roll: WireNumber
  ) -> UnitQuaternion? {
    UnitQuaternion(yaw: yaw, pitch: pitch, roll: roll, .degree).flatMap { attitude($0) }
  }

  /// The attitude with these turns, in the maker's axes.
  static func attitude(_ turns: UnitQuaternion) -> UnitQuaternion? {
    axes.attitude(turns, onEarth: axes)
  }

  /// The specific force of an acceleration in counts: 256 are 1 g, with the sign of gravity.
  static func specificForce(
    _ x: WireNumber, _ y: WireNumber, _ z: WireNumber
  ) -> Vector3<23>? {
    let gravity: Vector3<23>? = Vector3(x, y, z, .gravity.dividedByPowerOfTwo(8))
    return axes.vector(gravity?.negatedWithSaturation)
  }

  /// The angular rate in the unit of `scale`.
  static func angularRate(
    _ x: WireNumber, _ y: WireNumber, _ z: WireNumber, _ scale: Scale
  ) -> Vector3<25>? {
    axes.vector(Vector3(x, y, z, scale))
  }
}
