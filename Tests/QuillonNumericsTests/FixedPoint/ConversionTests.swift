import QuillonNumerics
import Testing

@Suite struct ConversionTests {
  /// One conversion: its formats and what it gives for a word.
  struct Conversion: Sendable, CustomStringConvertible {
    let from: Int
    let to: Int
    let convert: @Sendable (Int32) -> Int32

    init<let f: Int, let g: Int>(_: Fixed<f>.Type, _: Fixed<g>.Type) {
      from = f
      to = g
      convert = { word in
        let result: Fixed<g> = Fixed<f>(bits: word).converted()
        return result.bits
      }
    }

    var description: String { "Q\(from) to Q\(to)" }
  }

  static let conversions = [
    Conversion(Fixed<23>.self, Fixed<23>.self), Conversion(Fixed<24>.self, Fixed<23>.self),
    Conversion(Fixed<23>.self, Fixed<24>.self), Conversion(Fixed<30>.self, Fixed<23>.self),
    Conversion(Fixed<23>.self, Fixed<30>.self), Conversion(Fixed<31>.self, Fixed<0>.self),
    Conversion(Fixed<0>.self, Fixed<31>.self), Conversion(Fixed<31>.self, Fixed<14>.self),
    Conversion(Fixed<0>.self, Fixed<1>.self), Conversion(Fixed<8>.self, Fixed<0>.self),
  ]

  /// All half words at the bottom and at the top of the word, and the edges.
  @Test(arguments: conversions)
  func roundsAndClampsLikeADivision(_ conversion: Conversion) {
    var wrong = Mismatches()
    let low = (Int32(Int16.min)...Int32(Int16.max)).map { $0 }
    for word in low + low.map({ $0 << 16 }) + edges {
      // The finer format first: then one division by 2^from is the whole conversion.
      let grown = Int128(word) << Int128(conversion.to)
      let expected = roundedOracle(grown, droppingBits: conversion.from)
      wrong.note(conversion.convert(word) == expected, hex(word))
    }
    #expect(wrong.count == 0, "\(conversion): \(wrong)")
  }
}
