import ArgumentParser
import Foundation
import QuillonBridge
import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonRecordings
import QuillonReferenceModel

struct FuseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuse",
    abstract: """
      Computes attitude, gravity and linear acceleration from the raw sensor data of a trace.
      """,
    discussion: """
      The trace needs the columns t, ax ay az and gx gy gz, and for nine axes also mx my mz. \
      With --axes 3 the columns t, ax ay az are enough: this gives the inclination at rest. A \
      file with the ending .f32 holds 18 floats a row. The filter is the one that runs on \
      boards, sample by sample.
      """)

  @Argument(help: "The trace file to read.")
  var trace: String

  @Option(
    help: """
      3: accelerometer alone. 6: accelerometer and gyroscope. 9: the magnetometer too, so that y points north. The \
      default is 6, or what --frame needs.
      """)
  var axes: Int?

  @OptionGroup var frame: FrameOptions

  @Flag(
    help: """
      Write attitudes, velocities and positions relative to the first attitude that is known well, as if the board \
      had then been flat and straight ahead. Rows before it are as without this option.
      """)
  var relative = false

  @OptionGroup var columns: AttitudeColumns

  @OptionGroup var path: TrackColumns

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup var range: RangeOptions

  @Flag(
    help: """
      Compute with the reference model in floating point instead of the integers that boards \
      use.
      """)
  var reference = false

  @Flag(
    help: """
      Write the messages sensor_msgs/Imu of ROS instead, in the columns of `rostopic echo -p`. The attitude is in the \
      frame of --frame: its x axis points north where ROS has it point east.
      """)
  var ros = false

  @Option(help: "Write one row for each sample to this file.")
  var out: String

  @OptionGroup var files: FileOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    if let axes, ![3, 6, 9].contains(axes) {
      throw ValidationError(
        "There are 3, 6 or 9 axes, not \(axes): --axes 3, --axes 6 or --axes 9.")
    }
    if axes == 3, reference {
      throw ValidationError("The reference model has 6 or 9 axes: leave out --axes 3.")
    }
    if axes == 3, path.isOn {
      throw ValidationError(
        "An accelerometer alone cannot distinguish a turn from a movement: leave out --axes 3, or the columns of velocity and position."
      )
    }
    if ros, axes == 3 || !columns.isEmpty || path.isOn {
      throw ValidationError(
        "--ros has columns of its own and needs the angular rate: leave out --axes 3 and further columns."
      )
    }
    if frame.frame != nil, axes != nil || reference {
      throw ValidationError(
        "--frame chooses the axes and needs the core: leave out --axes and --reference.")
    }
  }

  func run() throws {
    var outputs = files.outputs(beside: [trace, calibration.calibration])
    let file = try outputs.file(out)
    let correction = try calibration.load()
    let recording = try TraceReader(contentsOf: trace)
    // The comments before the first row give the range.
    let first = try recording.next()
    var clipping = ClippingWatch(
      range: (range.range ?? SensorRange()).completed(by: recording.range))
    let parameters = clipping.range.parameters(after: correction)
    let objection = usesField ? try objection(to: correction, parameters) : nil
    let fuse = fuser(parameters, usesField: usesField && objection == nil)
    var (report, found) = (FuseReport(), Found())
    // Reading an option takes long, compared with a row.
    let (hasRate, further) = (axes != 3, columns.isEmpty ? nil : columns)
    var track = path.integration
    var start: ReferenceQuaternion?
    let bar = ProgressBar("fusing", total: 100, in: .percent)
    // Whoever reads along with a board gets its rows at once.
    let isLive = recording.share == nil
    var written = ContinuousClock.now
    try file.write { put in
      var bytes = Array("\(header)\n".utf8)
      func take(_ row: TraceRow) throws {
        found.add(row)
        if let sample = SensorSample(row, hasRate: hasRate) {
          clipping.add(sample.inertial)
          found.samples += 1
          if var fused = fuse(correction.map { sample.corrected(by: $0) } ?? sample) {
            report.add(fused)
            if relative, start == nil, fused.state == "ready" { start = fused.attitude }
            let moved = track?.values(
              after: fused, timestamp: sample.timestamp, isPenDown: row.isWithinStroke,
              relativeTo: start)
            if let start { fused.attitude = start.conjugate * fused.attitude }
            if ros {
              fused.writeAsROS(number: found.samples - 1, to: &bytes)
            } else {
              fused.write(with: further, moved ?? [], to: &bytes)
            }
          }
        }
        if bytes.count >= Self.chunk || isLive && .now - written >= Self.pause {
          try put(bytes)
          bytes.removeAll(keepingCapacity: true)
          written = .now
          if let share = recording.share { bar.show(Int(99 * share)) }
        }
      }
      if let first { try take(first) }
      while let row = try recording.next() { try take(row) }
      recording.note(trace)
      try check(found)
      try put(bytes)
    }
    bar.show(100)
    report.clipped = ClippedLine(clipping.counts)
    report.fieldObjection = objection
    noteClipping(clipping)
    if json { try Console.print(json: report) } else { try Console.print("\(report)") }
  }

  private var header: String {
    ros
      ? FusedSample.headerOfROS
      : "\(FusedSample.legend)\n\(path.legend)\(FusedSample.header)\(columns.header)\(path.header)"
  }

  /// How many bytes are written at once.
  private static let chunk = 1 << 18
  /// How long the rows of a pipe wait at most for the next one.
  private static let pause = Duration.milliseconds(20)

  /// What the rows of the trace have.
  private struct Found {
    var samples = 0
    var hasForce = false
    var hasField = false
    var hasPen = false

    mutating func add(_ row: TraceRow) {
      hasForce = hasForce || row.specificForce != nil
      hasField = hasField || row.magneticField != nil
      hasPen = hasPen || row.isWithinStroke
    }
  }

  private func check(_ found: Found) throws {
    guard found.samples > 0 else {
      throw ToolError(
        axes != 3 && found.hasForce
          ? "\(trace) has no angular rate: fuse it with --axes 3, which gives the inclination, "
            + "or name the folder of its files if the rate has one of its own"
          : "\(trace) has no row with specific force and angular rate: fuse a trace with the "
            + "columns ax ay az gx gy gz, or name the folder of its files if each sensor has one",
        code: .misuse)
    }
    if path.track, !found.hasPen {
      throw ToolError(
        "\(trace) has no stroke: give --track-always instead of --track, or record it with `quillon bridge --record`, "
          + "which marks the strokes", code: .misuse)
    }
    if usesField, !found.hasField {
      throw ToolError(
        "\(trace) has no magnetic field: fuse it with --axes 6 or --frame arbitrary",
        code: .misuse)
    }
  }

  /// Why the field of the recording can't be the Earth's; nil if it can be, or if the file can be read only once. Prints it as a warning.
  private func objection(
    to correction: SensorCalibration?, _ parameters: SixAxisAHRS.Parameters
  ) throws -> String? {
    guard Self.isFileOrFolder(trace) else { return nil }
    let recording = try TraceReader(contentsOf: trace)
    var (filter, check) = (NineAxisAHRS(parameters), EarthFieldCheck())
    let bar = ProgressBar("looking at the field", total: 100, in: .percent)
    defer { bar.show(100) }
    var rows = 0
    while let row = try recording.next() {
      rows += 1
      if rows.isMultiple(of: 4_096), let share = recording.share { bar.show(Int(99 * share)) }
      guard let read = SensorSample(row, hasRate: true) else { continue }
      let sample = correction.map { read.corrected(by: $0) } ?? read
      filter.push(
        timestamp: sample.timestamp, specificForce: sample.specificForce,
        angularRate: sample.angularRate)
      if let field = sample.field { check.add(field, attitude: filter.attitude) }
    }
    guard let objection = check.objection else { return nil }
    Console.note(
      EarthFieldCheck.warning(
        objection, heading: "The heading is computed without it and is arbitrary",
        "--trace \(trace.shellQuoted)"))
    return objection
  }

  private static func isFileOrFolder(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type]
    return [.typeRegular, .typeDirectory].contains(type as? FileAttributeType)
  }

  /// Names the option that lets the filter leave clipped readings out, if they were found by their shape
  /// alone.
  private func noteClipping(_ clipping: ClippingWatch) {
    let found = clipping.foundRange
    guard clipping.counts.samples > 0, found != SensorRange() else { return }
    let whole = clipping.range.completed(by: found)
    // The option names the accelerometer first; of a range that is not known, more than any has.
    let option = SensorRange(
      g: (whole.force ?? 1_000 * SensorRange.gravity) / SensorRange.gravity,
      degrees: whole.rate.map { $0 * 180 / .pi }
    ).option
    Console.note(
      """
      warning: readings stand at \(found), which seems to be the end of the range: give --range \(option ?? "") so that the \
      attitude leaves them out
      """)
  }

  private var usesField: Bool { frame.reference?.usesField ?? (axes == 9) }

  /// The filter that the options choose: a function that takes one sample after the other.
  private func fuser(
    _ parameters: SixAxisAHRS.Parameters, usesField: Bool
  ) -> (SensorSample) -> FusedSample? {
    if let frame = usesField ? frame.reference : frame.reference.map({ _ in .arbitrary }) {
      var fusion = MotionFusion(MotionFusion.Parameters(frame: frame, filter: parameters))
      return { sample in
        fusion.push(sample.inertial).map { FusedSample($0, at: sample.time) }
      }
    }
    if axes == 3 {
      var filter = InclinationFilter()
      return { sample in
        filter.push(sample.specificForce)
        return FusedSample(filter, sample)
      }
    }
    if reference {
      var filter = ReferenceAHRS(usesField: usesField)
      filter.forceFullScale = parameters.forceFullScale.double
      filter.rateFullScale = parameters.rateFullScale.double
      return { sample in
        filter.push(
          timestamp: sample.timestamp, force: sample.specificForce.double,
          rate: sample.angularRate.double, field: sample.field?.double)
        return FusedSample(filter, sample)
      }
    }
    var filter = NineAxisAHRS(parameters, usesField: usesField)
    return { sample in
      filter.push(
        timestamp: sample.timestamp, specificForce: sample.specificForce,
        angularRate: sample.angularRate, field: sample.field)
      return FusedSample(filter, sample)
    }
  }
}

