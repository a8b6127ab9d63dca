import QuillonSerialFormats

/// A program whose tables do not give their units, but whose maker documents them.
struct TableProgram {
  /// Its name, for people.
  let name: String
  /// The units that its maker documents.
  let units: ColumnUnits
  /// What a unit of its time column is, in the unit of time above.
  var tick = 1.0
  /// What one number of its acceleration is, in the unit above.
  var force = 1.0
  /// What one number of its rate is, in the unit above.
  var rate = 1.0
  /// True if its acceleration has the sign of gravity, and not of the force against it.
  var isGravity = false
  /// The column that identifies which of several sensors a row is from; nil if there is none.
  var instance: Int?

  /// Apple's Core Motion.
  static let coreMotion = Self(
    name: "Core Motion", units: ColumnUnits(acceleration: .gravities, rate: .radiansPerSecond),
    isGravity: true)

  /// The program that wrote a table, by the lines before its header and the names of its columns. Nil for any other.
  ///
  /// - Movella DOT (Xsens DOT User Manual XD0502P): °/s, m/s², SampleTimeFine in µs.
  /// - MT Manager (Xsens MT Low-Level Communication Protocol MT0101P): rad/s, m/s², SampleTimeFine in 1/10,000 s.
  /// - Apple's Core Motion (CMDeviceMotion, CMAccelerometerData): g with the sign of gravity, rad/s, seconds. SensorLog for iOS has the
  ///   accelerometer's numbers as they are.
  /// - ArduPilot's log of its IMUs (ArduPilot/ardupilot, AP_InertialSensor/LogStructure.h): rad/s, m/s², TimeUS in µs, I the sensor.
  /// - MicroStrain's MIP Monitor (fields 80 04 to 80 06 of the MIP protocol): g, rad/s, G, the time of the GPS week in s.
  /// - Betaflight's blackbox (betaflight/blackbox-tools, README): gyroADC in °/s, accSmooth in counts of 1/2,048 g, time in µs.
  static func writing(_ preamble: [ArraySlice<UInt8>], _ names: [String]) -> Self? {
    let names = names.map { $0.lowercased() }
    func holds(_ words: String) -> Bool { names.contains { $0.contains(words) } }
    let before = preamble.map { String(decoding: $0.prefix(200), as: UTF8.self) }
    if holds("sampletimefine") {
      if before.contains(where: { $0.hasPrefix("DeviceTag") }) {
        return Self(
          name: "Movella DOT",
          units: ColumnUnits(
            acceleration: .metersPerSecondSquared, rate: .degreesPerSecond, time: .microseconds))
      }
      if before.contains(where: { $0.hasPrefix("//") }) {
        return Self(
          name: "MT Manager",
          units: ColumnUnits(
            acceleration: .metersPerSecondSquared, rate: .radiansPerSecond, time: .microseconds),
          tick: 100)
      }
    }
    if holds("accelerometeraccelerationx(g)") {
      return Self(
        name: "SensorLog",
        units: ColumnUnits(acceleration: .gravities, rate: .radiansPerSecond, time: .seconds),
        isGravity: true)
    }
    if holds("useracceleration"), holds("rotationrate") { return coreMotion }
    if let program = gyroflow(before) { return program }
    if holds("timeus"), holds("gyrx") || holds("accx"), let instance = names.firstIndex(of: "i") {
      return Self(
        name: "ArduPilot",
        units: ColumnUnits(
          acceleration: .metersPerSecondSquared, rate: .radiansPerSecond, time: .microseconds),
        instance: instance)
    }
    if holds("[x8004]") || holds("[x8005]") {
      return Self(
        name: "MicroStrain",
        units: ColumnUnits(
          acceleration: .gravities, rate: .radiansPerSecond, time: .seconds, field: .gausses))
    }
    if holds("gyroadc[0]"), holds("accsmooth[0]") {
      return Self(
        name: "Betaflight",
        units: ColumnUnits(
          acceleration: .counts2048, rate: .degreesPerSecond, time: .microseconds))
    }
    return nil
  }

  /// Gyroflow's log of a sensor (docs.gyroflow.xyz, "gcsv format"): the lines before its header give the size of a number in s, g, rad/s.
  private static func gyroflow(_ lines: [String]) -> Self? {
    func scale(_ name: String) -> Double? {
      let line = lines.first { $0.hasPrefix(name + ",") }
      return line.flatMap { Double(decimal: String($0.dropFirst(name.count + 1))) }
    }
    guard
      lines.contains(where: { $0.hasPrefix("GYROFLOW IMU LOG") || $0.hasPrefix("CAMERA IMU LOG") }),
      let tick = scale("tscale")
    else { return nil }
    return Self(
      name: "Gyroflow",
      units: ColumnUnits(acceleration: .gravities, rate: .radiansPerSecond, time: .seconds),
      tick: tick, force: scale("ascale") ?? 1, rate: scale("gscale") ?? 1)
  }

  /// Names in which only the first axis of a vector has the vector's name, as in `gyroscope x,y,z` or `gyroscope,,`: the others get it, too.
  private static func withAxes(_ names: [String]) -> [String] {
    var names = names
    for index in names.indices.dropLast(2) {
      let (first, rest) = (names[index], names[(index + 1)...(index + 2)])
      let isAlone = rest.map { $0.lowercased() } == ["y", "z"] && first.lowercased().hasSuffix("x")
      guard isAlone || rest.allSatisfy(\.isEmpty) else { continue }
      let group = isAlone ? String(first.dropLast()) : first + " "
      guard ColumnHeading((group + "x").utf8).axis != nil else { continue }
      for (offset, axis) in ["x", "y", "z"].enumerated() { names[index + offset] = group + axis }
    }
    return names
  }

  /// Names of columns in which the name of a vector stands before those of its axes, as in `angular_velocity,x,y,z`: each axis gets the
  /// name before it, and the column of that name has none (rosbag_to_csv). The parts of a time, secs and nsecs, have none either. Other
  /// names stay.
  static func withGroups(_ names: [String]) -> [String] {
    guard names.count(where: { $0 == "x" }) > 1 else { return withAxes(names) }
    let isAxis = names.map { ["w", "x", "y", "z"].contains($0) }
    var group = ""
    return names.indices.map { index in
      if isAxis[index] { return "\(group) \(names[index])" }
      group = names[index]
      let isGroup = index + 1 < names.count && isAxis[index + 1]
      return isGroup || ["secs", "nsecs"].contains(group) ? "" : group
    }
  }
}
