import QuillonFusion
import QuillonNumerics

/// Lines of numbers, one line per sample, as most Arduino sketches print them.
///
/// For IMU_Capture, Edge Impulse's data forwarder, SparkFun's Razor M0 and OpenLog, and i2cdevlib's
/// raw counts. Numbers are separated by commas, semicolons, tabs or spaces; a comma may be the decimal point where another mark
/// separates. The meaning of the columns comes from a header line (names as in `ColumnHeading`), from names before the numbers
/// (`ax:0.01,ay:…`, `ax = 0.01`, `{"acc":[…]}`, `Acceleration X: …, Y: …`), or from their number: 3 acceleration, 6 and rate, 9
/// and field, 13 and quaternion w x y z. One more column is the time, which comes first. A unit behind three numbers names them, too:
/// `(1, 2, 3) g`. Names of the axes alone are an acceleration if they are in another order than x, y, z. Units are those that the names give,
/// otherwise as in `ColumnUnits`. If the board sends no header, push a header line of your own. Axes are used as
/// they come: x right, y forward, z up. Acceleration is specific force, as in all common libraries.
///
/// There is no checksum. The number of fields must be that of the header. Otherwise it must be the same as before; a new number
/// counts from its second line on. The same holds for words beside numbers (`START … END`). Time must go forward; one without a unit
/// that does not do so in ms is µs or ns. "nan" is a missing value. A date or a time of day is one column; as the time it counts from
/// midnight. MotionCal's lines `Uni:` are read, and `Raw:` only without them. Lines with one named number each (`ax: 0.1`, `ax 0.1`,
/// `>ax:0.1`) make a sample, which begins with ax, once each name came that the sample before had. A line of other text changes nothing,
/// and its bytes are counted as `DecodeError.unknown`.
public struct ColumnFormat: LineContent {
  /// The units that the caller knows.
  private let known: ColumnUnits
  /// True if the first header counts, and no later one.
  private let keepsHeader: Bool
  private var units: ColumnUnits
  private var fields = ColumnFields()
  /// The columns of numbers without names.
  private var columns = ColumnMap()
  /// The number of columns that `columns` is for; 0 before the first line.
  private var columnCount = 0
  /// The words beside the numbers, as a hash.
  private var shape: UInt32 = 0
  /// The columns of the last line with names.
  private var labels = ColumnMap()
  /// True if a header line names the columns, so that another number of them is an error.
  private var hasHeader = false
  /// True once a line of numbers without names was read as the header specifies.
  private var fitsHeader = false
  /// True if rows of numbers, or samples of components, came since the columns are known.
  private var hasRows = false
  /// A header with another number of columns than the rows before it. It counts from the first row that it fits.
  private var waitingHeader: (columns: ColumnMap, count: Int, units: ColumnUnits)?
  /// The number of columns of the last line and its words, if they differed.
  private var (otherCount, otherShape) = (0, 0 as UInt32)
  private var gate = TimeGate()
  /// The sample of a board that sends each component in a line of its own.
  private var components = ComponentSet()
  /// True if lines with names came.
  private var hasLabels = false
  /// True if the last line was no line of numbers.
  private var isText = true

  /// A format for lines with columns in these units.
  ///
  /// - Parameters:
  ///   - units: The units that are known. They override those of names.
  ///   - keepsHeader: True if the first header counts and no later one, because it is the caller's own.
  public init(units: ColumnUnits = ColumnUnits(), keepsHeader: Bool = false) {
    known = units
    self.keepsHeader = keepsHeader
    self.units = units
  }

  /// True if a header or names before the numbers identify the columns.
  public private(set) var isNamed = false

  /// How many numbers the last line has, 0…24. A line of other text has none.
  public var numberCount: Int { isText ? 0 : fields.values.count }

  /// A number of the last line: mantissa · 2^exponent. Nil if it is missing, or if there is none at `index`.
  public mutating func parts(ofNumberAt index: Int) -> (mantissa: Int32, exponent: Int32)? {
    guard index >= 0, index < numberCount else { return nil }
    let number = fields.values[index]
    return number.isMissing ? nil : (number.mantissa, number.exponent)
  }

  /// The units given by names; nil for the others.
  public private(set) var namedUnits = ColumnUnits()

