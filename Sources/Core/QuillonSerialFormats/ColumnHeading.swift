/// The meaning of the heading of a column of numbers: the quantity, its axis and its unit.
///
/// Each part of this project that reads names of columns reads them here: lines of a board, traces, and logs of telephones.
/// A heading is a name with or without a unit: `ax`, `accX`, `gyro_z`, `gx [deg/s]`, `acc_x_g`, `Accelerometer x (m/s^2)`,
/// `rotationRate.x`, `time_us`. Small and capital letters are alike, and marks between words do not count. The unit stands in
/// brackets or is the last word. A name that is not understood has no quantity: nothing is guessed from parts of it.
public struct ColumnHeading: Equatable, Sendable {
  /// What a column measures.
  public enum Quantity: UInt8, Sendable {
    /// The time of the row.
    case time
    /// Acceleration as an accelerometer measures it, gravity included.
    case specificForce
    /// Acceleration without gravity.
    case linearAcceleration
    /// Gravity alone.
    case gravity
    /// Angular rate.
    case angularRate
    /// Magnetic field.
    case magneticField
    /// A component of a quaternion.
    case attitude
    /// An angle of the attitude.
    case angle
    /// Temperature.
    case temperature
    /// The pen state.
    case pen
    /// The number of a stroke.
    case stroke
    /// The label of a stroke.
    case label
  }

  /// A unit, as far as this project reads it.
  public enum Unit: Equatable, Sendable {
    case acceleration(ColumnUnits.Acceleration)
    case rate(ColumnUnits.Rate)
    case field(ColumnUnits.Field)
    case time(ColumnUnits.Time)
    /// Numbers of a converter, whose size in another unit the heading does not give.
    case counts
    /// A unit that is not read.
    case other
  }

  /// What the column measures; nil if the name is not understood.
  public private(set) var quantity: Quantity?
  /// 0 for x, 1 for y, 2 for z. Of a quaternion 0 for w, 1 for x, 2 for y, 3 for z. Nil without an axis.
  public private(set) var axis: Int?
  /// The unit; nil if the heading names none.
  public private(set) var unit: Unit?

  /// Reads a heading, UTF-8 or Latin-1. At most 48 letters and digits count.
  public init(_ bytes: some Sequence<UInt8>) {
    var text = HeadingText()
    for byte in bytes { text.push(byte) }
    self.init(text)
  }

  /// A heading without a meaning.
  init() {}

  /// A component of the acceleration without a unit.
  init(forceAxis axis: Int) { (quantity, self.axis) = (.specificForce, axis) }

  // Not inlined, as others that work on a copy of a text: then only one copy at a time is on the stack of a board.

  /// The vector whose name this is, without an axis: `gyro`, `acc (g)`. Nil for any other name.
  @inline(never)
  init?(vectorOf text: HeadingText) {
    guard !text.isEmpty else { return nil }
    var text = text
    let inBrackets = Self.bracketed(&text)
    // The axes in brackets are no unit.
    unit =
      inBrackets == .other || inBrackets == nil ? Self.trailing(&text) ?? inBrackets : inBrackets
    text.removeWords(
      "raw imu sensor sensors body calibrated cal filtered data value values reading in")
    guard text.count > 0, !Self.isBeside(text) else { return nil }
    quantity =
      text.isAny(of: "q quat quaternion")
      ? .attitude : Self.vector(text, unit, from: 0, to: text.count)
    guard quantity != nil else { return nil }
    settle()
  }

  /// The vector that is measured in the unit that the text is, up to `end`; nil if it is none of a vector.
  @inline(never)
  init?(measuredIn text: HeadingText, upTo end: Int) {
    var text = text
    text.cut(to: end)
    guard let unit = Self.unit(text, from: 0), let quantity = Self.quantity(of: unit) else {
      return nil
    }
    (self.unit, self.quantity) = (unit, quantity)
  }

