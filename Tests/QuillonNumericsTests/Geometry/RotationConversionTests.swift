import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct RotationConversionTests {
  @Test func matrixAgreesWithReference() {
    let seed: UInt64 = 40
    var random = SeededRandom(seed: seed)
    for trial in 0..<200_000 {
      let q = random.rotation()
      let difference = RotationMatrix(UnitQuaternion(q)).reference - ReferenceMatrix(q)
      #expect(difference.frobeniusNorm < 8 * 0x1p-30, "seed \(seed) trial \(trial)")
    }
  }

  @Test func matrixAndQuaternionRotateAlike() {
    let seed: UInt64 = 41
    var random = SeededRandom(seed: seed)
    for trial in 0..<100_000 {
      let q = UnitQuaternion(random.rotation())
      let v = Vector3<23>(random.direction() * random.uniform(in: 0...40))
      let matrix = RotationMatrix(q)
      let difference = (matrix.rotate(v) &- q.rotate(v)).reference.length
      #expect(difference < 5 * 0x1p-23, "seed \(seed) trial \(trial)")
      let back = (matrix.rotateBack(matrix.rotate(v)) &- v).reference.length
      #expect(back < 5 * 0x1p-23, "seed \(seed) trial \(trial)")
    }
  }

  @Test func quaternionComesBackFromItsMatrix() {
    let seed: UInt64 = 42
    var random = SeededRandom(seed: seed)
    var rotations = (0..<200_000).map { _ in random.rotation() }
    // The places where one of the four squares is 0 and where all are equal.
    for axis in [ReferenceVector(1, 0, 0), [0, 1, 0], [0, 0, 1], [0.6, 0, 0.8]] {
      for angle in [0, 1e-9, 0.5, Double.pi / 2, Double.pi - 1e-9, Double.pi] {
        rotations.append(ReferenceQuaternion(angle: angle, axis: axis))
      }
    }
    rotations.append(ReferenceQuaternion(0.5, 0.5, 0.5, 0.5))
    for (trial, q) in rotations.enumerated() {
      let back = UnitQuaternion(RotationMatrix(UnitQuaternion(q))).reference
      #expect(back.angle(to: q) < 8 * 0x1p-30, "seed \(seed) trial \(trial)")
    }
  }

  @Test func eulerAnglesAgreeWithReference() {
    let seed: UInt64 = 43
    var random = SeededRandom(seed: seed)
    for trial in 0..<200_000 {
      let q = random.rotation()
      let angles = EulerAngles(UnitQuaternion(q))
      let exact = q.eulerAngles
      let cosine = max(cosinePitch(q), 1e-4)
      #expect(abs(angles.pitch.double - exact.pitch) < 1e-8, "seed \(seed) trial \(trial)")
      #expect(turn(angles.roll.double, exact.roll) < 1e-8 / cosine, "seed \(seed) trial \(trial)")
      #expect(turn(angles.yaw.double, exact.yaw) < 1e-8 / cosine, "seed \(seed) trial \(trial)")
      let back = UnitQuaternion(angles).reference
      #expect(back.angle(to: q) < 5e-5, "seed \(seed) trial \(trial)")
    }
  }

  /// Core Motion's words: pitch lifts the top edge, roll turns about the long side, yaw about z.
  @Test(arguments: [
    (ReferenceVector(1, 0, 0), "pitch"), (ReferenceVector(0, 1, 0), "roll"),
    (ReferenceVector(0, 0, 1), "yaw"),
  ])
  func eachAngleIsARotationAboutItsAxis(axis: ReferenceVector, name: String) {
    let angles = EulerAngles(UnitQuaternion(ReferenceQuaternion(angle: 0.3, axis: axis)))
    #expect(abs(angles.pitch.double - (name == "pitch" ? 0.3 : 0)) < 1e-8)
    #expect(abs(angles.roll.double - (name == "roll" ? 0.3 : 0)) < 1e-8)
    #expect(abs(angles.yaw.double - (name == "yaw" ? 0.3 : 0)) < 1e-8)
  }

  @Test(arguments: [1.0, -1.0])
  func gimbalLockKeepsTheAttitude(sign: Double) {
    let seed: UInt64 = 44
    var random = SeededRandom(seed: seed)
    for trial in 0..<20_000 {
      let yaw = ReferenceQuaternion(angle: random.uniform(in: -3...3), axis: [0, 0, 1])
      let nearly = sign * (Double.pi / 2 - random.uniform(in: 0...1e-4))
      let q = yaw * ReferenceQuaternion(angle: nearly, axis: [1, 0, 0])
      let angles = EulerAngles(UnitQuaternion(q))
      #expect(UnitQuaternion(angles).reference.angle(to: q) < 1e-4, "seed \(seed) trial \(trial)")
    }
  }

  private func cosinePitch(_ q: ReferenceQuaternion) -> Double {
    let y = q.rotate([0, 1, 0])
    return (y.x * y.x + y.y * y.y).squareRoot()
  }

  private func turn(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 2 * .pi))
  }
}
