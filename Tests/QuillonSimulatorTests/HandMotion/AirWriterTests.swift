import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

private let seeds: [UInt64] = [1, 2, 3]

extension TraceRow {
  /// The attitude as a quaternion.
  fileprivate func rotation() throws -> ReferenceQuaternion {
    let q = try #require(attitude)
    return ReferenceQuaternion(q[0], q[1], q[2], q[3])
  }
}

@Suite struct AirWriterTests {
  @Test(arguments: seeds)
  func rowsCarryPenStrokeAndLabelTogether(seed: UInt64) throws {
    let trace = try AirWriter(seed: seed).trace(of: "QUILLON")
    for (index, row) in trace.rows.enumerated() {
      #expect(row.time == Double(index) / 100, "seed \(seed)")
      #expect(row.isPenDown == (row.stroke != nil), "seed \(seed)")
      #expect((row.label != nil) == (row.stroke != nil), "seed \(seed)")
    }
    var labels: [String] = []
    for stroke in 0..<7 {
      let rows = trace.rows.filter { $0.stroke == stroke }
      let times = rows.map(\.time)
      let duration = (times.last ?? 0) - (times.first ?? 0)
      #expect((0.6...3.4).contains(duration), "stroke \(stroke), seed \(seed)")
      #expect(abs(duration * 100 - Double(rows.count - 1)) < 1e-6, "stroke \(stroke), seed \(seed)")
      #expect(Set(rows.map(\.label)).count == 1)
      labels.append(rows.first?.label ?? "")
    }
    #expect(labels.joined() == "QUILLON")
    #expect(trace.rows.first?.isPenDown == false)
    #expect(trace.rows.last?.isPenDown == false)
  }

  @Test(arguments: seeds)
  func betweenLettersThePenIsUpForHalfASecondOrMore(seed: UInt64) throws {
    let rows = try AirWriter(seed: seed).trace(of: "ABC").rows
    for stroke in 0..<2 {
      let end = rows.last { $0.stroke == stroke }?.time ?? 0
      let next = rows.first { $0.stroke == stroke + 1 }?.time ?? 0
      #expect((0.49...0.82).contains(next - end), "seed \(seed)")
    }
  }

  /// Gravity, the earth's field and the attitude belong together in every row.
  @Test(arguments: seeds)
  func columnsAgreeWithEachOther(seed: UInt64) throws {
    let trace = try AirWriter(seed: seed).trace(of: "RS")
    var fields: [ReferenceVector] = []
    for row in trace.rows {
      let q = try row.rotation()
      #expect(abs(q.norm - 1) < 1e-12, "seed \(seed)")
      let force = try #require(row.specificForce)
      let linear = try #require(row.linearAcceleration)
      let up = q.rotate(force - linear)
      #expect((up - ReferenceVector(0, 0, 9.80665)).length < 1e-12, "seed \(seed)")
      fields.append(q.rotate(try #require(row.magneticField)))
    }
    for field in fields {
      #expect((field - fields[0]).length < 1e-12, "seed \(seed)")
      #expect(abs(field.length - 48) < 1e-12)
      #expect(field.x > 0 && abs(field.y) < 1e-12 && field.z < 0)
    }
  }

  /// The gyroscope measures how the attitude changes: the turn over two steps, divided by the time.
  @Test(arguments: seeds)
  func angularRateIsTheAttitudesRate(seed: UInt64) throws {
    let rows = try AirWriter(seed: seed).trace(of: "O", rate: 2000).rows
    var fastest = 0.0
    for index in rows.indices.dropFirst().dropLast() where rows[index].stroke != nil {
      let turn = try rows[index - 1].rotation().conjugate * rows[index + 1].rotation()
      let rate = turn.vector * (2 * 2000 / 2)
      let told = try #require(rows[index].angularRate)
      #expect((rate - told).length < 2e-3, "row \(index), seed \(seed)")
      fastest = max(fastest, told.length)
    }
    #expect(fastest > 0.05, "seed \(seed)")
  }

  @Test func aStillHandHoldsThePosture() throws {
    var writer = AirWriter(seed: 5)
    writer.steadiness = .still
    let rows = try writer.trace(of: "Z").rows
    for row in rows {
      #expect(try row.rotation().angle(to: rows[0].rotation()) < 1e-7)
      #expect(row.angularRate == SIMD3(0, 0, 0))
    }
    #expect(rows[0].linearAcceleration == SIMD3(0, 0, 0))
  }

  /// The screen faces the writer, upright or laid back, whichever way the writer faces.
  @Test func posturesAreThoseOfPeople() throws {
    var yaws: Set<Int> = []
    for seed in UInt64(1)...40 {
      let angles = try AirWriter(seed: seed).trace(of: "").rows[0].rotation().eulerAngles
      #expect((0.2...1.5708).contains(angles.pitch), "seed \(seed)")
      #expect(abs(angles.roll) < 0.6, "seed \(seed)")
      yaws.insert(Int((angles.yaw / (.pi / 2)).rounded(.down)))
    }
    #expect(yaws == [-2, -1, 0, 1])
  }

  @Test func theSameSeedIsTheSameTraceAndAnotherIsNot() throws {
    let first = try AirWriter(seed: 8).trace(of: "AB")
    #expect(try AirWriter(seed: 8).trace(of: "AB") == first)
    #expect(try AirWriter(seed: 9).trace(of: "AB").rows != first.rows)
    #expect(try AirWriter(seed: 8).trace(of: "AB", sample: 1).rows != first.rows)
  }

  @Test func unknownLettersAreRefused() {
    #expect(throws: HandwritingError.unknownLetter(";")) {
      try AirWriter(seed: 1).trace(of: "A;B")
    }
    #expect(throws: HandwritingError.unknownLetter("?")) { try AirWriter(seed: 1).ink(of: "?") }
  }

  @Test func inkIsOneTimedStroke() throws {
    let ink = try AirWriter(seed: 4).ink(of: "G")
    #expect(ink.label == "G")
    #expect(ink.writer == "simulated/4")
    #expect(ink.strokes.count == 1)
    let points = try #require(ink.strokes.first).points
    for (index, point) in points.enumerated() { #expect(point.time == Double(index) / 100) }
    let first = try #require(points.first)
    let last = try #require(points.last)
    #expect(first.x > 0 && abs(first.y) < 0.05)
    #expect(last.x > 0 && last.y < -0.05)
  }
}