  /// A component that is named in a line of its own. An axis alone is that of the vector which the title above it names, without a title
  /// that of the acceleration.
  @inline(never)
  init(componentNamed text: HeadingText, in title: Self?) {
    self.init(text)
    guard quantity == nil, let axis = text.onlyAxis else { return }
    guard let title else {
      self = Self(forceAxis: axis)
      return
    }
    // A title may be none of a vector.
    guard title.quantity != nil, title.quantity != .attitude else { return }
    self = title
    self.axis = axis
  }

  /// The component of the same vector with that axis; nil if it has none.
  func component(_ axis: Int) -> Self? {
    guard axis >= 0, axis < (quantity == .attitude ? 4 : 3) else { return nil }
    var heading = self
    heading.axis = axis
    return heading
  }

  /// The same quantity in the unit that the text is.
  @inline(never)
  func with(unitOf text: HeadingText) -> Self {
    var heading = self
    heading.unit = Self.unit(text, from: 0)
    heading.settle()
    return heading
  }

  @inline(never)
  init(_ text: HeadingText) {
    var text = text
    unit = Self.bracketed(&text)
    if unit == nil { unit = Self.trailing(&text) }
    text.findAxis()
    // Words that name the source of a number: `ax_raw`, `imu_ax`.
    text.removeWords(
      "raw imu sensor sensors body calibrated cal filtered data value reading unix in")
    (quantity, axis) = Self.name(text, unit)
    if unit == nil, text.axis != nil, text.start(ofLast: 1) > 0 { adoptUnit(before: text) }
    if quantity == .time, unit == nil { unit = Self.unitOfTime(text) }
    settle()
  }

  /// Adopts a unit that stands before the axis: `Rotation in deg/sec X`.
  @inline(never)
  private mutating func adoptUnit(before text: HeadingText) {
    var text = text
    guard let found = Self.trailing(&text) else { return }
    let name = Self.name(text, found)
    guard name.0 != nil else { return }
    (quantity, axis, unit) = (name.0, name.1, found)
  }

  /// Lets the unit decide where a name has two meanings, and the name where a unit has two.
  private mutating func settle() {
    switch (quantity, unit) {
    case (.angularRate, .acceleration):
      // G as in g-force.
      quantity = .specificForce
    case (.magneticField, .acceleration(.gravities)): unit = .field(.gausses)
    case (.magneticField, .acceleration(.milligravities)): unit = .field(.milligausses)
    case (.attitude, .other?), (.angle, _): quantity = .angle
    default: break
    }
  }

  // MARK: Names

  private static func name(_ text: HeadingText, _ unit: Unit?) -> (Quantity?, Int?) {
    let hasUnitOfTime = if case .time = unit { true } else { false }
    if text.isAny(of: "pen pendown button btn penstate") { return (.pen, nil) }
    if text.isAny(of: "stroke") { return (.stroke, nil) }
    if text.isAny(of: "label") { return (.label, nil) }
    // A capital T is a temperature.
    if text.isAny(of: "t") && (!text.isCapital || hasUnitOfTime)
      || text.isAny(
        of:
          "ts ms us ns millis micros nanos millisecond microsecond seconds sec secs nsec nsecs epoch headerstamp timesec"
      )
      || text.ends(with: "time") || text.ends(with: "stamp")
      || text.holdsAny(of: "elapsed sampletimefine")
      || hasUnitOfTime && text.holdsAny(of: "time") && !isBeside(text)
    {
      return (.time, nil)
    }
    if text.isCapital, text.isAny(of: "t") { return (.temperature, nil) }
    if isBeside(text) { return (text.holdsAny(of: "temp tmp") ? .temperature : nil, nil) }
    if let found = component(text, unit) { return found }
    if let axis = turnAxis(text), isRate(unit) || text.holdsAny(of: "rate speed vel gyr") {
      return (.angularRate, axis)
    }
    if text.holdsAny(of: "angle roll pitch yaw euler heading azimuth tilt attitude") {
      return (.angle, nil)
    }
    return (nil, nil)
  }

