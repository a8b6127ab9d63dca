import Foundation
import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSystem
import Testing

@Suite struct TraceRecorderTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-recorder-\(UUID().uuidString).csv").path

  @Test func whatWasRecordedReadsBackBitForBit() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Arrow.samples([.right, .up])
    let recorder = try TraceRecorder(to: OutputFile(path))
    for (number, sample) in samples.enumerated() {
      try recorder.append(sample, time: Double(number) / 100)
      if number % 40 == 0 {
        #expect(try Trace(contentsOf: path).rows.count == number + 1)
      }
    }
    #expect(try Trace(contentsOf: path).replaySamples.map(\.sample) == samples)
    #expect(recorder.skipped == 0)
  }

  /// A sensor that starts sends an attitude of zeros: the sample is left out, and the recording goes on.
  @Test func anAttitudeOfZerosIsLeftOut() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Arrow.samples([.right])
    try #require(samples[0].attitude != nil)
    let recorder = try TraceRecorder(to: OutputFile(path))
    for (number, sample) in samples.enumerated() {
      var sample = sample
      if number == 9 { sample.attitude = UnitQuaternion(uncheckedUnit: .zero, .zero, .zero, .zero) }
      try recorder.append(sample, time: Double(number) / 100)
    }
    #expect(try Trace(contentsOf: path).rows.count == samples.count - 1)
    #expect(recorder.skipped == 1)
  }

  @Test func aLabelStandsInEveryRow() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Arrow.samples([.right])
    let recorder = try TraceRecorder(to: OutputFile(path), label: "swipeRight")
    for (number, sample) in samples.enumerated() {
      try recorder.append(sample, time: Double(number) / 100)
    }
    let trace = try Trace(contentsOf: path)
    #expect(trace.rows.allSatisfy { $0.label == "swipeRight" })
    #expect(trace.replaySamples.map(\.sample) == samples)
  }

  @Test func theFirstSampleDecidesTheColumns() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Array(Arrow.samples([])[..<3])
    let recorder = try TraceRecorder(to: OutputFile(path))
    try recorder.append(samples[0], time: 0)
    var poorer = samples[1]
    poorer.attitude = nil
    try recorder.append(poorer, time: 0.01)
    var richer = samples[2]
    richer.magneticField = .zero
    try recorder.append(richer, time: 0.02)
    #expect(try Trace(contentsOf: path).replaySamples.map(\.sample) == [samples[0], samples[2]])
    #expect(recorder.skipped == 1)
  }

  /// A magnetometer is slower than the other sensors. Once its columns are there, a sample without a field is a row as any other, and an
  /// earlier recording goes on with them.
  @Test func aFieldMayBeMissingInRows() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var samples = Array(Arrow.samples([])[..<9])
    for index in samples.indices where index % 4 == 2 {
      samples[index].magneticField = Vector3(SIMD3(20, Double(index), -40))
    }
    do {
      let recorder = try TraceRecorder(to: OutputFile(path))
      recorder.hasField = true
      for (number, sample) in samples.enumerated() {
        try recorder.append(sample, time: Double(number) / 100)
      }
      #expect(recorder.skipped == 0)
      try recorder.finish()
    }
    #expect(try Trace(contentsOf: path).replaySamples.map(\.sample) == samples)
    let next = try TraceRecorder(to: OutputFile(path, policy: .extends))
    try next.append(samples[0], time: 0)
    try next.append(samples[2], time: 0.01)
    let fields = try Trace(contentsOf: path).rows.suffix(2).map { $0.magneticField?.x }
    #expect(fields == [nil, 20])
  }

  @Test func aGapIsMarkedBetweenTheRows() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Arrow.samples([])
    let recorder = try TraceRecorder(to: OutputFile(path))
    try recorder.append(samples[0], time: 0)
    recorder.markGap(2.5)
    try recorder.append(samples[1], time: 2.5)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2] == "# gap of 2.500 s: the board was away")
    let replayed = try Trace(contentsOf: path).replaySamples
    #expect(replayed.map(\.sample.timestamp) == [0, 2_500_000])
  }

  /// Timestamps wrap after 71.6 minutes; behind a gap of that length time must not seem to stand still, or to go
  /// back.
  @Test(arguments: [0.5, 999, 1_500, 2_200, 4_294.967296, 100_000])
  func aGapOfAnyLengthIsReplayedAsAGap(gap: Double) throws {
    var rows = (0..<2).map { TraceRow(time: Double($0) / 100) }
    rows += rows.map { TraceRow(time: $0.time + gap) }
    for index in rows.indices { rows[index].specificForce = [0, 0, 9.8] }
    let times = Trace(rows: rows).replaySamples.map(\.sample.timestamp)
    let steps = zip(times, times.dropFirst()).map { Int32(bitPattern: $1 &- $0) }
    #expect(steps[0] == 10_000 && steps[2] == 10_000)
    #expect(Double(steps[1]) == (min(gap - 0.01, 1_000) * 1e6).rounded())
  }

  @Test func aFileThatCannotBeIsTold() {
    #expect(throws: OutputError("/no/such/folder/trace.csv", .system(ENOENT))) {
      try TraceRecorder(to: OutputFile("/no/such/folder/trace.csv"))
    }
    #expect(throws: OutputError("/dev/full", .system(ENOSPC))) {
      try TraceRecorder(to: OutputFile("/dev/full")).append(Arrow.samples([])[0], time: 0)
    }
  }
}
