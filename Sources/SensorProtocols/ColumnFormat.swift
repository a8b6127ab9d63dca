import FixedPoint
import Geometry
import Motion

/// Lines of numbers, one line per sample: what most Arduino sketches print.
///
/// IMU_Capture, Edge Impulse's data forwarder, SparkFun's Razor M0 and OpenLog, i2cdevlib's raw counts: numbers
/// with commas, semicolons, tabs or spaces between. Which column is what is told by a header line (names as in
/// `ColumnRole`), by a name before each number (`ax:0.01,ay:…`), or by their number: 3 acceleration,
/// 6 and rate, 9 and field, 13 and quaternion w x y z, one more: the time first. Units as in `ColumnUnits`.
/// Push a header line of your own to tell what the board doesn't. Axes as they come: x right, y forward,
/// z up; acceleration is specific force, as of all common libraries. Fields in µT.
///
/// There is no checksum: each field must be a number, their count the same as before (a new count
/// counts from its second line on), time must go forward. "nan" is a missing value.
public struct ColumnFormat: LineContent {
  private var units: ColumnUnits
  private var roles = InlineArray<24, ColumnRole>(repeating: .ignored)
  /// How many columns `roles` are for; 0 before the first line.
  private var columnCount = 0
  /// How many the last line had, if it was another number.
  private var otherCount = 0
  private var gate = TimeGate()

  /// Lines with columns in these units.
  public init(units: ColumnUnits = ColumnUnits()) { self.units = units }

  @inlinable public var hasMark: Bool { false }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F || byte == 0x09 }

  public mutating func judge(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> Rejection? {
    var fields = ColumnFields()
    guard fields.read(length: length, in: &window) else { return .structure }
    if fields.isHeader {
      adopt(fields)
      reading = SensorReading()
      return nil
    }
    if fields.hasNames { adopt(fields) }
    guard isExpected(fields.values.count) else { return .length }
    return judge(&fields, length: length, into: &reading, in: &window)
  }

  private mutating func adopt(_ fields: ColumnFields) {
    roles = fields.roles
    columnCount = fields.values.count
  }

  /// Whether a line may have so many columns; the second line in a row with another count is right.
  private mutating func isExpected(_ count: Int) -> Bool {
    defer { otherCount = count }
    guard count != columnCount else { return true }
    guard columnCount == 0 || count == otherCount else { return false }
    columnCount = count
    var index = 0
    while index < count, index < NumberRow.capacity {
      roles[index] = ColumnRole(at: index, of: count)
      index &+= 1
    }
    return true
  }

  private mutating func judge(
    _ fields: inout ColumnFields, length: Int, into reading: inout SensorReading,
    in window: inout ByteWindow
  ) -> Rejection? {
    var values = NumberRow()
    var time: UInt32?
    var index = 0
    while index < fields.values.count, index < NumberRow.capacity {
      values[Int(truncatingIfNeeded: roles[index].rawValue)] = fields.values[index]
      if roles[index] == .time {
        var line = LineReader(index: fields.start(of: index), end: length)
        time = line.microseconds(in: units.time, of: &window)
      }
      index &+= 1
    }
    read(&values, into: &reading)
    reading.time = time
    guard reading.isPlausible else { return .implausible }
    if let time, !gate.admits(time) { return .implausible }
    return nil
  }

  /// Sets `reading` to what the values, each at the index of its role, say.
  private mutating func read(_ values: inout NumberRow, into reading: inout SensorReading) {
    reading = SensorReading()
    if units.acceleration == nil {
      units.acceleration = ColumnUnits.Acceleration(
        atRest: values[.forceX], values[.forceY], values[.forceZ])
    }
    if let scale = units.acceleration?.scale {
      reading.specificForce = Vector3(
        values[.forceX], values[.forceY], values[.forceZ], scale)
    }
    reading.angularRate = Vector3(
      values[.rateX], values[.rateY], values[.rateZ], units.effectiveRate.scale)
    reading.magneticField = Vector3(values[.fieldX], values[.fieldY], values[.fieldZ], .one)
    reading.attitude = UnitQuaternion(
      values[.quaternionW], values[.quaternionX], values[.quaternionY], values[.quaternionZ],
      .one)
    if !values[.pen].isMissing { reading.pen = values[.pen].mantissa == 0 ? .up : .down }
  }
}

extension NumberRow {
  fileprivate subscript(role: ColumnRole) -> WireNumber {
    mutating get { self[Int(truncatingIfNeeded: role.rawValue)] }
  }
}
