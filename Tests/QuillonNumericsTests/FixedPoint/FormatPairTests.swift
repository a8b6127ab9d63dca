import QuillonNumerics
import QuillonReferenceModel
import Testing

/// A format, for loops over many.
private protocol Format {
  static var fraction: Int { get }

  /// The bits of a value in this format.
  static func bits<let f: Int>(of value: Fixed<f>) -> Int32

  /// The bits of a value of this format in `other`.
  static func convert(_ bits: Int32, to other: any Format.Type) -> Int32
}

extension Fixed: Format {
  fileprivate static var fraction: Int { fractionBits }

  fileprivate static func bits<let f: Int>(of value: Fixed<f>) -> Int32 {
    let result: Self = value.converted()
    return result.bits
  }

  fileprivate static func convert(_ bits: Int32, to other: any Format.Type) -> Int32 {
    other.bits(of: Self(bits: bits))
  }
}

/// Formats with other formats, all that there are.
@Suite struct FormatPairTests {
  /// Q0 to Q62: those that the project uses, and all between and beyond them whose steps 64 bits still hold.
  private static let formats: [any Format.Type] = [
    Fixed<0>.self, Fixed<1>.self, Fixed<2>.self, Fixed<3>.self, Fixed<4>.self, Fixed<5>.self,
    Fixed<6>.self, Fixed<7>.self, Fixed<8>.self, Fixed<9>.self, Fixed<10>.self, Fixed<11>.self,
    Fixed<12>.self, Fixed<13>.self, Fixed<14>.self, Fixed<15>.self, Fixed<16>.self, Fixed<17>.self,
    Fixed<18>.self, Fixed<19>.self, Fixed<20>.self, Fixed<21>.self, Fixed<22>.self, Fixed<23>.self,
    Fixed<24>.self, Fixed<25>.self, Fixed<26>.self, Fixed<27>.self, Fixed<28>.self, Fixed<29>.self,
    Fixed<30>.self, Fixed<31>.self, Fixed<32>.self, Fixed<33>.self, Fixed<34>.self, Fixed<35>.self,
    Fixed<36>.self, Fixed<37>.self, Fixed<38>.self, Fixed<39>.self, Fixed<40>.self, Fixed<41>.self,
    Fixed<42>.self, Fixed<43>.self, Fixed<44>.self, Fixed<45>.self, Fixed<46>.self, Fixed<47>.self,
    Fixed<48>.self, Fixed<49>.self, Fixed<50>.self, Fixed<51>.self, Fixed<52>.self, Fixed<53>.self,
    Fixed<54>.self, Fixed<55>.self, Fixed<56>.self, Fixed<57>.self, Fixed<58>.self, Fixed<59>.self,
    Fixed<60>.self, Fixed<61>.self, Fixed<62>.self,
  ]

  /// Every pair, and so every shift from −62 to 62, against the same in 128 bits.
  @Test func everyConversionIsTheNearestValueOfTheOtherFormat() {
    var (wrong, random, shifts) = (Mismatches(), SeededRandom(seed: 17), Set<Int>())
    let words = edges + (0..<64).map { _ in random.word() }
    for from in Self.formats {
      for to in Self.formats {
        shifts.insert(to.fraction - from.fraction)
        for word in words {
          // The finer format first: then one division by 2^from is the whole conversion.
          let expected = roundedOracle(
            Int128(word) << Int128(to.fraction), droppingBits: from.fraction)
          wrong.note(
            from.convert(word, to: to) == expected,
            "Q\(from.fraction) to Q\(to.fraction): \(hex(word))")
        }
      }
    }
    #expect(wrong.count == 0, "\(wrong)")
    #expect(shifts == Set(-62...62))
  }

  /// Products that lose 64 bits and more are below half a step.
  @Test func aProductFarBelowAStepIsZero() {
    for (a, b) in [(Int32.min, Int32.min), (.min, .max), (.max, .max), (1, -1), (-1, 1)] {
      let (x, y) = (Fixed<33>(bits: a), Fixed<33>(bits: b))
      let halfAStep: Fixed<3> = x.multiplied(by: y)
      let quarterOfAStep: Fixed<2> = x.multiplied(by: y)
      let least: Fixed<0> = x.multiplied(by: y)
      let product = Int128(a) * Int128(b)
      #expect(halfAStep.bits == roundedOracle(product, droppingBits: 63))
      #expect(quarterOfAStep.bits == roundedOracle(product, droppingBits: 64))
      #expect(least.bits == roundedOracle(product, droppingBits: 66))
    }
  }
}
