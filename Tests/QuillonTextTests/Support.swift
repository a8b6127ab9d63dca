import Foundation
import QuillonText

/// Repeatable random numbers: SplitMix64 (Steele, Lea and Flood 2014).
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func index(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// The natural logarithm of the system, for what the tests compute by themselves.
func logarithm(_ x: Double) -> Double { log(x) }

extension Alphabet {
  static let capitals = Alphabet((UInt8(ascii: "A")...UInt8(ascii: "Z")).map(String.init(ascii:)))
  static let capitalsAndDigits = Alphabet(
    capitals.labels + (UInt8(ascii: "0")...UInt8(ascii: "9")).map(String.init(ascii:)))

  /// The log probabilities of a letter that is read as `label`: every other label is less probable by
  /// `margin`, and `rival` by `lead`.
  func reading(
    _ label: String, margin: Double = 8, rival: String? = nil, lead: Double = 0.5
  ) -> [Double] {
    labels.map { $0 == label ? 0 : $0 == rival ? -lead : -margin }
  }
}

extension String {
  init(ascii: UInt8) { self = String(Character(Unicode.Scalar(ascii))) }
  var bytes: [UInt8] { Array(utf8) }
}

extension WordDecoder {
  init(_ words: String, alphabet: Alphabet = .capitals, outOfListShare: Double = 0.1) {
    let lexicon = Lexicon(WordList(parsing: words.bytes))
    self.init(
      alphabet: alphabet, lexicon: lexicon, sequences: LetterSequenceModel(lexicon),
      outOfListShare: outOfListShare)
  }

  /// Reads labels; after a label in parentheses comes its rival: `HEL(I)LO` is an L with the rival I.
  mutating func add(_ labels: String, margin: Double = 8) {
    for letter in readings(labels, margin: margin, alphabet) { _ = add(letter) }
  }
}

func readings(_ labels: String, margin: Double = 8, _ alphabet: Alphabet) -> [[Double]] {
  let characters = Array(labels)
  return characters.indices.compactMap { index in
    guard characters[index].isLetter || characters[index].isNumber,
      index == 0 || characters[index - 1] != "("
    else { return nil }
    let hasRival = index + 2 < characters.count && characters[index + 1] == "("
    return alphabet.reading(
      String(characters[index]), margin: margin,
      rival: hasRival ? String(characters[index + 2]) : nil)
  }
}
