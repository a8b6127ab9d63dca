import ArgumentParser
import Foundation
import QuillonBridge
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

  @OptionGroup var columns: AttitudeColumns

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup var range: RangeOptions

  @Flag(
    help: """
      Compute with the reference model in floating point instead of the integers that boards \
      use.
      """)
  var reference = false

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
    if frame.frame != nil, axes != nil || reference {
      throw ValidationError(
        "--frame chooses the axes and needs the core: leave out --axes and --reference.")
    }
  }

  func run() throws {
    var outputs = files.outputs(beside: [trace, calibration.calibration])
    let file = try outputs.file(out)
    let recording = try Trace(noting: trace)
    let rows = recording.rows
    var samples = rows.compactMap { SensorSample($0, hasRate: axes != 3) }
    guard !samples.isEmpty else {
      let isForce = axes != 3 && rows.contains { $0.specificForce != nil }
      throw ToolError(
        isForce
          ? "\(trace) has no angular rate: fuse it with --axes 3, which gives the inclination"
          : "\(trace) has no row with specific force and angular rate: fuse a trace with the "
            + "columns ax ay az gx gy gz", code: .misuse)
    }
    if usesField, !samples.contains(where: { $0.field != nil }) {
      throw ToolError(
        "\(trace) has no magnetic field: fuse it with --axes 6 or --frame arbitrary",
        code: .misuse)
    }
    let correction = try calibration.load()
    var clipping = ClippingWatch(
      range: (range.range ?? SensorRange()).completed(by: recording.range))
    for sample in samples { clipping.add(sample.inertial) }
    let filter = clipping.range.parameters(after: correction)
    if let correction {
      samples = samples.map { $0.corrected(by: correction) }
    }
    let fused =
      if let frame = frame.reference {
        fuse(samples, in: frame, by: filter)
      } else {
        if axes == 3 {
          incline(samples)
        } else {
          reference ? fuseInDouble(samples, by: filter) : fuse(samples, by: filter)
        }
      }
    let text =
      ([FusedSample.legend, FusedSample.header + columns.header]
      + fused.map { sample in
        sample.line
          + columns.values(of: sample.attitude).map { String(format: ",%.9f", $0) }.joined()
      })
      .joined(separator: "\n")
    try file.write((text + "\n").utf8)
    let report = FuseReport(fused, clipped: clipping.counts)
    if json { try Console.print(json: report) } else { try Console.print("\(report)") }
  }

  private var usesField: Bool { frame.reference?.usesField ?? (axes == 9) }

  private func fuse(
    _ samples: [SensorSample], in frame: ReferenceFrame, by filter: SixAxisAHRS.Parameters
  ) -> [FusedSample] {
    var fusion = MotionFusion(MotionFusion.Parameters(frame: frame, filter: filter))
    return samples.compactMap { sample in
      fusion.push(sample.inertial).map { FusedSample($0, at: sample.time) }
    }
  }

  private func fuse(
    _ samples: [SensorSample], by parameters: SixAxisAHRS.Parameters
  ) -> [FusedSample] {
    var filter = NineAxisAHRS(parameters, usesField: usesField)
    return samples.map { sample in
      filter.push(
        timestamp: sample.timestamp, specificForce: sample.specificForce,
        angularRate: sample.angularRate, field: sample.field)
      return FusedSample(filter, sample)
    }
  }

  private func incline(_ samples: [SensorSample]) -> [FusedSample] {
    var filter = InclinationFilter()
    return samples.map { sample in
      filter.push(sample.specificForce)
      return FusedSample(filter, sample)
    }
  }

  private func fuseInDouble(
    _ samples: [SensorSample], by parameters: SixAxisAHRS.Parameters
  ) -> [FusedSample] {
    var filter = ReferenceAHRS(usesField: usesField)
    filter.forceFullScale = parameters.forceFullScale.double
    filter.rateFullScale = parameters.rateFullScale.double
    return samples.map { sample in
      filter.push(
        timestamp: sample.timestamp, force: sample.specificForce.double,
        rate: sample.angularRate.double, field: sample.field?.double)
      return FusedSample(filter, sample)
    }
  }
}

/// The result of fusing a trace.
private struct FuseReport: Encodable, CustomStringConvertible {
  /// The number of rows.
  var samples: Int
  /// The time from the first sample to the last, s.
  var duration: Double
  /// When the filter was ready, s after the first sample. Nil if never.
  var readyAfter: Double?
  /// Samples with a sensor at the end of its range.
  var clipped: ClippedLine

  init(_ fused: [FusedSample], clipped: ClippingWatch.Counts) {
    self.clipped = ClippedLine(clipped)
    let start = fused.first?.time ?? 0
    samples = fused.count
    duration = (fused.last?.time ?? start) - start
    readyAfter = fused.first { $0.state == "ready" }.map { $0.time - start }
  }

  var description: String {
    let ready = readyAfter.map { String(format: "ready after %.1f s", $0) } ?? "never ready"
    return "\(samples) samples, " + String(format: "%.1f s, ", duration) + ready
      + (clipped.samples > 0 ? ", \(clipped.samples) clipped" : "")
  }
}
