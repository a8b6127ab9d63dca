/// A letter without case and accents, or a digit: what the words of a ``Lexicon`` are made of.
public struct Letter: Hashable, Sendable {
  /// 0…25 for A…Z, 26…35 for 0…9.
  let code: UInt8

  /// How many there are.
  static let count = 36

  /// The letter with a code in 0..<``count``.
  init(code: UInt8) { self.code = code }

  /// The letter or digit of ASCII that `character` is, in any case; nil for other characters.
  public init?(_ character: Character) {
    guard let ascii = character.asciiValue, let code = Self.code(of: ascii) else { return nil }
    self.code = code
  }

  /// The capital letter, or the digit.
  public var character: Character {
    Character(Unicode.Scalar(isDigit ? code - 26 + UInt8(ascii: "0") : code + UInt8(ascii: "A")))
  }

  /// The small letter, or the digit.
  public var smallCharacter: Character {
    isDigit ? character : Character(Unicode.Scalar(code + UInt8(ascii: "a")))
  }

  /// True for 0…9.
  public var isDigit: Bool { code >= 26 }

  private static func code(of ascii: UInt8) -> UInt8? {
    switch ascii {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): ascii - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): ascii - UInt8(ascii: "a")
    case UInt8(ascii: "0")...UInt8(ascii: "9"): ascii - UInt8(ascii: "0") + 26
    default: nil
    }
  }

  /// Appends the codes of a word's letters to `codes`.
  ///
  /// Ä, Ö, Ü and ß become AE, OE, UE and SS; other accents are removed.
  ///
  /// - Parameter word: UTF-8.
  /// - Returns: false for a word with a character that cannot be written so. Then `codes` stays as it
  ///   was.
  static func appendCodes(ofWord word: ArraySlice<UInt8>, to codes: inout [UInt8]) -> Bool {
    let start = codes.count
    for byte in word {
      guard let code = code(of: byte) else {
        codes.removeSubrange(start...)
        return byte >= 0x80 && appendCodes(ofScalars: word, to: &codes)
      }
      codes.append(code)
    }
    return true
  }

  private static func appendCodes(
    ofScalars word: ArraySlice<UInt8>, to codes: inout [UInt8]
  ) -> Bool {
    let start = codes.count
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if let code = UInt8(exactly: scalar.value).flatMap(code(of:)) {
        codes.append(code)
      } else if scalar == "\u{308}", let last = codes.last, codes.count > start,
        umlauts.contains(last)
      {
        // The second half of an Ä that is written as A and diaeresis.
        codes += folded("E")
      } else if !("\u{300}"..."\u{36F}").contains(scalar) {
        guard let run = accented.first(where: { $0.scalars.contains(scalar.value) }) else {
          codes.removeSubrange(start...)
          return false
        }
        codes += folded(run.letters)
      }
    }
    // A lone accent is no word.
    return codes.count > start
  }

  private static func folded(_ letters: StaticString) -> [UInt8] {
    letters.withUTF8Buffer { $0.compactMap(code(of:)) }
  }

  private static let umlauts = folded("AOU")

  /// Letters with accents, and ligatures, and what is written in their place: the blocks Latin-1
  /// Supplement and Latin Extended-A of Unicode, Romanian and Vietnamese. The umlauts come first.
  private static let accented: [(scalars: ClosedRange<UInt32>, letters: StaticString)] = [
    (0xC4...0xC4, "AE"), (0xD6...0xD6, "OE"), (0xDC...0xDC, "UE"), (0xDF...0xDF, "SS"),
    (0xE4...0xE4, "AE"), (0xF6...0xF6, "OE"), (0xFC...0xFC, "UE"), (0x1E9E...0x1E9E, "SS"),
    (0xC0...0xC5, "A"), (0xC6...0xC6, "AE"), (0xC7...0xC7, "C"), (0xC8...0xCB, "E"),
    (0xCC...0xCF, "I"), (0xD0...0xD0, "D"), (0xD1...0xD1, "N"), (0xD2...0xD6, "O"),
    (0xD8...0xD8, "O"), (0xD9...0xDC, "U"), (0xDD...0xDD, "Y"), (0xDE...0xDE, "TH"),
    (0xE0...0xE5, "A"), (0xE6...0xE6, "AE"), (0xE7...0xE7, "C"), (0xE8...0xEB, "E"),
    (0xEC...0xEF, "I"), (0xF0...0xF0, "D"), (0xF1...0xF1, "N"), (0xF2...0xF6, "O"),
    (0xF8...0xF8, "O"), (0xF9...0xFC, "U"), (0xFD...0xFD, "Y"), (0xFE...0xFE, "TH"),
    (0xFF...0xFF, "Y"), (0x100...0x105, "A"), (0x106...0x10D, "C"), (0x10E...0x111, "D"),
    (0x112...0x11B, "E"), (0x11C...0x123, "G"), (0x124...0x127, "H"), (0x128...0x131, "I"),
    (0x132...0x133, "IJ"), (0x134...0x135, "J"), (0x136...0x138, "K"), (0x139...0x142, "L"),
    (0x143...0x14B, "N"), (0x14C...0x151, "O"), (0x152...0x153, "OE"), (0x154...0x159, "R"),
    (0x15A...0x161, "S"), (0x162...0x167, "T"), (0x168...0x173, "U"), (0x174...0x175, "W"),
    (0x176...0x178, "Y"), (0x179...0x17E, "Z"), (0x17F...0x17F, "S"), (0x218...0x219, "S"),
    (0x21A...0x21B, "T"), (0x1EA0...0x1EB7, "A"), (0x1EB8...0x1EC7, "E"), (0x1EC8...0x1ECB, "I"),
    (0x1ECC...0x1EE3, "O"), (0x1EE4...0x1EF1, "U"), (0x1EF2...0x1EF9, "Y"),
  ]
}
