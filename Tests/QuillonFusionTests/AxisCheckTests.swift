import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

@Suite struct AxisCheckTests {
  /// The rotation of a hand that turns the board about all axes, and what its sensors read then.
  private func check(
    gyroscope: AxisMap, turns: [CalibrationMotion.Turn] = CalibrationMotion.fullTurns,
    byField: Bool = false
  ) -> AxisCheck.Result? {
    var random = SeededRandom(seed: 8)
    func noise(_ deviation: Double) -> ReferenceVector {
      deviation * ReferenceVector(random.normal(), random.normal(), random.normal())
    }
    var check = AxisCheck()
    for row in CalibrationMotion(turns: turns).trace().rows {
      guard let force = row.specificForce, let rate = row.angularRate,
        let field = row.magneticField
      else { continue }
      let reading = gyroscope.apply(
        to: Vector3<25>(rate + noise(0.01) + ReferenceVector(0.03, 0, -0.02)))
      if byField {
        check.add(Vector3<19>(field + noise(0.5)), rate: reading)
      } else {
        check.add(Vector3<23>(force + noise(0.1)), rate: reading)
      }
    }
    return check.result()
  }

  private static let sources: [AxisMap.Source] = [.x, .minusX, .y, .minusY, .z, .minusZ]

  @Test func `Every permuted or mirrored gyroscope is put right`() throws {
    for x in Self.sources {
      for y in Self.sources {
        for z in Self.sources {
          guard let wrong = AxisMap(x: x, y: y, z: z) else { continue }
          let result = try #require(check(gyroscope: wrong), "\(wrong)")
          #expect(result.isClear, "\(wrong): margin \(result.margin.double)")
          let both = Vector3<25>(Fixed(1), Fixed(2), Fixed(3))
          #expect(result.gyroscopeAxes.apply(to: wrong.apply(to: both)) == both, "\(wrong)")
        }
      }
    }
  }

  @Test func `The magnetic field tells the same`() throws {
    let mirrored = try #require(AxisMap(x: .x, y: .minusY, z: .z))
    let result = try #require(check(gyroscope: mirrored, byField: true))
    #expect(result.isClear)
    #expect(result.gyroscopeAxes == mirrored)
  }

  @Test func `Turning about one axis only leaves it open`() throws {
    let turns = [
      CalibrationMotion.Turn(
        axis: ReferenceVector(1, 0, 0), angle: 20, duration: 30, rest: 0)
    ]
    let result = check(gyroscope: .identity, turns: turns)
    #expect(result?.isClear != true)
  }

  @Test func `Without any turning there is no answer, and extremes do no harm`() {
    var check = AxisCheck()
    #expect(check.result() == nil)
    check.add(Vector3<23>.zero, rate: .zero)
    #expect(check.result() == nil)
    var random = SeededRandom(seed: 2)
    func word<let f: Int>() -> Fixed<f> { Fixed(bits: random.edgyWord()) }
    for _ in 0..<10_000 {
      check.add(Vector3<23>(word(), word(), word()), rate: Vector3(word(), word(), word()))
    }
    if let margin = check.result()?.margin { #expect((0...1).contains(margin.double)) }
  }
}