  /// The axis of a name such as `roll rate`; nil for other names.
  private static func turnAxis(_ text: HeadingText) -> Int? {
    if text.holdsAny(of: "roll") { return 0 }
    if text.holdsAny(of: "pitch") { return 1 }
    return text.holdsAny(of: "yaw") ? 2 : nil
  }

  private static func isRate(_ unit: Unit?) -> Bool { if case .rate = unit { true } else { false } }

  /// True for the name of a value that is reported with a measurement, such as its bias.
  public static func isBeside(_ name: some Sequence<UInt8>) -> Bool {
    var text = HeadingText()
    for byte in name { text.push(byte) }
    return isBeside(text)
  }

  /// True for the name of a value that is reported with a measurement.
  @inline(never)
  static func isBeside(_ text: HeadingText) -> Bool {
    text.holdsAny(
      of:
        "bias offset cov variance std error uncal magnitude norm world temp tmp baro press accuracy status saturat flag"
    )
  }

  /// A component of a vector or a quaternion: a name with an axis as a word of its own, at its end, or at its beginning.
  private static func component(_ text: HeadingText, _ unit: Unit?) -> (Quantity?, Int?)? {
    if let axis = text.axis, let found = component(text, unit, axis, from: 0, to: text.count) {
      return found
    }
    guard text.count > 0 else { return nil }
    let end = text.count &- 1
    let (first, last) = (text[0], text[end])
    if let found = component(text, unit, last, from: 0, to: end) { return found }
    if let found = component(text, unit, first, from: 1, to: text.count) { return found }
    // The first of several sensors: `ax1`.
    guard end > 1, last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9") else { return nil }
    return component(text, unit, text[end &- 1], from: 0, to: end &- 1)
  }

  private static func component(
    _ text: HeadingText, _ unit: Unit?, _ letter: UInt8, from start: Int, to end: Int
  ) -> (Quantity?, Int?)? {
    if let axis = quaternionAxis(letter),
      text.isAny(
        of: "q quat quaternion orientation attitude rotationvector ori orient", from: start, to: end
      )
    {
      return (.attitude, axis)
    }
    guard let axis = axis(letter), let quantity = vector(text, unit, from: start, to: end) else {
      return nil
    }
    return (quantity, axis)
  }

  /// The quantity of a vector by its name without the axis.
  private static func vector(
    _ text: HeadingText, _ unit: Unit?, from start: Int, to end: Int
  ) -> Quantity? {
    if start == end { return quantity(of: unit) }
    if text.isAny(of: "a ac acc accel f gf arss accelero lsm", from: start, to: end) {
      return .specificForce
    }
    if text.isAny(of: "g gy gyr w wrss rot rotation omega rate rates", from: start, to: end) {
      return .angularRate
    }
    if text.isAny(of: "m mag b field", from: start, to: end) { return .magneticField }
    if text.isAny(of: "u lin linear areal free", from: start, to: end) {
      return .linearAcceleration
    }
    if text.holdsAny(of: "angle roll pitch yaw euler orient", from: start, to: end) {
      return .angle
    }
    if text.holdsAny(
      of: "useracc linearacc linacc freeacc accelwithoutgravity accelerationwithoutgravity areal",
      from: start, to: end)
    {
      return .linearAcceleration
    }
    if text.holdsAny(
      of: """
        angularvel angularrate angularspeed angvel angrate rotationrate rotrate gyr giro omega drehrat winkelges \
        vitesseang
        """,
      from: start, to: end)
    {
      return .angularRate
    }
    if text.holdsAny(of: "acc specificforce gforce beschleu aceler", from: start, to: end) {
      return .specificForce
    }
    if text.holdsAny(of: "grav", from: start, to: end) { return .gravity }
    if text.holdsAny(of: "mag compass", from: start, to: end) { return .magneticField }
    // Where the axis is a word of its own, or none is named, the unit tells: `Velocity X (rad/s)`.
    if start == 0, end == text.count, isRate(unit) { return .angularRate }
    // WitMotion's programs write `AsX(°/s)` for angular speed and `HX(uT)` for the field.
    return text.isAny(of: "as h", from: start, to: end) ? quantity(of: unit) : nil
  }

