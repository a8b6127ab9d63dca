import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct InkPointTests {
  @Test func aPointTakesEightBytes() {
    #expect(MemoryLayout<InkPoint>.size == 8)
    #expect(MemoryLayout<InkPoint>.stride == 8)
  }

  @Test func smallCoordinatesAreExact() {
    for value in Int32(-32_767)...32_767 {
      let point = InkPoint(
        Vector3<0>(Fixed(bits: value), Fixed(bits: -value), Fixed(bits: value &>> 1)), ticks: 312)
      let position: Vector3<0> = point.position()
      #expect(position.x.bits == value && position.y.bits == -value)
      #expect(position.z.bits == value &>> 1)
      #expect(point.ticks == 312)
    }
  }

  @Test func everyCoordinateIsWithinAShareOfTheLargest() {
    let seed: UInt64 = 100
    var random = SeededRandom(seed: seed)
    for _ in 0..<500_000 {
      let shift = Int32(random.index(below: 31))
      let exact = Vector3<23>(
        Fixed(bits: random.edgyWord() &>> shift), Fixed(bits: random.edgyWord() &>> shift),
        Fixed(bits: random.edgyWord() &>> shift))
      let stored: Vector3<23> = InkPoint(exact, ticks: 0).position()
      let clamped = exact.reference.clamped(
        lowerBound: [-128, -128, -128], upperBound: [128, 128, 128])
      let error = stored.reference - clamped
      let largest = max(abs(clamped.x), abs(clamped.y), abs(clamped.z))
      let bound = max(largest * 0x1p-14, 0x1p-24)
      #expect(
        max(abs(error.x), abs(error.y), abs(error.z)) <= bound, "seed \(seed) \(exact)")
    }
  }

  @Test func timeStopsAtItsLimit() {
    #expect(InkPoint(Vector3<0>.zero, ticks: 4_094).ticks == 4_093)
    #expect(InkPoint(Vector3<0>.zero, ticks: 4_095).ticks == 4_093)
    #expect(InkPoint(Vector3<0>.zero, ticks: .max).ticks == 4_093)
  }
}
