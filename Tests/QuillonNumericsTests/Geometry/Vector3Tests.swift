import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct Vector3Tests {
  @Test func arithmeticOfBasisVectors() {
    let (x, y, z) = (
      Vector3<30>(.one, .zero, .zero), Vector3<30>(.zero, .one, .zero),
      Vector3<30>(.zero, .zero, .one)
    )
    #expect(x.cross(y) as Vector3<30> == z)
    #expect(y.cross(z) as Vector3<30> == x)
    #expect(z.cross(x) as Vector3<30> == y)
    #expect(x.dot(y) as Fixed<30> == .zero)
    #expect((x &+ y).dot(y) as Fixed<30> == .one)
    #expect((x &- y).negatedWithSaturation == y &- x)
  }

  @Test func productsAreWithinHalfAStepOfDouble() {
    let seed: UInt64 = 20
    var random = SeededRandom(seed: seed)
    for trial in 0..<200_000 {
      let a = Vector3<23>(random.direction() * random.uniform(in: 0...200))
      let b = Vector3<30>(random.direction())
      let dot: Fixed<23> = a.dot(b)
      let cross: Vector3<23> = a.cross(b)
      #expect(
        abs(dot.double - a.reference.dot(b.reference)) <= 0x1p-24, "seed \(seed) trial \(trial)")
      let exact = a.reference.cross(b.reference)
      let error = cross.reference - exact
      #expect(
        max(abs(error.x), abs(error.y), abs(error.z)) <= 0x1p-24, "seed \(seed) trial \(trial)")
    }
  }

  @Test func nothingWrapsOrTrapsOnAnyBits() {
    let seed: UInt64 = 21
    var random = SeededRandom(seed: seed)
    for _ in 0..<200_000 {
      let a = Vector3<23>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      let b = Vector3<23>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      let sum = a.addingWithSaturation(b)
      let exact = a.reference + b.reference
      let limit = Fixed<23>.max.double
      #expect(abs(sum.x.double - min(max(exact.x, -256), limit)) < 0x1p-23, "seed \(seed)")
      let cross: Vector3<16> = a.cross(b)
      let exactCross = a.reference.cross(b.reference).z
      let clamped = min(max(exactCross, -32768), Fixed<16>.max.double)
      #expect(abs(cross.z.double - clamped) <= 0x1p-16, "seed \(seed) \(a) \(b)")
    }
  }

  @Test func directionsAreUnitVectorsWithinTwoUlp() throws {
    let seed: UInt64 = 22
    var random = SeededRandom(seed: seed)
    var worst = 0.0
    for _ in 0..<200_000 {
      let v = Vector3<23>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      guard v != .zero else { continue }
      let unit = try #require(v.normalized)
      let error = unit.reference - v.reference / v.reference.length
      worst = max(worst, abs(error.x), abs(error.y), abs(error.z))
    }
    #expect(worst * 0x1p30 <= 2, "seed \(seed)")
    #expect(Vector3<23>.zero.normalized == nil)
  }

  @Test func limitsIncludeTheirEnds() {
    let limit = Fixed<23>(bits: 5)
    #expect(Vector3(limit, limit.negatedWithSaturation, .zero).isWithin(limit))
    #expect(!Vector3(limit, Fixed(bits: -6), .zero).isWithin(limit))
    #expect(!Vector3(.min, .zero, .zero).isWithin(limit))
  }
}
