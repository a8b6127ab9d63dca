import Foundation
import QuillonRecordings
import Testing

@Suite struct FloatColumnsTests {
  private func bytes(_ rows: [[Float]]) -> [UInt8] {
    rows.joined().flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }
  }

  private func row(_ time: Float) -> [Float] {
    [time, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.5, -0.5, 0.5, -0.5, 10, 11, 12, 1]
  }

  @Test func readsEveryColumn() throws {
    let trace = try Trace(floatColumns: bytes([row(0), row(0.01)]), name: "x")
    let second = try #require(trace.rows.last)
    #expect(trace.rows.count == 2)
    // The decimal that the float stands for, not the float's own digits.
    #expect(second.time == 0.01)
    #expect(second.angularRate == SIMD3(1, 2, 3))
    #expect(second.specificForce == SIMD3(4, 5, 6))
    #expect(second.magneticField == SIMD3(7, 8, 9))
    #expect(second.attitude == SIMD4(0.5, -0.5, 0.5, -0.5))
    #expect(second.isPenDown == nil && second.linearAcceleration == nil)
  }

  @Test func whatIsNoNumberWasNotMeasured() throws {
    var hole = row(0)
    hole[12] = .nan
    hole[5] = .infinity
    let trace = try Trace(floatColumns: bytes([hole]), name: "x")
    let first = try #require(trace.rows.first)
    #expect(first.attitude == nil)
    #expect(first.specificForce == nil)
    #expect(first.angularRate == SIMD3(1, 2, 3))
  }

  @Test func anEmptyFileHasNoRows() throws {
    #expect(try Trace(floatColumns: [], name: "x").rows.isEmpty)
  }

  @Test func aRowThatWasCutIsLeftOut() throws {
    let whole = bytes([row(0), row(0.01)])
    for length in 0...whole.count {
      let trace = try Trace(floatColumns: Array(whole[..<length]), name: "x")
      #expect(trace.rows.count == length / 72)
      #expect(trace.isBrokenOff == !length.isMultiple(of: 72))
    }
  }

  @Test func tellsWhatIsWrong() throws {
    for times: [Float] in [[.nan], [0.02, 0.01], [.infinity], [1e30]] {
      let error = #expect(throws: RecordingError.self) {
        try Trace(floatColumns: bytes(times.map(row)), name: "x.f32")
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains("x.f32") && text.contains("row \(times.count)"), "\(text)")
    }
  }

  @Test func theNameTellsTheLayout() throws {
    let path = NSTemporaryDirectory() + "quillon-\(UUID().uuidString).f32"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes([row(0)])).write(to: URL(fileURLWithPath: path))
    #expect(try Trace(contentsOf: path).rows.count == 1)
  }
}