  /// The column of the last line that holds a component of a quantity: 0 for x, w of a quaternion, and the time. Nil if there is none.
  public func column(of quantity: ColumnHeading.Quantity, axis: Int = 0) -> Int? {
    let columns = fields.hasNames ? labels : columns
    let first: ColumnRole? =
      switch quantity {
      case .time: .time
      case .specificForce: .forceX
      case .angularRate: .rateX
      case .magneticField: .fieldX
      case .attitude: .quaternionW
      default: nil
      }
    guard let first, axis >= 0, axis < 4 else { return nil }
    let column = columns[first, axis]
    return column >= 0 ? column : nil
  }

  @inlinable public var hasMark: Bool { false }
  @inlinable public var endsAtReturn: Bool { true }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  public mutating func decode(
    _ window: inout ByteWindow, length: Int, into reading: inout SensorReading
  ) -> DecodeError? {
    isText = true
    let kind = fields.read(length: length, hasComponents: columnCount == 0, in: &window)
    if columnCount == 0, !fields.holdsComponents { components.drop() }
    switch kind {
    case .text: return .unknown
    case .damaged: return .structure
    case .header:
      adoptHeader()
      reading = SensorReading()
      return nil
    case .component:
      return takeComponent(length, in: &window, into: &reading)
    case .numbers: isText = false
    }
    // The caller's own columns count more than names.
    if fields.hasNames, !keepsHeader || !hasHeader || fields.values.count != columnCount {
      // A line of names among rows that fit a header is other text.
      guard !fitsHeader || fields.values.count == columnCount else { return .unknown }
      if fields.hasNewNames || !isNamed { adoptLabels() }
      return read(labels, length, in: &window, into: &reading)
    }
    let count = fields.values.count
    if let header = waitingHeader, header.count == count { adopt(header) }
    // Among lines whose names are understood, one with other words is other text.
    if hasLabels, fields.hasWord { return .unknown }
    // Beside the lines in SI units, those in counts are other text.
    if fields.shape == Self.raw, shape == Self.calibrated { return .unknown }
    guard count == columnCount && fields.shape == shape || isNewCount(count) else {
      return fields.shape == shape ? .length : fields.hasWord ? .unknown : .structure
    }
    (otherCount, otherShape) = (count, fields.shape)
    (fitsHeader, hasRows) = (hasHeader, true)
    return read(columns, length, in: &window, into: &reading)
  }

  private mutating func read(
    _ columns: ColumnMap, _ length: Int, in window: inout ByteWindow,
    into reading: inout SensorReading
  ) -> DecodeError? {
    read(columns, into: &reading)
    if columns[.time] >= 0, let start = fields.start(of: columns[.time]) {
      var line = fields.reader(at: start, upTo: length)
      // A date may stand beside a time in another column.
      let clock = fields.hasDate ? line.timeOfDay(of: &window) : nil
      reading.time = clock ?? line.microseconds(in: units.time ?? .milliseconds, of: &window)
    }
    guard reading.isPlausible else { return .implausible }
    guard let time = reading.time else { return nil }
    let isLost = gate.isLost
    guard !gate.admits(time) else { return nil }
    guard isLost, shrinkTime(columns[.time], length, in: &window, into: &reading) else {
      return .implausible
    }
    return nil
  }

  /// Reads the time of the line in the next smaller unit: a column such as `time` may hold µs. In the unit that was assumed, two times in
  /// a row followed none before them. False if the unit is known.
  @inline(never)
  private mutating func shrinkTime(
    _ column: Int, _ length: Int, in window: inout ByteWindow, into reading: inout SensorReading
  ) -> Bool {
    guard known.time == nil, namedUnits.time == nil, units.time != .nanoseconds, !fields.hasDate,
      let start = fields.start(of: column)
    else { return false }
    let unit = units.time == nil ? ColumnUnits.Time.microseconds : .nanoseconds
    var line = fields.reader(at: start, upTo: length)
    reading.time = line.microseconds(in: unit, of: &window)
    guard let time = reading.time else { return false }
    units.time = unit
    gate = TimeGate()
    return gate.admits(time)
  }