  /// What is measured in a unit, for a name that is an axis alone: `X (m/s^2)`.
  private static func quantity(of unit: Unit?) -> Quantity? {
    switch unit {
    case .acceleration: .specificForce
    case .rate: .angularRate
    case .field: .magneticField
    default: nil
    }
  }

  private static func axis(_ letter: UInt8) -> Int? {
    letter >= UInt8(ascii: "x") && letter <= UInt8(ascii: "z")
      ? Int(letter &- UInt8(ascii: "x")) : nil
  }

  private static func quaternionAxis(_ letter: UInt8) -> Int? {
    switch Unicode.Scalar(letter) {
    case "w", "0": 0
    case "x", "1": 1
    case "y", "2": 2
    case "z", "3": 3
    default: nil
    }
  }

  // MARK: Units

  /// The unit in brackets.
  private static func bracketed(_ text: inout HeadingText) -> Unit? {
    let start = text.unitStart
    guard start >= 0, start < text.count else { return nil }
    defer { text.cut(to: start) }
    // A lone t is a tesla here only: elsewhere it is the time.
    if text.isAny(of: "t", from: start, to: text.count) { return .field(.teslas) }
    return unit(text, from: start) ?? .other
  }

  /// The unit that the last words name, three at most: `acc_x_g`, `gyr_x_deg_s`. What is left must have an axis or be a time.
  private static func trailing(_ text: inout HeadingText) -> Unit? {
    var start = text.start(ofLast: 3)
    while start < text.count, start < 48 {
      if start > 0, let unit = unit(text, from: start) {
        text.cut(to: start)
        return unit
      }
      start = text.end(ofWordAt: start)
    }
    return nil
  }

  /// The unit that a name of time contains.
  private static func unitOfTime(_ text: HeadingText) -> Unit? {
    if text.isAny(of: "ms millis millisecond timems") { return .time(.milliseconds) }
    if text.isAny(of: "us micros microsecond timeus sampletimefine") { return .time(.microseconds) }
    if text.isAny(of: "ns nanos nsec nsecs") { return .time(.nanoseconds) }
    if text.isAny(of: "s sec secs seconds secondselapsed timesec") { return .time(.seconds) }
    return nil
  }