/// The result of fusing a trace.
private struct FuseReport: Encodable, CustomStringConvertible {
  /// The number of rows.
  private(set) var samples = 0
  /// The time from the first sample to the last, s.
  private(set) var duration = 0.0
  /// When the filter was ready, s after the first sample. Nil if never.
  private(set) var readyAfter: Double?
  /// Samples with a sensor at the end of its range.
  var clipped = ClippedLine(ClippingWatch().counts)
  /// Why the magnetic field was not used; nil if it was, or was not to be.
  var fieldObjection: String?
  private var start: Double?

  private enum CodingKeys: CodingKey { case samples, duration, readyAfter, clipped, fieldObjection }

  /// Counts a row.
  mutating func add(_ fused: FusedSample) {
    let start = start ?? fused.time
    self.start = start
    samples += 1
    duration = fused.time - start
    if readyAfter == nil, fused.state == "ready" { readyAfter = duration }
  }

  var description: String {
    let ready = readyAfter.map { String(format: "ready after %.1f s", $0) } ?? "never ready"
    return "\(samples) samples, " + String(format: "%.1f s, ", duration) + ready
      + (clipped.samples > 0 ? ", \(clipped.samples) clipped" : "")
      + (fieldObjection == nil ? "" : ", without the magnetic field")
  }
}
