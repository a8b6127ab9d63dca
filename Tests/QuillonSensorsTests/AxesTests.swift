import Foundation
import QuillonFusion
import QuillonNumerics
import QuillonSensorModels
import QuillonSensors
import Testing

/// Along which axes chips measure.
@Suite struct AxesTests {
  /// A board that turns by 120°/s about its x axis, then about y, then about z, two seconds each.
  private static func turning(_ time: Double) -> ChipMotion {
    let begins = [1.0, 3, 5]
    var force = SIMD3(0.5, 0.6, (1 - 0.61).squareRoot())
    var rate = SIMD3<Double>.zero
    for axis in 0..<3 {
      let angle = min(max(time - begins[axis], 0), 2) * 120 * .pi / 180
      // What is constant in the world turns the other way.
      let (next, last) = ((axis + 1) % 3, (axis + 2) % 3)
      let (a, b) = (force[next], force[last])
      force[next] = a * cos(angle) + b * sin(angle)
      force[last] = b * cos(angle) - a * sin(angle)
      if time >= begins[axis], time < begins[axis] + 2 { rate[axis] = 120 }
    }
    return ChipMotion(force: force, rate: rate)
  }

  /// The samples of each chip agree about the board's axes and about the sense of a turn, whatever system the chip has.
  @Test(arguments: ChipModels.registerNames)
  func forceAndRateBelongToOneRightHandedSystem(_ name: String) throws {
    var bench = Bench(name, motion: Self.turning)
    bench.run(until: 7)
    let facts = try #require(bench.reader.chip).facts
    var check = AxisCheck()
    var farthest = 0.0
    for (counts, time) in bench.samples {
      let sample = counts.sample(facts, map: .identity, time: time)
      guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate
      else { continue }
      check.add(force, rate: rate)
      let moved = Self.turning(Double(time) / 1e6)
      let given =
        SIMD3(
          Double(force.x.bits), Double(force.y.bits), Double(force.z.bits)) / 8_388_608 / 9.80665
      farthest = max(farthest, (given - moved.force).max(), (moved.force - given).max())
    }
    let result = check.result()
    #expect(result?.isClear == true && result?.gyroscopeAxes == .identity)
    // 120°/s turn by 0.025 g in a period of 10 ms.
    #expect(farthest < 0.05, "the force is the board's own")
  }
}
