import Foundation
import QuillonReferenceModel
import Testing

private let x = ReferenceVector(1, 0, 0)
private let y = ReferenceVector(0, 1, 0)
private let z = ReferenceVector(0, 0, 1)

private func randomRotation(_ random: inout SeededRandom) -> ReferenceQuaternion {
  ReferenceQuaternion(random.normal(), random.normal(), random.normal(), random.normal()).normalized
}

private func randomMatrix(_ random: inout SeededRandom) -> ReferenceMatrix {
  func vector() -> ReferenceVector {
    ReferenceVector(random.normal(), random.normal(), random.normal())
  }
  return ReferenceMatrix(columns: vector(), vector(), vector())
}

@Suite struct ReferenceQuaternionTests {
  @Test func hamiltonsRules() {
    let i = ReferenceQuaternion(0, 1, 0, 0)
    let j = ReferenceQuaternion(0, 0, 1, 0)
    let k = ReferenceQuaternion(0, 0, 0, 1)
    #expect(i * j == k)
    #expect(j * k == i)
    #expect(k * i == j)
    #expect((i * i).w == -1)
  }

  @Test func aQuarterTurnAboutZTakesXToY() {
    let quarter = ReferenceQuaternion(angle: .pi / 2, axis: 3 * z)
    #expect((quarter.rotate(x) - y).length < 1e-15)
    #expect((quarter.conjugate.rotate(y) - x).length < 1e-15)
  }

  @Test(arguments: [1 as UInt64, 2, 3])
  func aProductRotatesRightFactorFirst(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let (a, b) = (randomRotation(&random), randomRotation(&random))
      let v = ReferenceVector(random.normal(), random.normal(), random.normal())
      #expect(((a * b).rotate(v) - a.rotate(b.rotate(v))).length < 1e-13, "seed \(seed)")
      #expect(abs(a.rotate(v).length - v.length) < 1e-13, "seed \(seed)")
      #expect(abs(a.angle(to: a * b) - ReferenceQuaternion.identity.angle(to: b)) < 1e-7)
    }
  }

  @Test func nothingIsNormalizedToTheIdentity() {
    #expect(ReferenceQuaternion(0, 0, 0, 0).normalized == .identity)
    #expect(ReferenceQuaternion(rotationVector: ReferenceVector(0, 0, 0)) == .identity)
  }

  @Test(arguments: [4 as UInt64, 5])
  func matricesAndBack(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let q = randomRotation(&random)
      let m = ReferenceMatrix(q)
      #expect((m * m.transpose - .identity).frobeniusNorm < 1e-14, "seed \(seed)")
      #expect(abs(m.determinant - 1) < 1e-14, "seed \(seed)")
      let back = ReferenceQuaternion(m)
      #expect(back.w >= 0)
      #expect(back.angle(to: q) < 1e-7, "seed \(seed)")
    }
  }

  @Test func halfTurnsSurviveTheMatrix() {
    for axis in [x, y, z, (x + y + z)] {
      let half = ReferenceQuaternion(angle: .pi, axis: axis)
      let back = ReferenceQuaternion(ReferenceMatrix(half))
      #expect(back.angle(to: half) < 1e-7)
    }
  }
}

@Suite struct ReferenceEulerAnglesTests {
  @Test func oneAngleAtATime() {
    let yaw = ReferenceQuaternion(ReferenceEulerAngles(roll: 0, pitch: 0, yaw: .pi / 2))
    #expect((yaw.rotate(x) - y).length < 1e-15)
    let pitch = ReferenceQuaternion(ReferenceEulerAngles(roll: 0, pitch: .pi / 2, yaw: 0))
    #expect((pitch.rotate(y) - z).length < 1e-15)
    let roll = ReferenceQuaternion(ReferenceEulerAngles(roll: .pi / 2, pitch: 0, yaw: 0))
    #expect((roll.rotate(z) - x).length < 1e-15)
  }

  @Test(arguments: [6 as UInt64, 7])
  func anglesAndBack(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let angles = ReferenceEulerAngles(
        roll: random.uniform(in: -.pi...(.pi)), pitch: random.uniform(in: -1.57...1.57),
        yaw: random.uniform(in: -.pi...(.pi)))
      let back = ReferenceQuaternion(angles).eulerAngles
      #expect(abs(back.roll - angles.roll) < 1e-9, "seed \(seed)")
      #expect(abs(back.pitch - angles.pitch) < 1e-9, "seed \(seed)")
      #expect(abs(back.yaw - angles.yaw) < 1e-9, "seed \(seed)")
    }
  }

  @Test(arguments: [-Double.pi / 2, Double.pi / 2])
  func gimbalLockKeepsTheRotation(pitch: Double) {
    for roll in stride(from: -3.0, through: 3, by: 0.5) {
      let locked = ReferenceQuaternion(ReferenceEulerAngles(roll: roll, pitch: pitch, yaw: 0.7))
      let angles = locked.eulerAngles
      #expect(angles.roll == 0)
      #expect(abs(angles.pitch - pitch) < 1e-7)
      #expect(ReferenceQuaternion(angles).angle(to: locked) < 1e-7)
    }
  }

  @Test func aHalfTurnIsPlusPi() {
    for sign in [1.0, -1] {
      let half = ReferenceQuaternion(ReferenceEulerAngles(roll: 0, pitch: 0, yaw: sign * .pi))
      #expect(abs(half.eulerAngles.yaw - .pi) < 1e-12 || abs(half.eulerAngles.yaw + .pi) < 1e-12)
      #expect(half.eulerAngles.yaw > -.pi)
    }
  }
}

