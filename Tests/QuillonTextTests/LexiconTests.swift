import QuillonText
import Testing

@Suite struct LexiconTests {
  @Test(
    arguments: [
      ("the", 0.6), ("THE", 0.6), ("then", 0.3), ("a", 0.1), ("th", nil), ("thens", nil), ("", nil),
      ("b", nil), ("t-e", nil),
    ] as [(String, Double?)])
  func probabilitiesAreThoseOfCounts(word: String, expected: Double?) {
    let found = Lexicon(WordList(parsing: "the 6\nthen 3\na 1".bytes)).probability(of: word)
    #expect((found == nil) == (expected == nil))
    #expect(abs((found ?? 0) - (expected ?? 0)) < 1e-6)
  }

  @Test func withoutCountsWordsAreEquallyProbable() {
    let lexicon = Lexicon(WordList(parsing: "a\nabc\nabd\nxyz123".bytes))
    for word in ["a", "abc", "abd", "xyz123"] {
      #expect(abs((lexicon.probability(of: word) ?? 0) - 0.25) < 1e-6, "\(word)")
    }
  }

  @Test func aLexiconMayBeEmpty() {
    let lexicon = Lexicon(WordList(parsing: "?\n!".bytes))
    #expect(lexicon.isEmpty)
    #expect(lexicon.skippedCount == 2)
    #expect(lexicon.probability(of: "a") == nil)
    #expect(lexicon.probability(of: "") == nil)
  }

  /// Every word of a random list has its probability, and nothing else has one.
  @Test func allWordsAreFound() {
    let seed: UInt64 = 20_260_102
    var chance = Chance(state: seed)
    var counts: [String: Int] = [:]
    for _ in 0..<2_000 {
      let word = (0...chance.index(below: 6)).map { _ in "ABC7".randomElement(using: &chance) ?? "A"
      }
      counts[String(word)] = 1 + chance.index(below: 1_000)
    }
    let lexicon = Lexicon(
      WordList(parsing: counts.map { "\($0) \($1)" }.joined(separator: "\n").bytes))
    let sum = Double(counts.values.reduce(0, +))
    #expect(lexicon.wordCount == counts.count, "seed \(seed)")
    for _ in 0..<5_000 {
      let word = String(
        (0...chance.index(below: 6)).map { _ in "ABC7".randomElement(using: &chance) ?? "A" })
      let expected = Double(counts[word] ?? 0) / sum
      let found = lexicon.probability(of: word) ?? 0
      #expect(abs(found - expected) <= 1e-5 * expected, "seed \(seed): \(word)")
    }
  }

  /// 100,000 words, which share few beginnings, take less than 10 MB.
  @Test func manyWordsTakeLittleMemory() {
    let seed: UInt64 = 20_260_103
    var chance = Chance(state: seed)
    let lines = (0..<100_000).map { _ in
      String((0..<9).map { _ in Character(Unicode.Scalar(UInt8(97 + chance.index(below: 26)))) })
    }
    let lexicon = Lexicon(WordList(parsing: lines.joined(separator: "\n").bytes))
    #expect(lexicon.wordCount > 99_000, "seed \(seed)")
    #expect(lexicon.byteCount < 10_000_000, "seed \(seed): \(lexicon.byteCount)")
  }
}

@Suite struct LetterSequenceTests {
  private static let model = LetterSequenceModel(
    Lexicon(WordList(parsing: "banana\nbandana\nband\nnab\nand".bytes)))

  /// All words together have the probability 1: those of up to three letters nearly so, where the
  /// model has learned words of one letter.
  @Test func probabilitiesAddUpToOne() {
    let model = LetterSequenceModel(Lexicon(WordList(parsing: "a\nb\nc\nd\ne\nf\ng".bytes)))
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map(String.init)
    var (words, sum) = ([""], 0.0)
    for _ in 0...3 {
      sum += words.reduce(0) { $0 + model.probability(of: $1) }
      words = words.flatMap { word in letters.map { word + $0 } }
    }
    #expect(sum < 1)
    #expect(sum > 0.8)
  }

  /// What resembles the words is more probable, longest contexts first.
  @Test(arguments: [
    ("BANDAN", "BANXAN"), ("NANA", "NAAA"), ("AND", "DNA"), ("ABAND", "BBBBD"), ("XA", "XQ"),
  ])
  func likelyWordsAreMoreProbable(likely: String, unlikely: String) {
    #expect(
      Self.model.probability(of: likely) > 1.5 * Self.model.probability(of: unlikely))
  }

  /// Three letters determine what follows: C alone, and BC, are followed by D as often as by Y.
  @Test func threeLettersAreKnown() {
    let model = LetterSequenceModel(Lexicon(WordList(parsing: "abcd\nxbcy".bytes)))
    #expect(model.probability(of: "ABCD") > 1.5 * model.probability(of: "ABCY"))
    #expect(model.probability(of: "XBCY") > 1.5 * model.probability(of: "XBCD"))
  }

  /// A twentieth of the probability is shared evenly by 36 letters and the end.
  @Test func everyLetterIsPossible() {
    #expect(Self.model.probability(of: "X7Q") > 0)
    let least = 0.05 / 37
    #expect(Self.model.probability(of: "Q7") >= least * least * least)
    #expect(Self.model.probability(of: "é?") == 0)
  }

  @Test func withoutWordsAllLettersAreEqual() {
    let model = LetterSequenceModel(Lexicon(WordList(parsing: [])))
    for word in ["AB", "Q7", "ZZ"] {
      #expect(abs(model.probability(of: word) * 37 * 37 * 37 - 1) < 1e-5, "\(word)")
    }
  }
}
