import Foundation
import QuillonConversions
import QuillonRecordings
import QuillonSerialFormats
import Testing

/// What speaks against reading lines of numbers as they look.
@Suite struct NumberTableTests {
  private func table(_ row: (Int) -> [Double]) -> NumberTable {
    NumberTable(rows: (0..<120).map(row), period: 0.01)
  }

  /// Roll, pitch and yaw: their length is anything. A hand's acceleration stays around 1 g.
  @Test func anglesAreNoAcceleration() {
    let angles = table { [1, 3 - Double($0) / 50, 30 * sin(Double($0) / 19)] }
    #expect(angles.objection(toForceAt: 0)?.contains("hardly an acceleration") == true)
    let hand = table { [sin(Double($0) / 9), 0.4 * cos(Double($0) / 7), 1] }
    #expect(hand.objection(toForceAt: 0) == nil)
  }

  /// A number as it is printed with so many decimals.
  private func printed(_ number: Double, _ decimals: Int) -> Double {
    let scale = [1.0, 10, 100, 1_000, 10_000][decimals]
    return (number * scale).rounded() / scale
  }

  /// Deterministic noise, −1…1.
  private func noise(_ seed: Int) -> Double {
    let number = sin(Double(seed) * 12.9898) * 43_758.5453
    return 2 * (number - number.rounded(.down)) - 1
  }

  /// w x y z of a board that turns to and fro, or lies still.
  private func attitude(_ index: Int, isStill: Bool) -> [Double] {
    let half = isStill ? 0.04 : 0.04 + 0.9 * sin(Double(index) / 20)
    return [cos(half), sin(half) / 3, sin(half) * 2 / 3, sin(half) * 2 / 3]
  }