  /// Processes a line with one component. The reading is empty until the sample is complete.
  @inline(never)
  private mutating func takeComponent(
    _ length: Int, in window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeError? {
    reading = SensorReading()
    adopt(fields.units)
    var time: UInt32?
    if let start = fields.timeStart {
      var line = fields.reader(at: start, upTo: length)
      time = line.microseconds(in: .milliseconds, of: &window)
    }
    let isWhole = components.add(fields.component, at: time)
    if !isNamed, components.whole != 0 {
      isNamed = true
      columns = ComponentSet.columns
    }
    guard isWhole else { return nil }
    fields.keepComponents(components.whole)
    (isText, hasRows) = (false, true)
    read(columns, into: &reading)
    reading.time = components.time
    return reading.isPlausible ? nil : .implausible
  }

  private mutating func adoptHeader() {
    guard !keepsHeader || !hasHeader else { return }
    let header = (ColumnMap(&fields), fields.values.count, fields.units)
    // One that does not fit the rows before it may be a stray line.
    guard !hasRows || header.1 == columnCount else { return waitingHeader = header }
    adopt(header)
  }

  private mutating func adopt(_ header: (columns: ColumnMap, count: Int, units: ColumnUnits)) {
    adopt(header.units, ofHeader: true)
    (columns, columnCount) = (header.columns, header.count)
    (hasHeader, fitsHeader, isNamed) = (true, false, true)
    (hasRows, waitingHeader) = (false, nil)
  }

  private mutating func adoptLabels() {
    adopt(fields.units)
    labels = ColumnMap(&fields)
    (fields.hasNewNames, isNamed, hasLabels) = (false, true, true)
    guard !hasHeader else { return }
    (columns, columnCount, shape) = (labels, fields.values.count, 0)
  }

  /// Adopts the units given by names, except those that are known. Without a header, a sample may be several lines, each of which gives
  /// the units of its own numbers.
  private mutating func adopt(_ named: ColumnUnits, ofHeader: Bool = false) {
    namedUnits = ofHeader ? named : named.completed(by: namedUnits)
    units.acceleration = known.acceleration ?? named.acceleration ?? units.acceleration
    units.rate = known.rate ?? namedUnits.rate
    units.time = known.time ?? namedUnits.time ?? units.time
    units.field = known.field ?? namedUnits.field
  }

  /// Hashes of the words before the lines of MotionCal's sketches (PaulStoffregen/MotionCal): `Raw` in counts, 8192 per g, 16 per °/s, ten
  /// per µT, unless the numbers have decimals, and `Uni` in m/s², rad/s and µT.
  private static var raw: UInt32 { 81_928 }
  private static var calibrated: UInt32 { 85_200 }

  /// True if the lines have another number of columns or other words from this line on. The second line in a row
  /// that is alike decides, or the first in SI units.
  @inline(never)
  private mutating func isNewCount(_ count: Int) -> Bool {
    // A line that does not fit a header stands between those that may fit it.
    guard !hasHeader || count == columnCount && !fitsHeader else { return false }
    let isCalibrated = fields.shape == Self.calibrated
    let isAlike = isCalibrated || count == otherCount && fields.shape == otherShape
    (otherCount, otherShape) = (count, fields.shape)
    if hasHeader {
      guard isAlike else { return false }
      shape = fields.shape
      return true
    }
    // One or two numbers are no sample, but what is left of a line whose beginning was lost.
    let isFirst =
      count > 2 && columnCount == 0 && fields.shape == 0 && components.whole == 0
    guard isAlike || isFirst else { return false }
    columns = ColumnMap()
    if isCalibrated || fields.shape == Self.raw && !fields.hasDecimals {
      namedUnits = isCalibrated ? .calibrated : .motionCal
      units = known.completed(by: namedUnits)
      isNamed = true
    }
    (columnCount, shape) = (count, fields.shape)
    fields.hasNewNames = true
    var index = 0
    while index < count, index < NumberRow.capacity {
      columns[ColumnRole(at: index, of: count)] = index
      index &+= 1
    }
    return true
  }

  /// Sets `reading` from the numbers of the line, except for the time.
  private mutating func read(_ columns: ColumnMap, into reading: inout SensorReading) {
    reading = SensorReading()
    let force = vector(columns, .forceX)
    if units.acceleration == nil {
      units.acceleration = ColumnUnits.Acceleration(atRest: force.0, force.1, force.2)
    }
    if let scale = units.acceleration?.scale {
      reading.specificForce = Vector3(force.0, force.1, force.2, scale)
    }
    let rate = vector(columns, .rateX)
    reading.angularRate = Vector3(rate.0, rate.1, rate.2, units.effectiveRate.scale)
    if columns[.fieldX] >= 0 {
      let field = vector(columns, .fieldX)
      reading.magneticField = Vector3(field.0, field.1, field.2, units.field?.scale ?? .one)
    }
    if columns[.quaternionW] >= 0 {
      reading.attitude = UnitQuaternion(
        fields.values[columns[.quaternionW]], fields.values[columns[.quaternionX]],
        fields.values[columns[.quaternionY]], fields.values[columns[.quaternionZ]], .one)
    }
    let pen = fields.values[columns[.pen]]
    if !pen.isMissing { reading.pen = pen.mantissa == 0 ? .up : .down }
  }

  /// The numbers of the columns from that role on; missing if there are none.
  private mutating func vector(
    _ columns: ColumnMap, _ first: ColumnRole
  ) -> (WireNumber, WireNumber, WireNumber) {
    (
      fields.values[columns[first]], fields.values[columns[first, 1]],
      fields.values[columns[first, 2]]
    )
  }
}

/// Detects when a sample of components that come one by one is complete.
///
/// A sample begins with the x axis of the acceleration, or with the component that follows other text again and again. It has the components
/// that the sample before had. One that lacks some is left out; if the next one lacks them, too, the board sends no more.
private struct ComponentSet {
  /// How often a component must follow other text to begin the samples.
  private static var enough: Int { 3 }

