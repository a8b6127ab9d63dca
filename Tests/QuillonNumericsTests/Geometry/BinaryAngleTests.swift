import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct BinaryAngleTests {
  @Test func radiansBecomePartsOfATurn() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<2_000 {
      let radians = Fixed<29>(random.uniform(in: -.pi...(.pi)))
      let found = Double(BinaryAngle(radians: radians).bits) / 0x1p32 * 2 * .pi
      #expect(abs(remainder(found - radians.double, 2 * .pi)) < 3e-9, "\(radians)")
    }
  }

  @Test func bothEndsOfTheHalfTurnMeet() {
    let ends = [Fixed<29>(Double.pi), Fixed<29>(-Double.pi)].map { BinaryAngle(radians: $0).bits }
    #expect(ends.allSatisfy { abs(Int64($0) - 0x8000_0000) <= 4 }, "\(ends)")
  }

  @Test(arguments: [(0, 0.0), (1 << 30, 90), (1 << 31, 180), (3 << 30, 270)] as [(UInt32, Double)])
  func quartersAreExact(bits: UInt32, degrees: Double) {
    #expect(BinaryAngle(bits: bits).degrees.double == degrees)
  }

  @Test func degreesStayBelowAFullTurn() {
    let last = BinaryAngle(bits: .max).degrees.double
    #expect(last < 360 && last > 359.999999)
  }
}
