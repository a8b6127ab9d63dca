import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct PlaneRuleTests {
  /// A meter along x, y and z, as (right, down) of a plane, m.
  private func axes(of plane: WritingPlane) -> [SIMD2<Double>] {
    [ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0), ReferenceVector(0, 0, 1)].map { axis in
      let (x, y) = plane.coordinates(of: InkPoint(Vector3<23>(axis), ticks: 0))
      return SIMD2(Double(x), Double(y)) * 0x1p-22
    }
  }

  @Test func upOnTheWristIsAgainstGravityAndRightIsTurnedByTheAzimuth() {
    var random = SeededRandom(seed: 71)
    for round in 0..<500 {
      let attitude = random.rotation()
      let turn = random.uniform(in: -.pi...(.pi))
      let angle = BinaryAngle(bits: UInt32(truncatingIfNeeded: Int64(turn / (2 * .pi) * 0x1p32)))
      for (axis, body) in [
        (PlaneRule.Axis.x, ReferenceVector(1, 0, 0)), (.y, ReferenceVector(0, 1, 0)),
      ] {
        let way = attitude.rotate(body)
        guard abs(way.z) < 0.98 else { continue }
        let heading = atan2(way.y, way.x) + turn
        let right = SIMD2(cos(heading), sin(heading))
        let wrist = axes(
          of: PlaneRule(.wrist, axis: axis, azimuth: angle).plane(at: UnitQuaternion(attitude)))
        let above = axes(
          of: PlaneRule(.above, axis: axis, azimuth: angle).plane(at: UnitQuaternion(attitude)))
        for (index, expected) in [right.x, right.y, 0].enumerated() {
          #expect(abs(wrist[index].x - expected) < 1e-3, "round \(round)")
          #expect(abs(above[index].x - expected) < 1e-3, "round \(round)")
        }
        for (index, expected) in [0.0, 0, -1].enumerated() {
          #expect(abs(wrist[index].y - expected) < 1e-3, "round \(round)")
        }
        for (index, expected) in [right.y, -right.x, 0].enumerated() {
          #expect(abs(above[index].y - expected) < 1e-3, "round \(round)")
        }
      }
    }
  }

  /// An axis that stands upright gives no direction: the board's own plane is better than none.
  @Test func anUprightAxisLeavesTheBoardsOwnPlane() {
    let half = Fixed<30>(0.5.squareRoot())
    let steep = UnitQuaternion(uncheckedUnit: half, .zero, half.negatedWithSaturation, .zero)
    #expect(RotationMatrix(steep).xAxis.x.double.magnitude < 1e-8)
    for kind in PlaneRule.Kind.allCases {
      let plane = PlaneRule(kind).plane(at: steep)
      #expect(plane.right != plane.down, "\(kind)")
    }
  }
}