  /// Four neighbors of length 1 are an attitude, and what stands beside them is found: at rest by many decimals, else by turning.
  @Test(arguments: [(4, true), (4, false), (3, false), (2, false)], [false, true])
  func quaternionsAreNoAcceleration(kind: (decimals: Int, isStill: Bool), isLast: Bool) throws {
    let rows = table { index in
      let wxyz = attitude(index, isStill: kind.isStill)
      let quaternion = isLast ? Array(wxyz[1...]) + [wxyz[0]] : wxyz
      let force = [-0.35, 0.63, 9.78].enumerated().map { $1 + 0.03 * noise(3 * index + $0) }
      let rate = (0..<3).map { 0.01 * noise(5 * index + $0) }
      return (quaternion + force + rate).map { printed($0, kind.decimals) }
    }
    #expect(rows.attitudes == [0])
    let found = try #require(rows.best)
    #expect(
      found.names == (isLast ? ["qx", "qy", "qz", "qw"] : ["qw", "qx", "qy", "qz"])
        + ["ax", "ay", "az", "gx", "gy", "gz"],
      "\(found)")
    #expect(found.acceleration == .metersPerSecondSquared)
  }

  /// An acceleration in g beside a small rate is no attitude, at rest and while it turns slowly.
  @Test(arguments: [2, 3, 4], [false, true])
  func anAccelerationInGIsNoQuaternion(decimals: Int, isTurning: Bool) throws {
    let rows = table { index in
      let angle = isTurning ? 0.6 * sin(Double(index) / 20) : 0.05
      let force = [0.01, sin(angle), cos(angle)].enumerated().map {
        $1 * 1.004 + 0.004 * noise(3 * index + $0)
      }
      let rate = (0..<3).map { 0.02 * noise(5 * index + $0) }
      return (force + rate).map { printed($0, decimals) }
    }
    #expect(rows.attitudes.isEmpty)
    #expect(try #require(rows.best).names.prefix(3) == ["ax", "ay", "az"])
  }

  /// Numbers with decimals are no counts, so 9807 is mm/s², and 8192 without them is a count.
  @Test(arguments: [(9_806.65, 2, true), (9_400, 2, true), (8_192, 0, false), (8_500, 0, false)])
  func countsHaveNoDecimals(length: Double, decimals: Int, isMillimeters: Bool) throws {
    let rows = table { index in
      let force = [-0.04, 0.06, 0.998].enumerated().map {
        $1 * length + 20 * noise(3 * index + $0)
      }
      let rate = [0.5, -1.4, 0.5].enumerated().map { $1 + 0.2 * noise(5 * index + $0) }
      return (force + rate).map { printed($0, decimals) }
    }
    let found = try #require(rows.best)
    #expect(
      found.acceleration == (isMillimeters ? .millimetersPerSecondSquared : .counts8192), "\(found)"
    )
    #expect(found.rate == (isMillimeters ? .degreesPerSecond : .counts131))
  }

  /// Rows of a board that lies for a second and is then turned to and fro, at so many rows a second.
  private func turned(
    _ rate: Double, force: Double, turn: Double, decimals: Int, period: Double?
  ) -> NumberTable {
    let rows = (0..<Int(4 * rate)).map { index in
      let t = max(Double(index) / rate - 1, 0)
      let (angle, speed) = (0.7 * (1 - cos(2 * t)), 1.4 * sin(2 * t))
      let a = [0.02, sin(angle), cos(angle)].enumerated().map {
        ($1 + 0.000_5 * noise(3 * index + $0)) * force
      }
      let g = [speed, 0, 0].enumerated().map { ($1 + 0.01 * noise(5 * index + $0)) * turn }
      return (a + g).map { printed($0, decimals) }
    }
    return NumberTable(rows: rows, period: period)
  }

  /// Without times between rows, scales of counts can't be told apart: the usual one stays. With them the right one is found.
  @Test(arguments: [50.0, 100, 200], [131.0, 65.5, 32.75, 16.375])
  func scalesNeedTimes(rate: Double, scale: Double) throws {
    let turn = scale * 180 / .pi
    let blind = turned(rate, force: 16_384, turn: turn, decimals: 0, period: nil)
    #expect(try #require(blind.best).rate == .counts131)
    let seen = turned(rate, force: 16_384, turn: turn, decimals: 0, period: 1 / rate)
    let best = try #require(seen.best)
    let unit = try #require(best.rate)
    #expect(abs(unit.radiansPerSecond * turn - 1) < 0.01, "\(unit)")
  }

  /// Units that are far apart are told apart without times, too.
  @Test(arguments: [50.0, 100, 200], [1, 180 / Double.pi])
  func degreesAndRadiansNeedNoTimes(rate: Double, turn: Double) throws {
    let table = turned(rate, force: 1, turn: turn, decimals: 3, period: nil)
    #expect(
      try #require(table.best).rate == (turn == 1 ? .radiansPerSecond : .degreesPerSecond))
  }

  /// Two boards, or three, whose lines carry a number of their own. A pen, a counter and a sample number are no boards.
  @Test(arguments: [(2, true), (3, true), (1, false), (4, false)])
  func linesOfTwoBoardsAreKnown(_ boards: Int, _ isKnown: Bool) {
    let lines = table { [Double($0 % boards + 1), sin(Double($0)), 0.1, 1, 0.2, 0.3, Double($0)] }
    #expect((lines.sourcesObjection != nil) == isKnown)
    if isKnown { #expect(lines.sourcesObjection?.contains("lines of \(boards) boards") == true) }
    // A flag that changes with each line, and boards with the numbers 0 and 1.
    let flag = table { [Double($0 % 2), sin(Double($0)), 0.1, 1, 0.2, 0.3, Double($0)] }
    #expect(flag.sourcesObjection == nil)
    let others = table { [Double($0 % 2), Double($0 % 2) / 3, 0.1 * sin(Double($0)), 0.9, 0.2] }
    #expect(others.sourcesObjection?.contains("lines of 2 boards") == true)
    let pen = table { [$0 / 30 % 2 == 0 ? 0 : 1, sin(Double($0)), 0.1, 1] }
    #expect(pen.sourcesObjection == nil)
  }
}
