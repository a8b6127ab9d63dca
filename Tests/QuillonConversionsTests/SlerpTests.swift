import Foundation
import QuillonConversions
import Testing

@Suite struct SlerpTests {
  private func turn(_ degrees: Double) -> SIMD4<Double> {
    SIMD4(cos(degrees * .pi / 360), 0, 0, sin(degrees * .pi / 360))
  }

  @Test func theAngleGrowsEvenlyAlongTheShorterArc() {
    for share in [0, 0.1, 0.25, 0.5, 0.9, 1] {
      for end in [turn(150), -turn(150)] {
        let q = slerp(turn(30), end, share)
        #expect(abs(abs((q * turn(30 + 120 * share)).sum()) - 1) < 1e-12)
      }
      #expect(
        abs(abs((slerp(turn(170), turn(-170), share) * turn(170 + 20 * share)).sum()) - 1) < 1e-12)
    }
  }

  @Test func almostEqualAndOppositeQuaternionsGiveUnitOnes() {
    for end in [turn(30), -turn(30), turn(30.000_01)] {
      let q = slerp(turn(30), end, 0.3)
      #expect(abs((q * q).sum() - 1) < 1e-12)
      #expect(abs((q * turn(30)).sum()) > 1 - 1e-9)
    }
  }
}
