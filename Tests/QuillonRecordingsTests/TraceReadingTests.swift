import QuillonRecordings
import Testing

@Suite struct TraceReadingTests {
  private let allColumns = """
    # board: bench
    #second
    t,ax,ay,az,ux,uy,uz,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,pen,stroke,label
    0.5,1,2,3,4,5,6,7,8,9,10,11,12,1,0,0,0,1,7,A
    0.51,-1,+2,3e0,.4,5.,6E-1,7,8,9,10,11,12,0.5,0.5,0.5,-0.5,0,,

    """

  private var allRows: [TraceRow] {
    var first = TraceRow(time: 0.5)
    first.specificForce = SIMD3(1, 2, 3)
    first.linearAcceleration = SIMD3(4, 5, 6)
    first.angularRate = SIMD3(7, 8, 9)
    first.magneticField = SIMD3(10, 11, 12)
    first.attitude = SIMD4(1, 0, 0, 0)
    first.isPenDown = true
    first.stroke = 7
    first.label = "A"
    var second = first
    second.time = 0.51
    second.specificForce = SIMD3(-1, 2, 3)
    second.linearAcceleration = SIMD3(0.4, 5, 0.6)
    second.attitude = SIMD4(0.5, 0.5, 0.5, -0.5)
    second.isPenDown = false
    second.stroke = nil
    second.label = nil
    return [first, second]
  }

  @Test func everyColumnArrivesInItsPlace() throws {
    let trace = try trace(allColumns)
    #expect(trace.comments == ["board: bench", "second"])
    #expect(trace.rows == allRows)
  }

  @Test func columnsMayStandInAnyOrder() throws {
    let trace = try trace("label,gz,pen,gx,t,stroke,gy\nB,3,1,1,0.25,-4,2\n")
    var row = TraceRow(time: 0.25)
    row.angularRate = SIMD3(1, 2, 3)
    row.isPenDown = true
    row.stroke = -4
    row.label = "B"
    #expect(trace.rows == [row])
  }

  @Test func carriageReturnsAndTheLastLineEndMakeNoDifference() throws {
    let expected = try trace(allColumns)
    #expect(try trace(allColumns.split(separator: "\n").joined(separator: "\r\n")) == expected)
    #expect(try trace(String(allColumns.dropLast())) == expected)
  }

  @Test func aHeaderAloneIsAnEmptyTrace() throws {
    #expect(try trace("t,ax,ay,az") == Trace(rows: []))
  }

  @Test func commentsMayStandBetweenRows() throws {
    let trace = try trace("t\n0\n# 3 packets lost\n0\n")
    #expect(trace.comments == ["3 packets lost"])
    #expect(trace.rows == [TraceRow(time: 0), TraceRow(time: 0)])
  }

  @Test func labelsMayHoldAnyText() throws {
    #expect(try trace("t,label\n0,\"Ä #1\"\n").rows.first?.label == "\"Ä #1\"")
  }

  @Test func aMissingFileIsNamed() {
    expectError(in: "/nowhere/a.csv", line: nil, saying: "no such file: check the path") {
      _ = try Trace(contentsOf: "/nowhere/a.csv")
    }
  }

  @Test func aFolderWithoutALogIsNoRecording() {
    expectError(in: "/", line: nil, saying: "a folder without a telephone's log") {
      _ = try Trace(contentsOf: "/")
    }
  }
}
