import QuillonFusion
import QuillonNumerics

/// Lines of numbers, one line per sample, as most Arduino sketches print them.
///
/// For IMU_Capture, Edge Impulse's data forwarder, SparkFun's Razor M0 and OpenLog, and i2cdevlib's
/// raw counts. Numbers are separated by commas, semicolons, tabs or spaces. The meaning of the
/// columns comes from a header line (names as in `ColumnRole`), from a name before each number
/// (`ax:0.01,ay:…`), or from their number: 3 acceleration, 6 and rate, 9 and field, 13 and
/// quaternion w x y z. One more column is the time, which comes first. Units are as in
/// `ColumnUnits`. If the board sends no header, push a header line of your own. Axes are taken as
/// they come: x right, y forward, z up. Acceleration is specific force, as in all common libraries.
/// Fields are in µT.
///
/// There is no checksum. Each field must be a number. The number of fields must be that of the header
/// line if it names a sensor. Otherwise it must be the same as before; a new number counts from its
/// second line on. Time must go forward. "nan" is a missing
/// value.
public struct ColumnFormat: LineContent {
  private var units: ColumnUnits
  private var fields = ColumnFields()
  private var columns = ColumnMap()
  /// The number of columns that `columns` is for; 0 before the first line.
  private var columnCount = 0
  /// True if a header line names the columns, so that another number of them is an error.
  private var hasHeader = false
  /// The number of columns of the last line, if it differed.
  private var otherCount = 0
  private var gate = TimeGate()

  /// A format for lines with columns in these units.
  public init(units: ColumnUnits = ColumnUnits()) { self.units = units }

  @inlinable public var hasMark: Bool { false }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F || byte == 0x09 }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
    guard fields.read(length: length, in: &window) else { return .structure }
    if fields.isHeader {
      adoptNames()
      hasHeader = columns[.forceX] >= 0 || columns[.rateX] >= 0 || columns[.quaternionW] >= 0
      reading = SensorReading()
      return nil
    }
    if fields.hasNames, fields.hasNewNames || fields.values.count != columnCount { adoptNames() }
    let count = fields.values.count
    guard count == columnCount || isNewCount(count) else { return .length }
    otherCount = count
    read(into: &reading)
    if columns[.time] >= 0, let start = fields.start(of: columns[.time]) {
      var line = LineReader(index: start, end: length)
      reading.time = line.microseconds(in: units.time, of: &window)
    }
    guard reading.isPlausible else { return .implausible }
    if let time = reading.time, !gate.admits(time) { return .implausible }
    return nil
  }

  private mutating func adoptNames() {
    columns = ColumnMap()
    columnCount = fields.values.count
    fields.hasNewNames = false
    var index = 0
    while index < columnCount, index < NumberRow.capacity {
      columns[fields.roles[index]] = index
      index &+= 1
    }
  }

  /// True if the lines have another number of columns from this line on. The second line in a row
  /// with the same new number decides.
  @inline(never)
  private mutating func isNewCount(_ count: Int) -> Bool {
    guard !hasHeader, columnCount == 0 || count == otherCount else {
      otherCount = count
      return false
    }
    columns = ColumnMap()
    columnCount = count
    fields.hasNewNames = true
    var index = 0
    while index < count, index < NumberRow.capacity {
      columns[ColumnRole(at: index, of: count)] = index
      index &+= 1
    }
    return true
  }

  /// Sets `reading` from the numbers of the line, except for the time.
  private mutating func read(into reading: inout SensorReading) {
    reading = SensorReading()
    let force = (self[.forceX], self[.forceY], self[.forceZ])
    if units.acceleration == nil {
      units.acceleration = ColumnUnits.Acceleration(atRest: force.0, force.1, force.2)
    }
    if let scale = units.acceleration?.scale {
      reading.specificForce = Vector3(force.0, force.1, force.2, scale)
    }
    reading.angularRate = Vector3(
      self[.rateX], self[.rateY], self[.rateZ], units.effectiveRate.scale)
    if columns[.fieldX] >= 0 {
      reading.magneticField = Vector3(self[.fieldX], self[.fieldY], self[.fieldZ], .one)
    }
    if columns[.quaternionW] >= 0 {
      reading.attitude = UnitQuaternion(
        self[.quaternionW], self[.quaternionX], self[.quaternionY], self[.quaternionZ], .one)
    }
    let pen = self[.pen]
    if !pen.isMissing { reading.pen = pen.mantissa == 0 ? .up : .down }
  }

  /// The number of the line with this role; missing if there is none.
  private subscript(role: ColumnRole) -> WireNumber {
    mutating get { fields.values[columns[role]] }
  }
}

/// The column of each role.
private struct ColumnMap {
  private var indices = InlineArray<16, Int>(repeating: -1)

  /// The column with that role; −1 if there is none.
  subscript(role: ColumnRole) -> Int {
    mutating get { indices[Int(truncatingIfNeeded: role.rawValue & 15)] }
    set { indices[Int(truncatingIfNeeded: role.rawValue & 15)] = newValue }
  }
}
