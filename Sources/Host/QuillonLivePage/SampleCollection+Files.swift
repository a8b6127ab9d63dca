import Foundation
import QuillonBridge
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem
import QuillonTraining

/// The files of a collection: what the page saves, `quillon train` and `evaluate` read, and the page loads again.
extension SampleCollection {
  /// What was written in the air: a trace with labels, for `--air`.
  static let motionFile = "examples.csv"
  /// What was drawn on the page, for `--ink`.
  static let inkFile = "ink.jsonl"
  /// How long it is from the end of one stroke of the trace to the next, s: a gap for every reader.
  private static let pause = 1.0
  /// From the sample before a stroke to its first, and from its last to the one behind it, s.
  private static let step = 0.01

  /// The examples that were drawn.
  static func inkSamples(of examples: [Example]) -> [InkSample] {
    examples.compactMap { example in
      guard case .drawn(let strokes) = example.source else { return nil }
      return InkSample(label: example.label, writer: nil, strokes: strokes)
    }
  }

  /// The examples that were written in the air, one behind the other. Between them the pen is up.
  static func trace(of examples: [Example]) -> Trace {
    var rows: [TraceRow] = []
    var start = 0.0
    for example in examples {
      guard case .motion(let motion) = example.source, var before = motion.first,
        var after = motion.last
      else { continue }
      let delay = start + step - before.time
      (before.time, before.isPenDown) = (before.time - step, false)
      (after.time, after.isPenDown) = (after.time + step, false)
      rows += ([before] + motion + [after]).map { row in
        var row = row
        row.time = ((row.time + delay) * 1e6).rounded() / 1e6
        row.label = example.label
        return row
      }
      start = (rows.last?.time ?? 0) + pause
    }
    return Trace(rows: rows)
  }

  /// Writes the examples into a folder, their motion and ink and, in two formats, their features; `prefix` stands before
  /// each name. Files of examples that there are none of are removed.
  ///
  /// - Returns: the names of the files written.
  func write(to folder: URL, prefix: String) throws -> [String] {
    let (trace, ink) = (Self.trace(of: examples), Self.inkSamples(of: examples))
    let samples = Self.samples(of: examples)
    var written: [String] = []
    func write(_ name: String, _ isThere: Bool, _ body: (OutputFile) throws -> Void) throws {
      let path = folder.appendingPathComponent(prefix + name).path
      guard isThere else {
        try? FileManager.default.removeItem(atPath: path)
        return
      }
      try body(try OutputFile(path))
      written.append(prefix + name)
    }
    try write(Self.motionFile, !trace.rows.isEmpty) { try trace.write(to: $0) }
    try write(Self.inkFile, !ink.isEmpty) { try InkSample.write(ink, to: $0) }
    try write("examples.jsonl", !samples.isEmpty) {
      try FeatureSample.write(samples, to: $0, format: .jsonLines)
    }
    try write("examples.txt", !samples.isEmpty) {
      try FeatureSample.write(samples, to: $0, format: .tuples)
    }
    return written
  }

  /// The names of the files that ``write(to:prefix:)`` may write or remove.
  static let fileNames = [motionFile, inkFile, "examples.jsonl", "examples.txt"]

  /// The examples in what was saved: motion, which is read with `stabilizers`, and ink.
  init(_ trace: Trace, _ ink: [InkSample], stabilizers: StabilizerSettings) {
    read(trace, stabilizers.parameters())
    for sample in ink { read(sample) }
  }

  /// Reads the labeled strokes of a trace as the page's bridge reads a board's.
  private mutating func read(_ trace: Trace, _ parameters: RecognizerParameters) {
    let model = LabeledModel.builtIn
    let bridge = Bridge(model: model.model, labels: model.labels, parameters: parameters)
    bridge.readsAtOnce = true
    for replayed in trace.replaySamples {
      bridge.push(replayed.sample) { event in
        guard let reading = event.reading, let label = trace.rows[replayed.row].label
        else { return }
        let rows = trace.rows[...replayed.row]
        let first = (rows.lastIndex { $0.isPenDown != true } ?? -1) + 1
        _ = add(
          reading, from: .motion(rows[first...].map(\.withoutLabel)), as: label)
      }
    }
  }

  private mutating func read(_ sample: InkSample) {
    var pad = TouchPad(model: .builtIn, writing: WritingSettings(penUpTime: .max))
    var time: UInt32 = 0
    var points: [TouchPoint] = []
    for stroke in sample.strokes where stroke.isPenDown {
      for point in stroke.points {
        time = UInt32(truncatingIfNeeded: Int64(((point.time ?? 0) * 1e6).rounded()))
        points.append(TouchPoint(x: point.x, y: point.y, time: time, isDown: true))
      }
      if let last = points.last {
        points.append(TouchPoint(x: last.x, y: last.y, time: last.time, isDown: false))
      }
    }
    // Of other labels, only strokes that reached the minimum size were kept.
    let minimum = sample.label.isLabelOfSmallStroke ? TouchPad.minimumSize : 0
    for point in points { _ = pad.push(point, minimumSize: minimum) }
    guard let reading = pad.finish(minimumSize: minimum)?.reading else { return }
    _ = add(reading, from: .drawn(sample.strokes), as: sample.label)
  }
}

extension BridgeEvent {
  /// The reading of a letter or of a stroke that is too small; nil for other events.
  fileprivate var reading: LetterReading? {
    switch self {
    case .letter(let letter): letter.reading
    case .tooSmall(_, _, let reading, _): reading
    default: nil
    }
  }
}

extension TraceRow {
  fileprivate var withoutLabel: TraceRow {
    var row = self
    row.label = nil
    return row
  }
}
