import QuillonRecordings
import QuillonReferenceModel
import Testing

/// Recordings that end in the middle of a row.
@Suite struct BrokenOffTests {
  /// Whatever byte a recording is cut at, its whole rows read as they are and nothing else does.
  @Test func everyCutLeavesTheWholeRows() throws {
    var random = SeededRandom(seed: 77)
    var rows: [TraceRow] = []
    for index in 0..<20 {
      var row = TraceRow(time: Double(index) / 100)
      row.specificForce = [random.normal(), random.normal(), random.normal()]
      row.isPenDown = index % 3 == 0
      rows.append(row)
    }
    let file = try Trace(rows: rows).csv()
    let header = try #require(file.firstIndex(of: UInt8(ascii: "\n"))) + 1
    for length in header...file.count {
      let cut = file[..<length]
      let trace = try Trace(parsing: Array(cut), name: "a")
      let count = cut.count { $0 == UInt8(ascii: "\n") } - 1
      // The last row is whole when only its line end is missing.
      let isWhole = length < file.count && file[length] == UInt8(ascii: "\n")
      #expect(trace.rows == Array(rows[..<(isWhole ? count + 1 : count)]), "seed 77, \(length)")
      let isCut = !isWhole && cut.last != UInt8(ascii: "\n")
      #expect(trace.isBrokenOff == isCut, "seed 77, \(length)")
    }
  }

  /// A label that was cut is none of its own; a file that somebody ended without a line end is whole.
  @Test func aCutLabelIsNotRead() throws {
    for length in 1...5 {
      let trace = try Trace(
        parsing: Array("t,pen,label\n0,1,shake\n0.01,1,\("shake".prefix(length))".utf8), name: "a")
      #expect(trace.rows.count == (length == 5 ? 2 : 1))
      #expect(trace.isBrokenOff == (length < 5))
    }
  }

  @Test func aBrokenRowBeforeTheLastIsAnError() {
    expectError(in: "a.csv", line: 3, saying: "found 1 fields, expected 2") {
      _ = try trace("t,pen\n0,0\n0.01\n0.02,0\n")
    }
    expectError(in: "a.csv", line: 3, saying: "found 1 fields, expected 2") {
      _ = try trace("t,pen\n0,0\n0.01\n")
    }
  }
}
