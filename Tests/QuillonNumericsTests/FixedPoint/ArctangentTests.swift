import Foundation
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct ArctangentTests {
  static let piBits: Int32 = 1_686_629_713

  /// Notes the error at (x, y) and whether the result is odd in y.
  static func check(_ y: Int32, _ x: Int32, _ worst: inout WorstError, _ wrong: inout Mismatches) {
    let result = arctangent(y: Fixed<23>(bits: y), x: Fixed<23>(bits: x)).bits
    let exact = atan2(Double(y), Double(x)) * 0x1p29
    worst.note(result, exact: exact, at: "y, x = \(hex(y, x))")
    wrong.note(abs(result) <= piBits, "y, x = \(hex(y, x)): beyond π")
    guard y != 0 && y != .min else { return }
    let opposite = arctangent(y: Fixed<23>(bits: -y), x: Fixed<23>(bits: x)).bits
    wrong.note(opposite == -result, "y, x = \(hex(y, x)): not odd")
  }

  /// All points on byte grids, small and large, edges × edges.
  @Test func staysWithinOneStepOnGrids() {
    var worst = WorstError()
    var wrong = Mismatches()
    for y in Int32(-128)...127 {
      for x in Int32(-128)...127 {
        Self.check(y, x, &worst, &wrong)
        Self.check(y << 24, x << 24, &worst, &wrong)
        Self.check(y << 24, x, &worst, &wrong)
      }
    }
    for y in edges { for x in edges { Self.check(y, x, &worst, &wrong) } }
    #expect(wrong.count == 0, "\(wrong)")
    #expect(worst.ulps <= 1, "\(worst)")
  }

  /// All 65,536 slopes of a half word, in each octant, and random points.
  @Test func staysWithinOneStepOnSlopes() {
    let seed: UInt64 = 0xA7A2
    var random = SeededRandom(seed: seed)
    var worst = WorstError()
    var wrong = Mismatches()
    for half in Int32(Int16.min)...Int32(Int16.max) {
      for side: Int32 in [.max, .min] {
        Self.check(half << 16, side, &worst, &wrong)
        Self.check(side, half << 16, &worst, &wrong)
      }
    }
    for _ in 0..<1_000_000 {
      let shift = Int32(truncatingIfNeeded: random.next() & 31)
      let (y, x) = (random.next(), random.next())
      Self.check(
        Int32(truncatingIfNeeded: y) >> shift, Int32(truncatingIfNeeded: x) >> shift, &worst,
        &wrong)
      Self.check(random.word(), random.word(), &worst, &wrong)
    }
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
    #expect(worst.ulps <= 1, "seed \(seed): \(worst)")
  }

  @Test func knowsTheAxes() {
    func angle(_ y: Int32, _ x: Int32) -> Int32 {
      arctangent(y: Fixed<30>(bits: y), x: Fixed<30>(bits: x)).bits
    }
    let half: Int32 = 843_314_857
    for length: Int32 in [1, 77, 1 << 30, .max] {
      #expect(angle(0, length) == 0)
      #expect(angle(length, 0) == half)
      #expect(angle(0, -length) == Self.piBits)
      #expect(angle(-length, 0) == -half)
    }
    #expect(angle(0, 0) == 0)
    #expect(angle(0, .min) == Self.piBits)
    #expect(angle(.min, 0) == -half)
    #expect(angle(.min, .min) == angle(-1, -1))
  }

  /// The format does not matter as long as both have it.
  @Test func readsAnyFormat() {
    let coarse = arctangent(y: Fixed<0>(bits: 3), x: Fixed<0>(bits: -4))
    let fine = arctangent(y: Fixed<31>(bits: 3), x: Fixed<31>(bits: -4))
    #expect(coarse == fine)
  }
}
