import QuillonFusion
import QuillonRecordings
import Testing

@Suite struct ReplayTests {
  /// A row every 10 ms, one per stroke number; the pen column only if `pens` is given.
  private func trace(strokes: [Int?], pens: [Bool]? = nil) -> Trace {
    Trace(
      rows: strokes.indices.map { index in
        var row = TraceRow(time: Double(index) / 100)
        row.linearAcceleration = SIMD3(Double(index), 0, 0)
        row.stroke = strokes[index]
        row.isPenDown = pens?[index]
        return row
      })
  }

  /// Rows and pens of the replay, as "0+" for row 0 with the pen down and "0-" for it up.
  private func script(_ trace: Trace) -> String {
    trace.replaySamples.map { "\($0.row)\($0.sample.pen == .down ? "+" : "-")" }
      .joined(separator: " ")
  }

  @Test func strokesThatTouchAreSeparated() {
    #expect(script(trace(strokes: [0, 0, 1, 1, 5])) == "0+ 1+ 1- 2+ 3+ 3- 4+ 4-")
  }

  @Test func theInsertedSampleIsACopyWithThePenUp() throws {
    let samples = trace(strokes: [0, 1]).replaySamples.map(\.sample)
    try #require(samples.count == 4)
    var copy = samples[0]
    copy.pen = .up
    #expect(samples[1] == copy)
    copy = samples[2]
    copy.pen = .up
    #expect(samples[3] == copy)
  }

  @Test func rowsWithThePenUpEndAStrokeThemselves() {
    #expect(script(trace(strokes: [nil, 0, 0, nil, nil, 1])) == "0- 1+ 2+ 2- 4- 5+ 5-")
  }

  @Test func thePenColumnRules() {
    let pens = [true, true, false, true, true]
    #expect(script(trace(strokes: [0, 0, 0, 0, 0], pens: pens)) == "0+ 1+ 1- 3+ 4+ 4-")
    #expect(script(trace(strokes: [0, 1, 1, nil, 2], pens: pens)) == "0+ 0- 1+ 1- 3+ 3- 4+ 4-")
    #expect(script(trace(strokes: [0, 1], pens: [false, false])) == "0- 1-")
  }

  @Test func rowsWithoutAccelerationAreLeftOut() {
    var trace = trace(strokes: [0, 0, 1])
    trace.rows[1].linearAcceleration = nil
    #expect(script(trace) == "0+ 0- 2+ 2-")
    #expect(Trace(rows: [TraceRow(time: 0)]).replaySamples.isEmpty)
  }

  @Test func strokesAreRunsOfOneNumber() {
    var trace = trace(strokes: [nil, 4, 4, nil, 4, 9, 9])
    trace.rows[2].label = "A"
    trace.rows[4].label = "B"
    trace.rows[3].label = "not in a stroke"
    let expected = [
      Trace.Stroke(number: 4, label: "A", rows: 1..<3),
      Trace.Stroke(number: 4, label: "B", rows: 4..<5),
      Trace.Stroke(number: 9, label: nil, rows: 5..<7),
    ]
    #expect(trace.strokes == expected)
    #expect(Trace(rows: []).strokes.isEmpty)
  }
}
