import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import Testing

/// Recordings of boards whose pen is found by the motion.
@Suite struct PenByMotionTests {
  private static let seed: UInt64 = 3
  private static let labels = PackedModel.simulatedAir.labels

  private static func bridge(_ name: String, pen: SensorStream.PenSource) throws -> Bridge {
    Bridge(
      model: .packed(.simulatedAir), labels: labels,
      stream: StreamOptions(try #require(BoardFormat.named(name)), pen: pen))
  }

  /// What a bridge reports of a board that sends this trace, and where its recording is.
  private static func record(
    _ trace: Trace, _ name: String, pen: SensorStream.PenSource, label: String? = nil
  ) throws -> (events: [BridgeEvent], recording: String) {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-motion-\(UUID().uuidString).csv").path
    let bridge = try bridge(name, pen: pen)
    let recorder = try TraceRecorder(to: OutputFile(path), label: label)
    let encoder = try #require(SensorEncoders.named(name))
    let events = try bridge.feed(trace.messages(by: encoder).flatMap(\.bytes))
    for event in events {
      try recorder.record(event, findsPenByMotion: pen == .motion)
    }
    #expect(recorder.skipped == 0 && recorder.unmarked == 0)
    return (events, path)
  }

  /// A board without a pen, one whose own pen is not asked, and one that is fused: the strokes of the recording are the
  /// letters that were found, with their times, and whoever replays it reads the same.
  @Test(arguments: [("mip", true), ("csv", false), ("x-imu3", true)])
  func theStrokesRecordedAreTheLettersFound(name: String, isRaw: Bool) throws {
    let written = try writtenWithoutPen("QUILLON", seed: Self.seed)
    let (events, path) = try Self.record(
      isRaw ? written.raw(.six) : written, name, pen: .motion, label: "word")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let letters = events.letters
    try #require(letters.map(\.label).joined() == "QUILLON", "seed \(Self.seed)")
    let recording = try Trace(contentsOf: path)
    #expect(recording.rows.count == events.samples.count)
    let strokes = recording.replaySamples.map(\.sample).letterTimes
    try #require(strokes.count == letters.count)
    for (stroke, letter) in zip(strokes, letters) {
      let beginning = try #require(letter.beginning)
      #expect(abs(stroke.x - beginning) < 2e-4, "\(stroke) for \(letter)")
      #expect(abs(stroke.y - letter.time) < 2e-4)
    }
    var recognizer = Recognizer(model: PackedModel.simulatedAir)
    var again = recording.replaySamples.compactMap { recognizer.push($0.sample) }
    while let event = recognizer.finish() { again.append(event) }
    let read = again.map { event in
      if case .classification(let classification) = event {
        Self.labels[Int(classification.label)]
      } else {
        "\(event)"
      }
    }
    #expect(read.joined() == "QUILLON", "seed \(Self.seed)")
  }

  /// A letter with a rest in it is one stroke of the recording, from its first beginning to its last end.
  @Test func aLetterWithARestInItIsOneStroke() throws {
    let written = try writtenWithoutPen("LTV", seed: Self.seed, hesitation: 0.5)
    let (events, path) = try Self.record(written, "csv", pen: .motion)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(events.letters.map(\.label).joined() == "LTV", "seed \(Self.seed)")
    let strokes = try Trace(contentsOf: path).replaySamples.map(\.sample).letterTimes
    let letters = written.replaySamples.map(\.sample).letterTimes
    try #require(strokes.count == 3 && letters.count == 3)
    for (stroke, letter) in zip(strokes, letters) {
      #expect(abs(stroke.y - stroke.x - (letter.y - letter.x)) < 0.3, "\(stroke), \(letter)")
    }
  }

  /// What a gate rejects is no letter, and no stroke of the recording.
  @Test func whatIsRejectedIsNoStroke() throws {
    var trace = try writtenWithoutPen("II", seed: Self.seed)
    // A second of shaking in the middle of the rest at the end, and quiet behind it.
    let last = try #require(trace.rows.last)
    for number in 1...300 {
      var row = last
      row.time += Double(number) / 100
      let strength = (50..<150).contains(number) ? 6.0 : 0
      row.linearAcceleration = [number % 8 < 4 ? strength : -strength, 0, 0]
      row.isPenDown = false
      trace.rows.append(row)
    }
    for index in trace.rows.indices { trace.rows[index].specificForce = nil }
    let (events, path) = try Self.record(trace, "quillon", pen: .motion)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      events.contains { if case .rejected = $0 { true } else { false } }, "\(events.suffix(1))")
    let recording = try Trace(contentsOf: path)
    let strokes = recording.replaySamples.map(\.sample).letterTimes
    #expect(strokes.count == events.letters.count && strokes.count == 2)
  }

  /// A pipe can't be changed once it is written: that is counted, and nothing fails.
  @Test func aPipeIsLeftAsItIs() throws {
    let pipe = Pipe()
    let recorder = try TraceRecorder(
      to: OutputFile("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"))
    for (number, sample) in Arrow.samples([.right]).prefix(20).enumerated() {
      try recorder.append(sample, time: Double(number) / 100)
    }
    try recorder.setPenDown(from: 0.05, to: 0.1)
    #expect(recorder.unmarked == 1)
  }

  /// However long it records, the last minutes can be marked.
  @Test func rowsOfLongAgoAreForgotten() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-motion-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try TraceRecorder(to: OutputFile(path), label: "L")
    var sample = try #require(Arrow.samples([.right]).first)
    sample.pen = .up
    for number in 0..<10_000 { try recorder.append(sample, time: Double(number) / 100) }
    try recorder.setPenDown(from: 1, to: 2)
    try recorder.setPenDown(from: 90, to: 91)
    let rows = try Trace(contentsOf: path).rows
    #expect(rows.count == 10_000)
    let down = rows.filter { $0.isPenDown == true }.map(\.time)
    #expect(down.count == 101 && down.first == 90 && down.last == 91)
  }
}
