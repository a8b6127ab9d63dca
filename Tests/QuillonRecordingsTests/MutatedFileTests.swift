import QuillonRecordings
import QuillonReferenceModel
import QuillonSystem
import Testing

/// Damaged files must give a result or an error that names a line of the file, whatever the damage.
@Suite struct MutatedFileTests {
  // For each format ten seeds by 100 files by 60 rounds: 60,000 damaged files.
  private static let files = 100
  private static let roundsPerFile = 60
  /// Of 6,000 damaged files some must be readable and some not, else the damage tests nothing.
  private static let plausibleCounts = 300...5700

  /// Damages `bytes` in one to four places.
  private func damage(_ bytes: inout [UInt8], using random: inout SeededRandom) {
    let pieces = [
      "\n", "\r", ",", ",,", "#", "-", "e", "9", "nan", "\"", "\\u", "[", "]}", "{", "(",
    ]
    for _ in 0...random.index(below: 4) {
      let position = random.index(below: bytes.count + 1)
      let span = Swift.min(random.index(below: 8), bytes.count - position)
      let range = position..<position + span
      switch random.index(below: 5) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.removeSubrange(position...)
      case 2: bytes.insert(contentsOf: bytes[range], at: random.index(below: bytes.count + 1))
      case 3: for index in range { bytes[index] ^= UInt8(1) << UInt8(random.index(below: 8)) }
      default:
        bytes.insert(contentsOf: pieces[random.index(below: pieces.count)].utf8, at: position)
      }
    }
  }

  /// Damages `original` again and again; how many of the damaged files could be read.
  private func readable(
    _ original: [UInt8], using random: inout SeededRandom, seed: UInt64,
    read: ([UInt8]) throws(RecordingError) -> Void
  ) -> Int {
    var count = 0
    for round in 0..<Self.roundsPerFile {
      var bytes = original
      damage(&bytes, using: &random)
      do {
        try read(bytes)
        count += 1
      } catch {
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lineCount).contains(error.line ?? 0), "seed \(seed), round \(round)")
      }
    }
    return count
  }

  @Test(arguments: 40..<50)
  func traces(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var count = 0
    for _ in 0..<Self.files {
      let file = try RandomRecordings.trace(using: &random).csv()
      count += readable(file, using: &random, seed: seed) { (bytes) throws(RecordingError) in
        let trace = try Trace(parsing: bytes, name: "a")
        _ = trace.replaySamples
        _ = trace.strokes
      }
    }
    #expect(Self.plausibleCounts.contains(count), "seed \(seed)")
  }

  @Test(arguments: 50..<60)
  func letters(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var count = 0
    for _ in 0..<Self.files {
      let letters = (0..<3).map { _ in RandomRecordings.letter(using: &random) }
      let file = try InkSample.jsonLines(letters)
      count += readable(file, using: &random, seed: seed) { (bytes) throws(RecordingError) in
        _ = try InkSample.read(parsing: bytes, name: "a")
      }
    }
    #expect(Self.plausibleCounts.contains(count), "seed \(seed)")
  }

  @Test(arguments: 60..<70)
  func vectors(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var count = 0
    for index in 0..<Self.files {
      let format = index % 2 == 0 ? FeatureSample.Format.jsonLines : .tuples
      let vector = RandomRecordings.vector(using: &random)
      let file = try FeatureSample.lines([vector], format: format)
      count += readable(file, using: &random, seed: seed) { (bytes) throws(RecordingError) in
        _ = try FeatureSample.read(parsing: bytes, name: "a")
      }
    }
    #expect(Self.plausibleCounts.contains(count), "seed \(seed)")
  }
}
