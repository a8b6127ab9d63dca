import ArgumentParser
import Foundation
import QuillonBridge
import QuillonFusion
import QuillonRecordings

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records every sample that a board sends to a trace file.",
    discussion: """
      The command creates the file with the first sample and writes each sample at once. If a \
      recording is interrupted, the file holds all samples up to that moment. Ctrl-C ends the \
      recording.
      """)

  @OptionGroup var source: PortOptions

  @Flag(
    help: """
      Wait until the port is there, at the start and whenever the board is unplugged. The file \
      marks the gaps.
      """
  )
  var wait = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @OptionGroup var meaning: LabelOption

  @OptionGroup var calibration: CalibrationOptions

  @OptionGroup var range: RangeOptions

  @OptionGroup var plane: PlaneOptions

  @OptionGroup var origin: OriginOptions

  @OptionGroup var files: RecordingOptions

  @Argument(help: "The trace file to write.")
  var out: String

  /// The number of samples before the first row. The first row decides the columns, and the first
  /// samples may lack values that come in messages of their own.
  private static let settling = 5

  func run() throws {
    let correction = try calibration.load()
    let rule = try plane.plane.map { _ in try plane.rule() }
    var outputs = files.outputs(beside: [calibration.calibration, plane.plane])
    var tape = TraceBuilder(
      try files.recorder(out, label: meaning.label, in: &outputs),
      correction: correction, file: calibration.calibration)
    let interruption = Interruption()
    let isCancelled = { interruption.isRequested }
    guard let board = try BoardPath(source, waiting: wait, isCancelled: isCancelled) else { return }
    defer { withExtendedLifetime(board) {} }
    let port = board.path
    var (source, stream): (PortOptions, SensorStream?) = (source, nil)
    try source.recall(boardOn: port)
    var isUnplugged = false
    while let connection = try source.connect(
      to: port, waiting: wait, isCancelled: isCancelled)
    {
      defer { connection.transport.close() }
      // A board that comes back uses the same format.
      (source.format, source.baud) = (connection.format.name, connection.baud)
      source.completed = connection.columns
      tape.clipping.range = range.ranges(of: connection.format)
      tape.units.expect(connection.columns.units(of: connection.format))
      if stream == nil {
        let comments =
          [Trace.comment(on: tape.clipping.range), rule.map { Trace.comment(on: $0) }]
          + origin.comments
        for comment in comments.compactMap(\.self) { tape.recorder.mark(comment) }
      }
      tape.beginConnection(
        skipping: Self.settling, after: stream?.missing ?? 0, rate: source.wantedRate)
      var next = source.rawStream(of: connection)
      Console.note("recording \(connection.transport.path)")
      try record(connection, by: &next, to: &tape, while: { !isCancelled() })
      stream = next
      isUnplugged = !isCancelled() && !wait
      if isCancelled() || isUnplugged { break }
    }
    guard let stream else { return }
    tape.units.finish()
    if let words = tape.units.words { Console.note(words) }
    try tape.recorder.finish()
    try report(tape, stream)
    if tape.count > 0 { try source.remember(boardOn: port) }
    if isUnplugged {
      guard tape.count > 0 else { throw ToolError.unplugged(port) }
      Console.note("the board is gone, so the recording ends; with --wait it would go on")
    }
    guard tape.count > 0 else {
      throw ToolError(
        "no sample came: give --protocol, or set the board up as `quillon protocols` shows",
        code: .negative)
    }
  }

  /// Records samples until the port is gone or `isWanted` returns false.
  private func record(
    _ connection: BoardConnection, by stream: inout SensorStream, to tape: inout TraceBuilder,
    while isWanted: () -> Bool
  ) throws {
    var (watch, accepted, received) = (LineWatch(), stream.counters.accepted, 0)
    var count = tape.count
    try PortReader(connection.transport, after: connection.earlier).run(
      while: {
        watch.check(
          connection.format.name, counters: stream.counters, clock: stream.clockContradiction
        ) { accepted == 0 ? received : 0 }
        return isWanted()
      }
    ) {
      try tape.append($0, arrival: $1, from: &stream)
      received += $0.count
      if tape.count != count { watch.hearSample(stream.counters) }
      count = tape.count
      if let words = tape.units.words { Console.note(words) }
      accepted = stream.counters.accepted
    }
  }

  private func report(_ tape: TraceBuilder, _ stream: SensorStream) throws {
    let result = RecordingReport(
      samples: tape.count, incomplete: tape.recorder.skipped,
      missing: tape.missing + stream.missing, gaps: tape.gaps, seconds: tape.time,
      clipped: ClippedLine(tape.clipping.counts))
    if let decimator = tape.decimator, let incoming = decimator.incomingRate {
      Console.note(
        decimator.isThinning
          ? String(
            format: "thinned from %.1f to %.1f Hz; the filter's cutoff is %.1f Hz", incoming,
            decimator.rate, decimator.cutoff)
          : String(format: "the board sends %.1f Hz: nothing was thinned", incoming))
    }
    if tape.count == 0, stream.counters.accepted > 0 {
      Console.note(
        stream.counters.implausible > stream.counters.accepted
          ? "most of the board's lines hold numbers that no sensor gives, or times that jump: name their units with --time-unit, --acceleration-unit and --rate-unit"
          : "the board's messages are understood, but none holds an acceleration, so there is no sample: let the board send it"
      )
    }
    if json {
      try Console.print(json: result)
    } else {
      let gaps = result.gaps > 0 ? ", \(result.gaps) gaps" : ""
      try Console.print(
        "\(result.samples) samples in \(String(format: "%.2f", result.seconds)) s; "
          + "\(result.incomplete) incomplete, \(result.missing) missing\(gaps); "
          + stream.counters.account)
      if tape.clipping.counts.samples > 0 {
        try Console.print(
          "clipped: \(tape.clipping.counts.words); move more gently, or set a wider range")
      }
    }
  }
}

/// The result of a recording. Times in s.
private struct RecordingReport: Encodable {
  var samples: Int
  var incomplete: Int
  var missing: Int
  var gaps: Int
  var seconds: Double
  var clipped: ClippedLine
}