@Suite struct ReferenceSingularValuesTests {
  @Test(arguments: [8 as UInt64, 9])
  func thePartsMultiplyToTheMatrix(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let m = randomMatrix(&random)
      let parts = m.singularValues
      let product = parts.u * ReferenceMatrix(diagonal: parts.values) * parts.v.transpose
      #expect((product - m).frobeniusNorm < 1e-13, "seed \(seed)")
      for orthogonal in [parts.u, parts.v] {
        #expect(
          (orthogonal.transpose * orthogonal - .identity).frobeniusNorm < 1e-13, "seed \(seed)")
      }
      #expect(parts.values.x >= parts.values.y && parts.values.y >= parts.values.z)
      #expect(parts.values.z >= 0)
      #expect(
        abs(parts.values.x * parts.values.y * parts.values.z - abs(m.determinant)) < 1e-12,
        "seed \(seed)")
    }
  }

  @Test func knownSingularValues() {
    let m = ReferenceMatrix(rows: 3 * x, -5 * y, 4 * z)
    #expect((m.singularValues.values - ReferenceVector(5, 4, 3)).length < 1e-15)
  }

  @Test func matricesThatLackRank() {
    let flat = ReferenceMatrix(columns: 2 * x + y, 4 * x + 2 * y, z)
    let line = ReferenceMatrix(columns: x, 2 * x, 3 * x)
    for m in [flat, line, .zero] {
      let parts = m.singularValues
      let product = parts.u * ReferenceMatrix(diagonal: parts.values) * parts.v.transpose
      #expect((product - m).frobeniusNorm < 1e-14)
      #expect((parts.u.transpose * parts.u - .identity).frobeniusNorm < 1e-14)
      #expect(abs(m.nearestRotation.determinant - 1) < 1e-14)
    }
    #expect(ReferenceMatrix.zero.nearestRotation == .identity)
  }

  @Test(arguments: [10 as UInt64, 11])
  func noRotationLiesNearerThanTheNearest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let m = randomMatrix(&random)
      let nearest = m.nearestRotation
      #expect(abs(nearest.determinant - 1) < 1e-13, "seed \(seed)")
      let distance = (m - nearest).frobeniusNorm
      for scale in [0.01, 0.1, 1] {
        let nudge = ReferenceQuaternion(
          rotationVector: scale
            * ReferenceVector(random.normal(), random.normal(), random.normal()))
        let other = nearest * ReferenceMatrix(nudge)
        #expect((m - other).frobeniusNorm >= distance - 1e-12, "seed \(seed)")
      }
      #expect(((0.3 * m).nearestRotation - nearest).frobeniusNorm < 1e-11, "seed \(seed)")
    }
  }

  @Test func aReflectionGoesToARotation() {
    let reflection = ReferenceMatrix(diagonal: ReferenceVector(3, 2, -1))
    #expect((reflection.nearestRotation - .identity).frobeniusNorm < 1e-15)
  }

  /// The mean of rotations about one axis is the rotation by the mean angle, and 359° and 1°
  /// average to 0°.
  @Test func theMeanOfRotations() {
    let angles = [-0.3, 0.5]
    let sum = angles.reduce(ReferenceMatrix.zero) {
      $0 + ReferenceMatrix(ReferenceQuaternion(angle: $1, axis: y))
    }
    let mean = ReferenceQuaternion(sum.nearestRotation)
    #expect(mean.angle(to: ReferenceQuaternion(angle: 0.1, axis: y)) < 1e-7)
    let degree = Double.pi / 180
    let turn =
      ReferenceMatrix(ReferenceQuaternion(angle: 359 * degree, axis: z))
      + ReferenceMatrix(ReferenceQuaternion(angle: degree, axis: z))
    #expect((turn.nearestRotation - .identity).frobeniusNorm < 1e-14)
  }
}

extension ReferenceMatrix {
  fileprivate static func * (scale: Double, m: ReferenceMatrix) -> ReferenceMatrix {
    ReferenceMatrix(diagonal: ReferenceVector(repeating: scale)) * m
  }
}
