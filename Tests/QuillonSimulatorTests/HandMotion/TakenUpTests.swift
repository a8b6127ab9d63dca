import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import Testing

/// A board that lies still before a hand picks it up.
@Suite struct TakenUpTests {
  private let writer: AirWriter = {
    var writer = AirWriter(seed: 9)
    writer.lyingTime = 3
    return writer
  }()

  @Test func itLiesStillAndThenMovesAsTheHandDoes() throws {
    let rows = try writer.trace(of: "QU").rows
    for row in rows where row.time <= 3 {
      #expect(row.attitude == rows[0].attitude)
      #expect(try #require(row.angularRate).length < 1e-12)
      #expect(try #require(row.linearAcceleration).length < 1e-12)
    }
    let moving = try rows.filter { $0.time > 4 && !($0.isPenDown ?? true) }
      .map { try #require($0.angularRate).length }
    #expect((moving.max() ?? 0) > 0.01)
  }

  @Test func itWritesTheSameThreeSecondsLater() throws {
    let soon = try AirWriter(seed: 9).trace(of: "QU").strokes
    let late = try writer.trace(of: "QU").strokes
    #expect(late.map(\.label) == soon.map(\.label))
    #expect(try writer.trace(of: "QU").rows.first { $0.stroke == 0 }?.time ?? 0 > 3.99)
  }

  /// The gyroscope's rates lead from each attitude to the next, through the taking up too.
  @Test func ratesAgreeWithAttitudes() throws {
    let rows = try writer.trace(of: "Q", rate: 400).rows
    for (row, next) in zip(rows, rows.dropFirst()) {
      let q = try rotation(row)
      let step = (try #require(row.angularRate) + (try #require(next.angularRate))) / 800
      let expected = q * ReferenceQuaternion(rotationVector: step)
      #expect(expected.angle(to: try rotation(next)) < 1e-6, "\(row.time) s")
    }
  }

  @Test func theEarthsFieldIsTheOneOfThePlace() throws {
    var writer = writer
    writer.earthField = EarthField(strength: 30, inclination: -0.5)
    for row in try writer.trace(of: "Q").rows {
      let field = try rotation(row).rotate(try #require(row.magneticField))
      #expect((field - ReferenceVector(30 * cos(0.5), 0, 30 * sin(0.5))).length < 1e-9)
    }
  }

  private func rotation(_ row: TraceRow) throws -> ReferenceQuaternion {
    let q = try #require(row.attitude)
    return ReferenceQuaternion(q[0], q[1], q[2], q[3])
  }

  /// Who has no pen holds still around each letter, and then goes slowly.
  @Test func withoutAPenTheHandRestsBetweenLetters() throws {
    var writer = AirWriter(seed: 9)
    let strokes = try writer.trace(of: "QU").strokes
    writer.holdTime = 0.5
    let trace = try writer.trace(of: "QU")
    #expect(trace.strokes.map(\.label) == strokes.map(\.label))
    let between = trace.rows[trace.strokes[0].rows.upperBound..<trace.strokes[1].rows.lowerBound]
    #expect(between.count >= 215)
    #expect(try between.allSatisfy { try #require($0.linearAcceleration).length < 1.5 })
  }
}
