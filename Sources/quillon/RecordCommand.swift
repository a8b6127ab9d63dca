import ArgumentParser
import Bridge
import Motion
import Profiling
import SerialLink

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records what a board sends to a trace file, sample by sample, as it sends it.",
    discussion: """
      Every row is in the file at once, so a recording that is broken off is whole up to there. Ctrl-C \
      ends it.
      """)

  @OptionGroup var source: PortOptions

  @Flag(help: "JSON instead of a line for people.")
  var json = false

  @Argument(help: "The trace file.")
  var out: String

  /// So many samples pass before the first row, which decides about the columns: the first may lack what
  /// comes in messages of its own.
  private static let settling = 5

  func run() throws {
    let interruption = Interruption()
    let isCancelled = { interruption.isRequested }
    let port = try source.port ?? PortChoice.choose()
    guard let connection = try source.connect(to: port, isCancelled: isCancelled) else { return }
    defer { connection.transport.close() }
    var stream = SensorStream(
      connection.format, header: source.columns.header,
      time: source.rate.map { .nominal($0) } ?? .measured, pen: .raw)
    var tape = Tape(recorder: try TraceRecorder(path: out), skipping: Self.settling)
    Console.note("recording \(connection.transport.path)")
    for read in connection.earlier {
      try tape.append(read.bytes[...], arrival: read.arrival, from: &stream)
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    reading: while !isCancelled() {
      let outcome = buffer.withUnsafeMutableBytes {
        connection.transport.read(into: $0, timeout: .milliseconds(100))
      }
      switch outcome {
      case .ended: break reading
      case .timedOut: break
      case .bytes(let count):
        try tape.append(buffer[..<count], arrival: MonotonicClock.now(), from: &stream)
      }
    }
    try report(tape, stream)
  }

  private func report(_ tape: Tape, _ stream: SensorStream) throws {
    let result = RecordingReport(
      samples: tape.count, incomplete: tape.recorder.skipped, missing: stream.missing,
      seconds: tape.time)
    if json {
      try Console.print(json: result)
    } else {
      Console.print(
        "\(result.samples) samples in \(result.seconds) s; \(result.incomplete) incomplete, "
          + "\(result.missing) missing; \(stream.tally.account)")
    }
    guard tape.count > 0 else {
      throw ToolError(
        "no sample came: give --protocol, or set the board up as `quillon protocols` says",
        code: .negative)
    }
  }
}

/// What a recording came to; times in s.
private struct RecordingReport: Encodable {
  var samples: Int
  var incomplete: Int
  var missing: Int
  var seconds: Double
}

/// Writes samples down, time counted from the first and on where the board's clock wraps.
private struct Tape {
  let recorder: TraceRecorder
  private(set) var count = 0
  /// s.
  private(set) var time = 0.0
  private var rest: Int
  private var last: UInt32?
  private var samples: [InertialSample] = []

  init(recorder: TraceRecorder, skipping: Int) {
    self.recorder = recorder
    rest = skipping
  }

  mutating func append(
    _ bytes: ArraySlice<UInt8>, arrival: UInt64, from stream: inout SensorStream
  ) throws {
    for byte in bytes { stream.push(byte, arrival: arrival, into: &samples) }
    for sample in samples {
      if rest > 0 {
        rest -= 1
        continue
      }
      // A time that goes back counts as none.
      let step = Int32(bitPattern: sample.timestamp &- (last ?? sample.timestamp))
      last = sample.timestamp
      time += Double(max(step, 0)) * 1e-6
      try recorder.append(sample, time: time)
      count += 1
    }
    samples.removeAll(keepingCapacity: true)
  }
}