  /// The unit that the text from `start` on names. The first letter decides what is looked up, since most words are no unit.
  @inline(never)
  private static func unit(_ text: HeadingText, from start: Int) -> Unit? {
    let end = text.count
    @inline(__always)
    func isAny(_ table: StaticString, _ text: HeadingText) -> Bool {
      text.isAny(of: table, from: start, to: end)
    }
    switch Unicode.Scalar(text[start]) {
    case "g":
      if isAny("g gs gn g0 gee gees", text) { return .acceleration(.gravities) }
      if isAny("gauss ga", text) { return .field(.gausses) }
      if isAny("gal", text) { return .acceleration(.centimetersPerSecondSquared) }
    case "m":
      if isAny("mg millig", text) { return .acceleration(.milligravities) }
      if isAny(
        "ms2 mss mps2 mpss mpersec2 msec2 msecsq meterspersecondsquared mpers2 meterssecond2 meters2 msecond2 meterspersecond2",
        text)
      {
        return .acceleration(.metersPerSecondSquared)
      }
      if isAny("ms msec msecs millis millisecond milliseconds", text) {
        return .time(.milliseconds)
      }
      if isAny("micros microsecond microseconds", text) { return .time(.microseconds) }
      if isAny("mt millitesla", text) { return .field(.milliteslas) }
      if isAny("mgauss mga milligauss", text) { return .field(.milligausses) }
      if isAny("microtesla microteslas", text) { return .field(.microteslas) }
      if isAny("mms2 mmss mmps2", text) { return .acceleration(.millimetersPerSecondSquared) }
      if isAny("microg", text) { return .acceleration(.microgravities) }
    case "u":
      if isAny("ut utesla", text) { return .field(.microteslas) }
      if isAny("us usec usecs", text) { return .time(.microseconds) }
      if isAny("ug", text) { return .acceleration(.microgravities) }
    case "n":
      if isAny("ns nsec nsecs nanos nanosec nanosecs nanosecond nanoseconds", text) {
        return .time(.nanoseconds)
      }
      return isAny("nt nanotesla", text) ? .field(.nanoteslas) : nil
    case "s": return isAny("s sec secs second seconds", text) ? .time(.seconds) : nil
    case "l": return isAny("lsb", text) ? .counts : nil
    case "a": return isAny("adc", text) ? .counts : nil
    case "c":
      if isAny("counts count", text) { return .counts }
      if isAny("cms2 cmss cmps2", text) { return .acceleration(.centimetersPerSecondSquared) }
    case "f": return isAny("fts2 ftss ftps2", text) ? .acceleration(.feetPerSecondSquared) : nil
    case "i": return isAny("ins2 inss inps2", text) ? .acceleration(.inchesPerSecondSquared) : nil
    case "t": if isAny("tesla", text) { return .field(.teslas) }
    // M5Stack's examples write o/s for °/s.
    case "o": return isAny("os", text) ? .rate(.degreesPerSecond) : nil
    case "d", "r": break
    default: return nil
    }
    return rate(text, from: start).map { .rate($0) }
  }

  /// A unit of angular rate: an angle, a time behind it, and perhaps the word per between them, as in `deg/s`, `dps`, `rad s^-1` and
  /// `degrees per second`.
  @inline(never)
  private static func rate(_ text: HeadingText, from start: Int) -> ColumnUnits.Rate? {
    if text.ends(with: "seconds") { return angle(text, from: start, to: text.count &- 7) }
    if text.ends(with: "second") { return angle(text, from: start, to: text.count &- 6) }
    if text.ends(with: "sec") { return angle(text, from: start, to: text.count &- 3) }
    if text.ends(with: "s1") { return angle(text, from: start, to: text.count &- 2) }
    if text.isAny(of: "rpm revmin revolutionsperminute", from: start, to: text.count) {
      return .revolutionsPerMinute
    }
    if text.isAny(
      of: "degh deghr degreesh degreeshour degreesperhour", from: start, to: text.count)
    {
      return .degreesPerHour
    }
    // Without its mark, `degree/s` is an angle.
    guard text.ends(with: "s"),
      !text.isAny(
        of: "degrees radians millidegrees milliradians turns", from: start, to: text.count)
    else { return nil }
    return angle(text, from: start, to: text.count &- 1)
  }

  /// The rate of an angle in a second; the angle may end with the word per.
  private static func angle(
    _ text: HeadingText, from start: Int, to end: Int
  ) -> ColumnUnits.Rate? {
    var end = end
    if end &- start > 3, text.isAny(of: "per", from: end &- 3, to: end) {
      end &-= 3
    } else if end &- start > 1, text.isAny(of: "p", from: end &- 1, to: end) {
      if end &- start == 2, text.isAny(of: "r", from: start, to: end &- 1) {
        return .radiansPerSecond
      }
      end &-= 1
    }
    if text.isAny(of: "deg degs degree degrees d", from: start, to: end) {
      return .degreesPerSecond
    }
    if text.isAny(of: "rad rads radian radians", from: start, to: end) { return .radiansPerSecond }
    if text.isAny(of: "mdeg mdegs millidegree millidegrees md", from: start, to: end) {
      return .millidegreesPerSecond
    }
    if text.isAny(of: "mrad mrads milliradian milliradians", from: start, to: end) {
      return .milliradiansPerSecond
    }
    if text.isAny(of: "rev revs revolutions turn turns", from: start, to: end) {
      return .revolutionsPerSecond
    }
    if text.isAny(of: "udeg microdegrees ud", from: start, to: end) {
      return .microdegreesPerSecond
    }
    if text.isAny(of: "urad microradians", from: start, to: end) { return .microradiansPerSecond }
    if text.isAny(of: "cdeg centidegrees", from: start, to: end) { return .centidegreesPerSecond }
    if text.isAny(of: "grad gradians gon", from: start, to: end) { return .gradiansPerSecond }
    return nil
  }
}

