import QuillonNumerics
import Testing

/// Addition and its kin, on all pairs of a narrow twin: a byte in the top of a word saturates,
/// wraps and compares where the byte itself does.
@Suite struct ArithmeticTests {
  static let bytes = (-128...127).map { Int16($0) }

  static func top(_ byte: Int16) -> Fixed<23> { Fixed(bits: Int32(byte) << 24) }

  static func byte(_ value: Fixed<23>) -> Int16 { Int16(value.bits >> 24) }

  static func clamped(_ value: Int16) -> Int16 { min(max(value, -128), 127) }

  @Test func addsAndSubtractsLikeABytePair() {
    var wrong = Mismatches()
    for a in Self.bytes {
      for b in Self.bytes {
        let (x, y) = (Self.top(a), Self.top(b))
        let place = "\(a), \(b)"
        wrong.note(Self.byte(x.addingWithSaturation(y)) == Self.clamped(a + b), "\(place) +")
        wrong.note(Self.byte(x.subtractingWithSaturation(y)) == Self.clamped(a - b), "\(place) -")
        wrong.note(Self.byte(x &+ y) == Int16(Int8(truncatingIfNeeded: a + b)), "\(place) &+")
        wrong.note(Self.byte(x &- y) == Int16(Int8(truncatingIfNeeded: a - b)), "\(place) &-")
        wrong.note((x < y) == (a < b) && (x == y) == (a == b), "\(place) <")
      }
    }
    #expect(wrong.count == 0, "\(wrong)")
  }

  @Test func negatesLikeAByte() {
    for a in Self.bytes {
      #expect(Self.byte(Self.top(a).negatedWithSaturation) == Self.clamped(-a))
      #expect(Self.byte(Self.top(a).magnitudeWithSaturation) == Self.clamped(abs(a)))
    }
    #expect(Fixed<30>.min.negatedWithSaturation == .max)
    #expect(Fixed<30>.min.magnitudeWithSaturation == .max)
  }

  @Test func saturatesWholeWordsLikeLongOnes() {
    var wrong = Mismatches()
    for a in edges {
      for b in edges {
        let (x, y) = (Fixed<12>(bits: a), Fixed<12>(bits: b))
        let (sum, difference) = (Int64(a) + Int64(b), Int64(a) - Int64(b))
        wrong.note(x.addingWithSaturation(y).bits == Int32(clamping: sum), hex(a, b))
        wrong.note(x.subtractingWithSaturation(y).bits == Int32(clamping: difference), hex(a, b))
        var wrapped = x
        wrapped &+= y
        wrong.note(wrapped.bits == Int32(truncatingIfNeeded: sum), hex(a, b))
        wrapped = x
        wrapped &-= y
        wrong.note(wrapped.bits == Int32(truncatingIfNeeded: difference), hex(a, b))
      }
    }
    #expect(wrong.count == 0, "\(wrong)")
  }

  @Test func clampsIntoARange() {
    let range = Fixed<8>(bits: -5)...Fixed<8>(bits: 7)
    #expect(Fixed<8>(bits: -6).clamped(to: range).bits == -5)
    #expect(Fixed<8>(bits: -5).clamped(to: range).bits == -5)
    #expect(Fixed<8>(bits: 0).clamped(to: range).bits == 0)
    #expect(Fixed<8>.max.clamped(to: range).bits == 7)
  }

  @Test func knowsItsConstantsInEveryFormat() {
    #expect(Fixed<0>.one.bits == 1)
    #expect(Fixed<14>.one.bits == 1 << 14)
    #expect(Fixed<30>.one.bits == 1 << 30)
    #expect(Fixed<31>.one == .max)
    #expect(Fixed<31>.zero.bits == 0 && Fixed<31>.min.bits == .min && Fixed<0>.max.bits == .max)
  }
}
