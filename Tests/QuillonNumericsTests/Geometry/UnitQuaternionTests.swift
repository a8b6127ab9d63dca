import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct UnitQuaternionTests {
  /// The bound promised in the doc comment: 2 ulp of Q8.23 between the result and the reference
  /// rounded to the same format, for accelerations of up to 16 g.
  @Test func rotationIsWithinTwoUlpOfReference() {
    let seed: UInt64 = 30
    var random = SeededRandom(seed: seed)
    var worst = 0
    for _ in 0..<1_000_000 {
      let q = UnitQuaternion(random.rotation())
      let v = Vector3<23>(random.direction() * random.uniform(in: 0...157))
      let exact = Vector3<23>(rodrigues(q.reference, v.reference))
      worst = max(worst, steps(between: q.rotate(v), and: exact))
    }
    #expect(worst <= 2, "seed \(seed)")
    #expect(worst >= 1, "a rotation without any rounding can't be: seed \(seed)")
  }

  /// The same against a reference that starts from the exact attitude, not from its Q1.30 bits: what
  /// a user of the chain sees, at the accelerations of handwriting.
  @Test func rotationByTheRoundedAttitudeIsWithinTwoUlp() {
    let seed: UInt64 = 31
    var random = SeededRandom(seed: seed)
    var worst = 0
    for _ in 0..<1_000_000 {
      let q = random.rotation()
      let v = Vector3<23>(random.direction() * random.uniform(in: 0...40))
      let exact = Vector3<23>(q.rotate(v.reference))
      worst = max(worst, steps(between: UnitQuaternion(q).rotate(v), and: exact))
    }
    #expect(worst <= 2, "seed \(seed)")
  }

  @Test func rotationOfExtremeVectorsIsBoundedAndNeverWraps() {
    let seed: UInt64 = 32
    var random = SeededRandom(seed: seed)
    for _ in 0..<200_000 {
      let q = UnitQuaternion(random.rotation())
      let v = Vector3<23>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      let exact = rodrigues(q.reference, v.reference)
      guard v.reference.length < 256 else { continue }
      let error = q.rotate(v).reference - exact
      #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 3 * 0x1p-23, "seed \(seed) \(v)")
    }
    let corner = Vector3<23>(.min, .min, .min)
    let turned = UnitQuaternion(ReferenceQuaternion(angle: .pi, axis: [0, 0, 1])).rotate(corner)
    #expect(turned.x.double > 200 && turned.y.double > 200 && turned.z.double < -200)
  }

  @Test func quarterTurnsAreWithinOneStep() {
    let half = Fixed<30>(0.5.squareRoot())
    let aboutZ = UnitQuaternion(uncheckedUnit: half, .zero, .zero, half)
    let x = Vector3<23>(.one, .zero, .zero)
    #expect(steps(between: aboutZ.rotate(x), and: Vector3(.zero, .one, .zero)) <= 1)
    let back = Vector3<23>(.zero, Fixed(bits: -1 &<< 23), .zero)
    #expect(steps(between: aboutZ.conjugate.rotate(x), and: back) <= 1)
    #expect(UnitQuaternion.identity.rotate(x) == x)
  }

  @Test func productRotatesLikeTwoRotations() {
    let seed: UInt64 = 33
    var random = SeededRandom(seed: seed)
    for trial in 0..<100_000 {
      let (a, b) = (random.rotation(), random.rotation())
      let product = (UnitQuaternion(a) &* UnitQuaternion(b)).reference
      let difference = product.components - (a * b).components
      #expect(
        difference.max() < 4 * 0x1p-30 && difference.min() > -4 * 0x1p-30,
        "seed \(seed) trial \(trial)")
    }
  }

  @Test func renormalizingKeepsAMillionProductsOnTheSphere() {
    let seed: UInt64 = 34
    var random = SeededRandom(seed: seed)
    let step = UnitQuaternion(
      ReferenceQuaternion(rotationVector: random.direction() * 0.01))
    var kept = UnitQuaternion.identity
    var drifting = kept
    for _ in 0..<1_000_000 {
      kept = (kept &* step).renormalized
      drifting = drifting &* step
    }
    #expect(abs(kept.reference.norm - 1) < 3 * 0x1p-30, "seed \(seed)")
    #expect(
      abs(drifting.reference.norm - 1) > 3 * 0x1p-30,
      "without renormalizing the norm drifts, or this test shows nothing: seed \(seed)")
  }

  @Test func anyFourNumbersNormalize() throws {
    let seed: UInt64 = 35
    var random = SeededRandom(seed: seed)
    for _ in 0..<200_000 {
      let words = (random.edgyWord(), random.edgyWord(), random.edgyWord(), random.edgyWord())
      guard words != (0, 0, 0, 0) else { continue }
      let q = try #require(
        UnitQuaternion(
          normalizing: Fixed<30>(bits: words.0), Fixed(bits: words.1), Fixed(bits: words.2),
          Fixed(bits: words.3)))
      #expect(abs(q.reference.norm - 1) < 4 * 0x1p-30, "seed \(seed) \(words)")
    }
    #expect(UnitQuaternion(normalizing: Fixed<30>.zero, .zero, .zero, .zero) == nil)
    let least = try #require(UnitQuaternion(normalizing: Fixed<30>.min, .min, .min, .min))
    #expect(least.w.double == -0.5 && least.z.double == -0.5)
  }

  @Test func attitudesFromOutsideAreMadeUnitOrRefused() throws {
    let seed: UInt64 = 36
    var random = SeededRandom(seed: seed)
    for _ in 0..<100_000 {
      let unit = UnitQuaternion(random.rotation())
      #expect(unit.validated == unit, "seed \(seed)")
      let any = UnitQuaternion(
        uncheckedUnit: Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()))
      guard any.reference.norm > 0 else { continue }
      let made = try #require(any.validated)
      #expect(abs(made.reference.norm - 1) < 0x1p-20, "seed \(seed) \(any)")
    }
    let zero = UnitQuaternion(uncheckedUnit: .zero, .zero, .zero, .zero)
    #expect(zero.validated == nil)
    let least = UnitQuaternion(uncheckedUnit: .min, .min, .min, .min)
    #expect(least.validated != nil)
  }

  private func rodrigues(_ q: ReferenceQuaternion, _ v: ReferenceVector) -> ReferenceVector {
    let t = q.vector.cross(v)
    return v + 2 * (q.w * t + q.vector.cross(t))
  }

  private func steps(between a: Vector3<23>, and b: Vector3<23>) -> Int {
    max(
      abs(Int(a.x.bits) - Int(b.x.bits)), abs(Int(a.y.bits) - Int(b.y.bits)),
      abs(Int(a.z.bits) - Int(b.z.bits)))
  }
}