/// The letters and digits of a heading, in small letters, with the places where its words begin.
struct HeadingText {
  private var bytes = InlineArray<48, UInt8>(repeating: 0)
  /// Bit i of the two words is 1 where a word begins at byte i. One word of 64 bits would need shifts from the compiler's library.
  private var beginnings = InlineArray<2, UInt32>(repeating: 0)
  /// The number of bytes, 0…48.
  private(set) var count = 0
  /// Where the text in brackets begins; −1 without brackets.
  private(set) var unitStart = -1
  /// The letter x, y or z that is a word of its own, or the axis in brackets. Nil if there is none.
  private(set) var axis: UInt8?
  /// True if the first letter is a capital one.
  private(set) var isCapital = false
  private var isBetweenWords = true
  private var wasSmall = false
  private var hasEnded = false
  private var lead: UInt8 = 0

  init() {}

  /// The byte at `index`; 0 outside of 0..<48.
  subscript(index: Int) -> UInt8 {
    index >= 0 && index < 48 ? bytes[unchecked: index] : 0
  }

  /// True if a word begins at `index`; false outside of 0..<48.
  private func isBeginning(_ index: Int) -> Bool {
    index >= 0 && index < 48
      && beginnings[unchecked: index &>> 5] &>> UInt32(truncatingIfNeeded: index & 31) & 1 != 0
  }

