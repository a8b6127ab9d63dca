import Foundation
import QuillonRecordings
import QuillonReferenceModel
import Testing

/// Recordings that are read row by row, and the numbers in them.
@Suite struct TraceReaderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-reader-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ text: String) throws -> String {
    let path = folder.appendingPathComponent("trace.csv").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Rows of several chunks, with comments between them.
  private static func text(end: String, ending: String) -> String {
    var random = SeededRandom(seed: 7)
    var lines = ["# range 16,2000", "t,ax,ay,az,pen,label"]
    for index in 0..<12_000 {
      if index % 1_000 == 999 { lines.append("# part \(index)") }
      let axes = (0..<3).map { _ in "\(random.uniform(in: -20...20))" }.joined(separator: ",")
      lines.append("\(Double(index) / 100),\(axes),1,Letter")
    }
    return lines.joined(separator: ending) + ending + end
  }

  @Test(arguments: [
    ("", "\n"), ("", "\r\n"), ("120,1,2,3,1,Letter", "\n"), ("120,1,2,3,1,Let", "\n"),
    ("120,1,", "\n"), ("# the end", "\n"),
  ])
  func rowsAreThoseOfTheWholeFile(end: String, ending: String) throws {
    let text = Self.text(end: end, ending: ending)
    #expect(text.utf8.count > 600_000)
    let whole = try Trace(parsing: Array(text.utf8), name: "text")
    let reader = try TraceReader(contentsOf: file(text))
    #expect(reader.share != nil)
    var rows: [TraceRow] = []
    while let row = try reader.next() { rows.append(row) }
    #expect(rows == whole.rows && reader.count == rows.count)
    #expect(reader.comments == whole.comments && reader.isBrokenOff == whole.isBrokenOff)
    #expect(whole.isBrokenOff == ["120,1,", "120,1,2,3,1,Let"].contains(end))
    #expect(reader.share == 1 && reader.range == whole.range)
  }

  /// The place of an error counts from the beginning of the file.
  @Test func anErrorFarBehindNamesItsLine() throws {
    let text = Self.text(end: "120,1,2,x,1,A\n", ending: "\n")
    let line = text.split(separator: "\n").count
    let reader = try TraceReader(contentsOf: file(text))
    do {
      while try reader.next() != nil {}
      Issue.record("no error")
    } catch {
      #expect(error.description.contains("line \(line): found \"x\""), "\(error)")
    }
  }

  /// Many programs write 0 while the pen is up, others number strokes from 0, with gaps in time between them.
  @Test(
    arguments: [
      ("0,0,0,1,1,0,0", 0.01, [nil, nil, nil, 1, 1, nil, nil]),
      ("1,1,0,0,2,2", 0.01, [1, 1, nil, nil, 2, 2]),
      ("0,0,1,1,2", 1, [0, 0, 1, 1, 2]),
      ("0,0,,1,1,,0", 0.01, [0, 0, nil, 1, 1, nil, 0]),
    ] as [(String, Double, [Int?])])
  func zeroBesideAStrokeIsALiftedPen(strokes: String, step: Double, expected: [Int?]) throws {
    let fields = strokes.split(separator: ",", omittingEmptySubsequences: false)
    let rows = fields.enumerated().map { "\(Double($0) * step),0,0,9.8,\($1)\n" }
    let trace = try Trace(contentsOf: file("t,ax,ay,az,stroke\n" + rows.joined()))
    #expect(trace.rows.map(\.stroke) == expected)
    let isTold = trace.remarks.contains { $0.contains("lifted pen") }
    #expect(isTold == (expected != fields.map { Int($0) }))
  }

  @Test func aFileWithoutAHeaderIsAnError() throws {
    for text in ["", "# only a comment\n"] {
      let reader = try TraceReader(contentsOf: file(text))
      #expect(throws: RecordingError.self) { try reader.next() }
    }
  }

  /// Numbers are read to the last bit, by the quick way and by the other.
  @Test func numbersAreReadExactly() throws {
    var random = SeededRandom(seed: 11)
    var texts = ["0", "-0", "+1", "1.", ".5", "1e3", "-2.5E-7", "9007199254740993", "0.1"]
    for _ in 0..<3_000 {
      let number = random.uniform(in: -1...1) * pow(10, Double(random.index(below: 12)) - 6)
      texts += ["\(number)", String(format: "%.6f", number), String(format: "%.15f", number)]
    }
    let rows = texts.map { "0,0,0,\($0)" }
    let trace = try Trace(
      parsing: Array((["t,ax,ay,az"] + rows + [""]).joined(separator: "\n").utf8), name: "numbers")
    for (row, text) in zip(trace.rows, texts) {
      let expected = try #require(Double(text))
      #expect(row.specificForce?.z.bitPattern == expected.bitPattern, "seed 11: \(text)")
    }
    for text in ["-", ".", "1..2", "1-", "0x1", "1e", "--1", "1e999", " 1"] {
      let bytes = Array("t,ax,ay,az\n0,0,0,\(text)\n".utf8)
      #expect(throws: RecordingError.self, "\(text)") { try Trace(parsing: bytes, name: "") }
    }
  }

  /// Decimals are those of `printf`.
  @Test func decimalsAreThoseOfPrintf() {
    var random = SeededRandom(seed: 12)
    var numbers = [
      0, -0.0, 0.5, 1.5, 2.5, -1e-12, 1e300, .infinity, -.infinity, .nan, 0.0000000005,
    ]
    for power in -30...40 {
      for _ in 0..<40 { numbers.append(random.uniform(in: -1...1) * pow(2, Double(power))) }
      // Numbers of boards have few bits, so that ties occur.
      numbers.append(Double(random.index(below: 1_000)) * pow(2, Double(-abs(power))))
    }
    for number in numbers {
      for decimals in [0, 4, 6, 9] {
        var bytes: [UInt8] = []
        bytes.append(number, decimals: decimals)
        #expect(
          String(decoding: bytes, as: UTF8.self) == String(format: "%.\(decimals)f", number),
          "seed 12")
      }
    }
  }

  @Test func numbersOfJSONReadBack() throws {
    var random = SeededRandom(seed: 13)
    for number in [0, 1, -2, 1e-7, 1e22] + (0..<1_000).map({ _ in random.normal() }) {
      var bytes: [UInt8] = []
      bytes.append(json: number)
      let encoded = try JSONEncoder().encode([number])
      #expect(
        "[\(String(decoding: bytes, as: UTF8.self))]" == String(decoding: encoded, as: UTF8.self))
    }
    var bytes: [UInt8] = []
    bytes.append(json: .nan)
    #expect(bytes == Array("null".utf8))
  }
}
