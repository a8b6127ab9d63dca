import Bridge
import Foundation
import Motion
import Recordings
import Testing

@Suite struct TraceRecorderTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-recorder-\(UUID().uuidString).csv").path

  @Test func whatWasRecordedReadsBackBitForBit() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Arrow.samples([.right, .up])
    let recorder = try TraceRecorder(path: path)
    for (number, sample) in samples.enumerated() {
      try recorder.append(sample, time: Double(number) / 100)
      if number % 40 == 0 {
        #expect(try Trace(contentsOf: path).rows.count == number + 1)
      }
    }
    #expect(try Trace(contentsOf: path).replaySamples.map(\.sample) == samples)
    #expect(recorder.skipped == 0)
  }

  @Test func theFirstSampleDecidesTheColumns() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let samples = Array(Arrow.samples([])[..<3])
    let recorder = try TraceRecorder(path: path)
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

  @Test func aFileThatCannotBeIsTold() {
    #expect(throws: RecordingError.self) { try TraceRecorder(path: "/no/such/folder/trace.csv") }
    #expect(throws: RecordingError.self) {
      try TraceRecorder(path: "/dev/full").append(Arrow.samples([])[0], time: 0)
    }
  }
}