  /// Stores a byte. Outside of 0..<48 nothing is stored.
  private mutating func store(_ byte: UInt8, _ isBeginning: Bool, at index: Int) {
    guard index >= 0, index < 48 else { return }
    bytes[unchecked: index] = byte
    let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: index & 31)
    if isBeginning {
      beginnings[unchecked: index &>> 5] |= bit
    } else {
      beginnings[unchecked: index &>> 5] &= ~bit
    }
  }

  /// True without letters and digits.
  var isEmpty: Bool { count == 0 }

  /// True while a bracket is open.
  var isInBrackets: Bool { unitStart >= 0 && !hasEnded }

  /// The axis that is all of the text, 0 for x; nil for any other text. The first of several sensors may have its number: `X1`.
  var onlyAxis: Int? {
    guard count == 1 || count == 2 && self[1] == UInt8(ascii: "1"), self[0] >= UInt8(ascii: "x"),
      self[0] <= UInt8(ascii: "z")
    else {
      return nil
    }
    return Int(self[0] &- UInt8(ascii: "x"))
  }

  /// True if the text is an axis alone, 0 for x. Mutating, because another method lets its caller copy the text to the stack.
  @inline(never)
  mutating func isAxis(_ axis: Int) -> Bool { onlyAxis == axis }

  /// Empties the text if a word begins at `start` that is the value of the name before it, and no part of the next name:
  /// `board=esp32 ax=0.1`. The name of a vector and that of an axis stay: `sensor=gyro x=1`. True if the text is empty then.
  @inline(never)
  mutating func dropValue(from start: Int) -> Bool {
    guard count > start &+ 1, ColumnHeading(vectorOf: self) == nil else { return false }
    self = Self()
    return true
  }

  /// Removes the words before a name from the text: the unit of a number before it. Empty if the first word begins a name, or if
  /// there is none.
  @inline(never)
  mutating func takeUnit() -> HeadingText {
    var start = 0
    while start < count, start < 48 {
      var name = self
      name.remove(from: 0, to: start)
      if name.onlyAxis != nil || ColumnHeading(name).quantity != nil
        || ColumnHeading(vectorOf: name) != nil
      {
        var unit = self
        unit.cut(to: start)
        self = name
        return unit
      }
      start = end(ofWordAt: start)
    }
    return HeadingText()
  }

  /// Consumes the next byte.
  @inline(never)
  mutating func push(_ byte: UInt8) {
    guard !hasEnded else { return }
    let before = lead
    lead = byte
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      if unitStart < 0 { unitStart = count }
      isBetweenWords = true
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      // Behind the axis of `accSmooth[0] (g)` its unit may stand.
      if unitStart >= 0, count > unitStart { hasEnded = !axisInBrackets() }
      isBetweenWords = true
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      if wasSmall, unitStart < 0, !endsUnitOfField(byte) { isBetweenWords = true }
      if count == 0 { isCapital = true }
      append(byte | 0x20)
      wasSmall = false
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      append(byte)
      wasSmall = true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): append(byte)
    // µ is C2 B5 or CE BC in UTF-8, and B5 in Latin-1.
    case 0xB5: append(UInt8(ascii: "u"))
    case 0xBC where before == 0xCE: append(UInt8(ascii: "u"))
    // ° and ².
    case 0xB0:
      append(UInt8(ascii: "d"))
      append(UInt8(ascii: "e"))
      append(UInt8(ascii: "g"))
    case 0xB2: append(UInt8(ascii: "2"))
    case 0x80...0xFF: break
    default:
      isBetweenWords = true
      wasSmall = false
    }
  }

  /// True if the capital letter ends uT, nT, mT, uG or mG, which are one word.
  private func endsUnitOfField(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "T") || byte == UInt8(ascii: "G"), isBeginning(count &- 1) else {
      return false
    }
    let prefix = self[count &- 1]
    return prefix == UInt8(ascii: "u") || prefix == UInt8(ascii: "m")
      || prefix == UInt8(ascii: "n")
  }

  private mutating func append(_ byte: UInt8) {
    guard count >= 0, count < 48 else { return }
    store(byte, isBetweenWords, at: count)
    isBetweenWords = false
    count &+= 1
  }

  /// Drops what begins at `start`.
  mutating func cut(to start: Int) {
    count = start
    unitStart = -1
  }

  /// Where the last `words` words begin; 0 if there are fewer.
  func start(ofLast words: Int) -> Int {
    var (index, left) = (count, words)
    while index > 0, index <= 48, left > 0 {
      index &-= 1
      if isBeginning(index) { left &-= 1 }
    }
    return index
  }

  /// Where the word that begins at `start` ends.
  func end(ofWordAt start: Int) -> Int {
    var end = start &+ 1
    while end < count, end < 48, !isBeginning(end) { end &+= 1 }
    return end
  }

  /// Uses a single digit in brackets as an axis: 0 is x, or w of a quaternion. Behind an axis it is the number of the sensor: `ACC_X[0]`.
  private mutating func axisInBrackets() -> Bool {
    guard unitStart >= 0, unitStart &+ 1 == count, unitStart < 48 else { return false }
    let digit = self[unitStart]
    guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "3") else { return false }
    cut(to: unitStart)
    if count > 1, isBeginning(count &- 1), self[count &- 1] >= UInt8(ascii: "x"),
      self[count &- 1] <= UInt8(ascii: "z")
    {
      return true
    }
    let isQuaternion = count > 0 && self[0] == UInt8(ascii: "q")
    axis = isQuaternion || digit > UInt8(ascii: "2") ? digit : digit &+ 72
    return true
  }

  /// Removes a word x, y or z from the text and uses it as the axis.
  mutating func findAxis() {
    guard axis == nil else { return }
    var index = count &- 1
    while index >= 0, index < 48 {
      let isAlone = isBeginning(index) && (index &+ 1 >= count || isBeginning(index &+ 1))
      if isAlone, self[index] >= UInt8(ascii: "x"), self[index] <= UInt8(ascii: "z") {
        axis = self[index]
        remove(from: index, to: index &+ 1)
        return
      }
      index &-= 1
    }
  }

  /// Removes the words that are in the table, unless nothing else is left.
  @inline(__always)
  mutating func removeWords(_ table: StaticString) {
    var start = 0
    while start < count, start < 48 {
      let end = end(ofWordAt: start)
      if end &- start < count, isAny(of: table, from: start, to: end) {
        remove(from: start, to: end)
      } else {
        start = end
      }
    }
  }

  private mutating func remove(from start: Int, to end: Int) {
    var (place, next) = (start, end)
    while next < count, next < 48, place < 48 {
      store(self[next], isBeginning(next), at: place)
      place &+= 1
      next &+= 1
    }
    count = place
  }

  /// True if the text is one of the words of the table, which are separated by blanks.
  @inline(__always)
  func isAny(of table: StaticString) -> Bool { isAny(of: table, from: 0, to: count) }

  /// True if a part of the text is one of the words of the table.
  @inline(__always)
  func isAny(of table: StaticString, from start: Int, to end: Int) -> Bool {
    equalsAny(table.utf8Start, from: start, to: end)
  }

  /// True if the text holds one of the words of the table.
  @inline(__always)
  func holdsAny(of table: StaticString) -> Bool { holdsAny(of: table, from: 0, to: count) }

  /// True if a part of the text holds one of the words of the table.
  @inline(__always)
  func holdsAny(of table: StaticString, from start: Int, to end: Int) -> Bool {
    containsAny(table.utf8Start, from: start, to: end)
  }

  /// True if the text ends with `word`.
  @inline(__always)
  func ends(with word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return length <= count && isAny(of: word, from: count &- length, to: count)
  }

  // A function of a literal is inlined, so that its address is a constant: a `StaticString` that is passed on may have none, and reading
  // it then traps. A literal ends with a zero.

  /// True if the part from `start` to `end` is one of the words.
  @inline(never)
  private func equalsAny(_ words: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    guard start >= 0, end <= 48, start < end else { return false }
    let first = self[start]
    var word = words
    while true {
      if word.pointee == first {
        var place = start
        repeat {
          place &+= 1
          word += 1
        } while place < end && word.pointee == self[place]
        if place == end, word.pointee <= 0x20 { return true }
      }
      while word.pointee > 0x20 { word += 1 }
      if word.pointee == 0 { return false }
      word += 1
    }
  }

  /// True if the part from `start` to `end` holds one of the words.
  @inline(never)
  private func containsAny(_ words: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    guard start >= 0, end <= 48, start < end else { return false }
    // Bit 5 and up of a letter are alike, so each letter has a bit of its own.
    var (letters, index) = (0 as UInt32, start)
    while index < end {
      letters |= 1 &<< UInt32(self[index] & 31)
      index &+= 1
    }
    var word = words
    while true {
      if letters &>> UInt32(word.pointee & 31) & 1 != 0, holds(word, from: start, to: end) {
        return true
      }
      while word.pointee > 0x20 { word += 1 }
      if word.pointee == 0 { return false }
      word += 1
    }
  }

  /// True if the part from `start` to `end` holds the word.
  private func holds(_ word: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    var first = start
    while first < end {
      var (place, letter) = (first, word)
      while place < end, letter.pointee == self[place] {
        place &+= 1
        letter += 1
      }
      if letter.pointee <= 0x20 { return true }
      first &+= 1
    }
    return false
  }
}
