import Foundation
import QuillonRecordings
import QuillonSystem
import TestSupport
import Testing

/// Recordings of people, where a checkout has them. Time limits are many times what a
/// processor needs, so that they fail on a wrong algorithm only.
@Suite(
  .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)), .serialized)
struct SharedRecordingTests {
  private func path(_ name: String) throws -> String {
    try #require(SharedData.folder).appendingPathComponent(name).path
  }

  @Test func airLetters() throws {
    var strokes: [Trace.Stroke] = []
    var rowCount = 0
    let elapsed = try processorTime {
      for writer in 1...5 {
        let trace = try Trace(contentsOf: path("mit10/writer\(writer).csv"))
        strokes += trace.strokes
        rowCount += trace.rows.count
        let samples = trace.replaySamples
        #expect(samples.count == trace.rows.count + trace.strokes.count)
        #expect(samples.allSatisfy { $0.sample.attitude != nil })
      }
    }
    #expect(rowCount == 67_781)
    #expect(strokes.count == 497)
    #expect(Set(strokes.map(\.label)) == Set(["O", "I", "J", "L", "Z", "S", "V", "T", "X", "B"]))
    #expect(elapsed < 5)
  }

  @Test func penLetters() throws {
    var train: [InkSample] = []
    let elapsed = try processorTime {
      train = try InkSample.read(contentsOf: path("unipen/train.jsonl"))
    }
    let test = try InkSample.read(contentsOf: path("unipen/dev.jsonl"))
    #expect(train.count == 17_911)
    #expect(test.count == 3_900)
    #expect(Set(train.map(\.label)).count == 26)
    #expect(Set(train.map(\.writer)).isDisjoint(with: test.map(\.writer)))
    #expect(train.allSatisfy { $0.strokes.contains { $0.isPenDown } })
    #expect(elapsed < 5)
  }

  @Test func featureVectors() throws {
    let vectors = try FeatureSample.read(contentsOf: path("lab/examples.jsonl"))
    #expect(vectors.count == 457)
    #expect(Set(vectors.map(\.label)).count == 26)
    #expect(vectors.allSatisfy { $0.values.last == 1 })
  }

  @Test func writingAndReadingAgainChangesNothing() throws {
    let trace = try Trace(contentsOf: path("mit10/writer1.csv"))
    let copy = try Trace(parsing: trace.csv(), name: "copy")
    #expect(copy == trace)
    let letters = try InkSample.read(contentsOf: path("unipen/dev.jsonl"))
    let bytes = try InkSample.jsonLines(letters)
    #expect(try InkSample.read(parsing: bytes, name: "copy") == letters)
  }
}