  /// The components of a sample, a bit for each role; 0 before the second sample.
  private(set) var whole = 0 as UInt32
  /// The time of the first component of the sample.
  private(set) var time: UInt32?
  private var seen = 0 as UInt32
  private var lacked = false
  /// The component that begins a sample.
  private var first = ColumnRole.forceX
  /// The component that followed other text the last time, and how often it did so in a row.
  private var (following, count) = (ColumnRole.ignored, 0)
  private var isAfterText = false
  /// The components of the last sample that other text ended.
  private var ended = 0 as UInt32

  /// The columns of the rows: one for each role.
  static var columns: ColumnMap {
    var map = ColumnMap()
    var role = ColumnRole.forceX.rawValue
    while role <= ColumnRole.quaternionZ.rawValue, let column = ColumnRole(rawValue: role) {
      map[column] = Int(truncatingIfNeeded: role)
      role &+= 1
    }
    return map
  }

  /// No components.
  init() {}

  /// Other text came: what follows belongs to another sample.
  mutating func drop() {
    if seen != 0 {
      if seen == ended { whole = seen }
      ended = seen
    }
    (seen, isAfterText) = (0, true)
  }

  /// Adds a component. True if the sample is complete with it.
  mutating func add(_ role: ColumnRole, at time: UInt32?) -> Bool {
    if isAfterText { follow(role) }
    if role == first {
      if seen != 0 {
        let lacks = seen & whole != whole
        if !lacks || lacked { whole = seen }
        lacked = lacks
      }
      (seen, self.time) = (0, time)
    } else if seen == 0 {
      return false
    }
    seen |= 1 &<< UInt32(role.rawValue)
    return seen == whole
  }

  private mutating func follow(_ role: ColumnRole) {
    isAfterText = false
    count = role == following ? count &+ 1 : 1
    following = role
    let isBeginning = role == .forceX || role == .rateX || role == .fieldX || role == .quaternionW
    if count >= Self.enough, isBeginning { first = role }
  }
}

/// The column of each role.
private struct ColumnMap {
  private var indices = InlineArray<16, Int8>(repeating: -1)

  /// No column.
  init() {}

  /// The columns of the names of a line.
  init(_ fields: inout ColumnFields) {
    var index = 0
    while index < fields.values.count, index < NumberRow.capacity {
      self[fields.roles[index]] = index
      index &+= 1
    }
    self[.ignored] = -1
  }

  /// The column with that role; −1 if there is none.
  subscript(role: ColumnRole) -> Int {
    get { self[role, 0] }
    set {
      indices[Int(truncatingIfNeeded: role.rawValue & 15)] = Int8(truncatingIfNeeded: newValue)
    }
  }

  /// The column with the role so many after `role`; −1 if there is none.
  subscript(role: ColumnRole, offset: Int) -> Int {
    Int(truncatingIfNeeded: indices[(Int(truncatingIfNeeded: role.rawValue) &+ offset) & 15])
  }
}
