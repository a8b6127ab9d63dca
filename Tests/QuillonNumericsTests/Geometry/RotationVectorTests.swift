import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct RotationVectorTests {
  /// The edges of the format and random angles, small and large.
  private func angle(_ trial: Int, _ random: inout SeededRandom) -> Fixed<29> {
    trial < edges.count ? Fixed(bits: edges[trial]) : Fixed(bits: random.word())
  }

  @Test func angleAndAxisAgreeWithReference() throws {
    let seed: UInt64 = 60
    var (random, worst) = (SeededRandom(seed: seed), WorstError())
    for trial in 0..<500_000 {
      let angle = angle(trial, &random)
      let axis = Vector3<23>(random.direction() * exp(random.uniform(in: -8...4)))
      let q = try #require(UnitQuaternion(angle: angle, axis: axis))
      let exact = ReferenceQuaternion(angle: angle.double, axis: axis.reference)
      worst.note(q, exact: exact, at: "seed \(seed) trial \(trial)")
    }
    #expect(worst.ulps <= 4, "\(worst)")
    #expect(UnitQuaternion(angle: .one, axis: Vector3<23>.zero) == nil)
  }

  @Test func anAxisMayHaveAnyLength() throws {
    let third = Fixed<29>(Double.pi / 3)
    for length: Int32 in [1, 77, 1 << 30, .max] {
      let q = try #require(
        UnitQuaternion(angle: third, axis: Vector3<0>(.zero, Fixed(bits: -length), .zero)))
      #expect(q.reference.angle(to: ReferenceQuaternion(angle: .pi / 3, axis: [0, -1, 0])) < 4e-9)
    }
    let corner = try #require(UnitQuaternion(angle: third, axis: Vector3<30>(.min, .min, .min)))
    let exact = ReferenceQuaternion(angle: .pi / 3, axis: [-1, -1, -1])
    #expect(corner.reference.angle(to: exact) < 8e-9)
  }

  @Test func exponentialMapAgreesWithReference() {
    let seed: UInt64 = 61
    var (random, worst) = (SeededRandom(seed: seed), WorstError())
    for trial in 0..<500_000 {
      let v = Vector3(
        angle(trial, &random), Fixed(bits: random.word()), Fixed(bits: random.edgyWord()))
      let small = Vector3<29>(random.direction() * exp(random.uniform(in: -22...1)))
      for v in [v, small] {
        worst.note(
          UnitQuaternion(rotationVector: v),
          exact: ReferenceQuaternion(rotationVector: v.reference), at: "seed \(seed) \(v)")
      }
    }
    #expect(worst.ulps <= 4, "\(worst)")
    #expect(UnitQuaternion(rotationVector: .zero) == .identity)
  }

  @Test func logarithmAgreesWithReference() {
    let seed: UInt64 = 62
    var (random, worst) = (SeededRandom(seed: seed), WorstError())
    for trial in 0..<500_000 {
      // Uniform rotations, then small ones, then nearly half turns.
      let length =
        switch trial % 3 {
        case 0: random.uniform(in: 0...Double.pi)
        case 1: exp(random.uniform(in: -22...1))
        default: Double.pi - exp(random.uniform(in: -16 ... -1))
        }
      let q = UnitQuaternion(ReferenceQuaternion(angle: length, axis: random.direction()))
      let exact = logarithm(of: q.reference)
      let found = q.rotationVector
      worst.note(found, exact: exact, at: "seed \(seed) trial \(trial)")
      #expect(opposite(q).rotationVector == found, "seed \(seed) trial \(trial)")
      #expect(found.reference.length < Double.pi + 4e-9, "seed \(seed) trial \(trial)")
    }
    #expect(worst.ulps <= 4, "\(worst)")
    #expect(UnitQuaternion.identity.rotationVector == .zero)
    #expect(opposite(.identity).rotationVector == .zero)
  }

  /// Half a turn has two axes; q and −q must choose the same.
  @Test func halfATurnHasOneLogarithm() {
    let half: [UnitQuaternion] = [
      UnitQuaternion(uncheckedUnit: .zero, .one, .zero, .zero),
      UnitQuaternion(uncheckedUnit: .zero, .zero, .one, .zero),
      UnitQuaternion(uncheckedUnit: .zero, .zero, .zero, .one),
      UnitQuaternion(uncheckedUnit: .zero, Fixed(0.6), Fixed(-0.8), .zero),
    ]
    for q in half {
      let error = q.rotationVector.reference - Double.pi * q.vector.reference
      #expect(error.length < 8e-9, "\(q)")
      #expect(opposite(q).rotationVector == q.rotationVector)
    }
  }

  @Test func exponentialMapOfTheLogarithmIsTheRotation() {
    let seed: UInt64 = 63
    var random = SeededRandom(seed: seed)
    for trial in 0..<200_000 {
      let q = random.rotation()
      let back = UnitQuaternion(rotationVector: UnitQuaternion(q).rotationVector)
      #expect(back.reference.angle(to: q) < 1.5e-8, "seed \(seed) trial \(trial)")
    }
  }

  @Test func slerpAgreesWithReference() {
    let seed: UInt64 = 64
    var (random, worst) = (SeededRandom(seed: seed), WorstError())
    for trial in 0..<300_000 {
      let start = random.rotation()
      // Up to 10⁻³ rad from half a turn; closer, the rounding of the attitudes turns the arc.
      let length =
        trial % 2 == 0 ? random.uniform(in: 0...3.14) : exp(random.uniform(in: -22...1.1))
      let end = start * ReferenceQuaternion(rotationVector: random.direction() * length)
      let (a, b) = (UnitQuaternion(start), UnitQuaternion(end))
      let share = Fixed<30>(random.uniform())
      let c = slerp(
        a.reference.normalized.components, b.reference.normalized.components, share.double)
      let exact = ReferenceQuaternion(c[0], c[1], c[2], c[3])
      let found = a.slerp(to: random.uniform() < 0.5 ? b : opposite(b), share: share)
      worst.note(found, exact: exact, at: "seed \(seed) trial \(trial)")
      #expect(abs(found.reference.norm - 1) < 4 * 0x1p-30, "seed \(seed) trial \(trial)")
    }
    #expect(worst.ulps <= 6, "\(worst)")
  }

  @Test func slerpStartsAndEndsAtItsAttitudes() {
    let seed: UInt64 = 65
    var random = SeededRandom(seed: seed)
    for trial in 0..<20_000 {
      let (a, b) = (UnitQuaternion(random.rotation()), UnitQuaternion(random.rotation()))
      #expect(a.slerp(to: b, share: .zero).reference.angle(to: a.reference) < 4e-9)
      #expect(
        a.slerp(to: b, share: .one).reference.angle(to: b.reference) < 2e-8,
        "seed \(seed) trial \(trial)")
      #expect(a.slerp(to: b, share: .max) == a.slerp(to: b, share: .one))
      #expect(a.slerp(to: b, share: .min) == a.slerp(to: b, share: .zero))
      #expect(a.slerp(to: a, share: Fixed(0.3)).reference.angle(to: a.reference) < 8e-9)
    }
  }

  /// Half a turn apart, the way has the axis that the documentation names, whatever the sign.
  @Test(arguments: [
    ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0), ReferenceVector(0, 0, 1),
  ])
  func slerpOverHalfATurnHasAKnownAxis(axis: ReferenceVector) {
    let end = UnitQuaternion(uncheckedUnit: .zero, Fixed(axis.x), Fixed(axis.y), Fixed(axis.z))
    for end in [end, opposite(end)] {
      let quarter = UnitQuaternion.identity.slerp(to: end, share: Fixed(0.5))
      let exact = ReferenceQuaternion(angle: .pi / 2, axis: axis)
      #expect(quarter.reference.angle(to: exact) < 8e-9)
    }
  }

  /// Any words are a quaternion without norm 1: the results mean nothing, but nothing traps.
  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func anyWordsAreSurvived() {
    var random = SeededRandom(seed: 66)
    for _ in 0..<200_000 {
      let q = UnitQuaternion(
        uncheckedUnit: Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()))
      _ = q.rotationVector
      _ = q.slerp(to: q.conjugate, share: Fixed(bits: random.edgyWord()))
    }
    let least = UnitQuaternion(uncheckedUnit: .min, .min, .min, .min)
    _ = least.slerp(to: least, share: .one)
  }

  /// The logarithm in Double, with the axis of half a turn as documented.
  private func logarithm(of q: ReferenceQuaternion) -> ReferenceVector {
    let length = q.vector.length
    guard length > 0 else { return .zero }
    return q.vector * ((q.w < 0 ? -2 : 2) * atan2(length, abs(q.w)) / length)
  }

  private func opposite(_ q: UnitQuaternion) -> UnitQuaternion {
    UnitQuaternion(
      uncheckedUnit: q.w.negatedWithSaturation, q.x.negatedWithSaturation,
      q.y.negatedWithSaturation, q.z.negatedWithSaturation)
  }
}

extension WorstError {
  fileprivate mutating func note(
    _ q: UnitQuaternion, exact: ReferenceQuaternion, at place: @autoclosure () -> String
  ) {
    note(q.w.bits, exact: exact.w * 0x1p30, at: "w, \(place())")
    note(q.x.bits, exact: exact.vector.x * 0x1p30, at: "x, \(place())")
    note(q.y.bits, exact: exact.vector.y * 0x1p30, at: "y, \(place())")
    note(q.z.bits, exact: exact.vector.z * 0x1p30, at: "z, \(place())")
  }

  fileprivate mutating func note(
    _ v: Vector3<29>, exact: ReferenceVector, at place: @autoclosure () -> String
  ) {
    note(v.x.bits, exact: exact.x * 0x1p29, at: "x, \(place())")
    note(v.y.bits, exact: exact.y * 0x1p29, at: "y, \(place())")
    note(v.z.bits, exact: exact.z * 0x1p29, at: "z, \(place())")
  }
}
