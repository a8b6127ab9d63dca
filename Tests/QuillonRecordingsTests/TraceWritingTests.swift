import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSystem
import TestSupport
import Testing

@Suite struct TraceWritingTests {
  @Test func theLayoutIsFixed() throws {
    var row = TraceRow(time: 12.010640000001)
    row.attitude = SIMD4(1, 0, 0, 0)
    row.specificForce = SIMD3(0.1, -2, 1e-7)
    row.isPenDown = true
    var next = row
    next.time = 13
    next.isPenDown = false
    next.stroke = 3
    next.label = "ß"
    let bytes = try Trace(comments: ["by hand"], rows: [row, next]).csv()
    let expected = """
      # by hand
      t,ax,ay,az,qw,qx,qy,qz,pen,stroke,label
      12.010640,0.1,-2.0,1e-07,1.0,0.0,0.0,0.0,1,,
      13.000000,0.1,-2.0,1e-07,1.0,0.0,0.0,0.0,0,3,ß

      """
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func timesRoundToMicroseconds() throws {
    let times = [-4e9, -1.5, -0.000_000_4, 0, 0.000_000_6, 1_763_697_488.123456, 4e9]
    let bytes = try Trace(rows: times.map(TraceRow.init(time:))).csv()
    let expected = """
      t
      -4000000000.000000
      -1.500000
      0.000000
      0.000000
      0.000001
      1763697488.123456
      4000000000.000000

      """
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: 0..<100)
  func anyTraceReadsBackAsItWas(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let original = RandomRecordings.trace(using: &random)
    let bytes = try original.csv()
    let copy = try Trace(parsing: bytes, name: "copy")
    #expect(copy == original, "seed \(seed)")
    #expect(try copy.csv() == bytes, "seed \(seed)")
  }

  @Test func aLongTraceIsQuick() throws {
    var random = SeededRandom(seed: 2)
    let rows = (0..<20_000).map { index in
      var row = TraceRow(time: Double(index) / 100)
      row.linearAcceleration = SIMD3(random.normal(), random.normal(), random.normal())
      row.angularRate = SIMD3(random.normal(), random.normal(), random.normal())
      row.stroke = index / 100
      row.label = "A"
      return row
    }
    let elapsed = try processorTime {
      let bytes = try Trace(rows: rows).csv()
      #expect(try Trace(parsing: bytes, name: "copy").rows == rows)
    }
    #expect(elapsed < 5)
  }

  @Test func aWrittenFileReadsBack() throws {
    var random = SeededRandom(seed: 1)
    let original = RandomRecordings.trace(using: &random)
    let path = NSTemporaryDirectory() + "quillon-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try original.write(to: OutputFile(path))
    // Its remarks are others: a rate of random numbers is above what gyroscopes measure.
    let read = try Trace(contentsOf: path)
    #expect(read.rows == original.rows && read.comments == original.comments)
  }

  @Test func anImpossiblePathIsNamed() {
    #expect(throws: OutputError("/nowhere/a.csv", .system(ENOENT))) {
      try Trace(rows: []).write(to: OutputFile("/nowhere/a.csv"))
    }
  }

  @Test func aFullDiskIsNoticed() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    #expect(throws: OutputError("/dev/full", .system(ENOSPC))) {
      try Trace(rows: []).write(to: OutputFile("/dev/full"))
    }
  }

  @Test(arguments: ["", "a,b", "a\nb", "a\r", "\r\n"])
  func labelsThatWouldNotReadBackAreRefused(label: String) {
    var row = TraceRow(time: 0)
    row.label = label
    expectError(in: "trace", line: 4, saying: "found label \(label.debugDescription)") {
      _ = try Trace(comments: ["c"], rows: [TraceRow(time: 0), row]).csv()
    }
  }

  @Test func commentsWithLineBreaksAreRefused() {
    expectError(in: "trace", line: 2, saying: "found a comment with a line break") {
      _ = try Trace(comments: ["a", "b\r\nc"], rows: []).csv()
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNoneAreRefused(value: Double) {
    var row = TraceRow(time: 0)
    row.angularRate = SIMD3(0, value, 0)
    expectError(in: "trace", line: 2, saying: "found \(value) in column gy") {
      _ = try Trace(rows: [row]).csv()
    }
  }

  @Test(arguments: [-1, 4.1e9, -4.1e9, .nan, .infinity])
  func timesThatWouldNotReadBackAreRefused(time: Double) {
    expectError(in: "trace", line: 3, saying: "found the time \(time) s") {
      _ = try Trace(rows: [TraceRow(time: 0), TraceRow(time: time)]).csv()
    }
  }

  @Test func rowsMustHaveTheSameColumns() {
    let bare = TraceRow(time: 0)
    var full = bare
    full.angularRate = SIMD3(1, 2, 3)
    expectError(in: "trace", line: 3, saying: "found nothing in column gx") {
      _ = try Trace(rows: [full, bare]).csv()
    }
    expectError(in: "trace", line: 3, saying: "found a value in column gx") {
      _ = try Trace(rows: [bare, full]).csv()
    }
    var withPen = bare
    withPen.isPenDown = false
    for rows in [[bare, withPen], [withPen, bare]] {
      expectError(in: "trace", line: 3, saying: "found rows with and without a pen") {
        _ = try Trace(rows: rows).csv()
      }
    }
  }

  /// A magnetometer is slower than the other sensors: a row without a field has nothing in its columns.
  @Test func rowsWithoutAFieldAreEmptyThere() throws {
    let bare = TraceRow(time: 0)
    var full = bare
    full.magneticField = SIMD3(1, 2, 3)
    for rows in [[bare, full, bare], [full, bare]] {
      let bytes = try Trace(rows: rows).csv()
      #expect(String(decoding: bytes, as: UTF8.self).contains("0.000000,,,\n"))
      #expect(
        try Trace(parsing: bytes, name: "copy").rows.map(\.magneticField)
          == rows.map(\.magneticField))
    }
  }

  @Test func anAttitudeOfZerosIsRefused() {
    var row = TraceRow(time: 0)
    row.attitude = .zero
    expectError(in: "trace", line: 2, saying: "found an attitude of all zeros") {
      _ = try Trace(rows: [row]).csv()
    }
  }
}
