import QuillonText
import Testing

@Suite struct WordDecoderTests {
  private static let words = "hello 50\nhelp 20\nhelios 2\nworld 40\nword 30\nbe 300\nhe 300"

  @Test(
    arguments: [
      // A doubtful letter goes to the word of the list.
      ("HEL(I)LO", "HELLO", [], true), ("HEI(L)LO", "HELLO", [2], true),
      ("WORLO(D)", "WORLD", [4], true), ("VI(O)RD", "WORD", nil, true),
      // The more frequent word wins only where letters are doubtful.
      ("WORLD", "WORLD", [], true), ("WORD", "WORD", [], true),
      // What is spelled clearly stays.
      ("XQKZ", "XQKZ", [], false), ("HELLQ", "HELLO", [4], true),
    ] as [(String, String, [Int]?, Bool)])
  func wordsAreCorrected(labels: String, word: String, corrections: [Int]?, isInLexicon: Bool) {
    var decoder = WordDecoder(Self.words)
    decoder.add(labels, margin: labels.hasPrefix("VI") ? 5 : 8)
    let best = decoder.close().first
    #expect(best?.text == word)
    #expect(best?.isInLexicon == isInLexicon)
    if let corrections { #expect(best?.corrections == corrections) }
  }

  /// The clearer the letters, the less the list matters: HELLQ is one letter from HELLO.
  @Test func clearLettersWin() {
    let winners = [4.0, 8, 12, 16, 20].map { margin in
      var decoder = WordDecoder(Self.words)
      decoder.add("HELLQ", margin: margin)
      return decoder.close().first?.text
    }
    #expect(winners.first == "HELLO")
    #expect(winners.last == "HELLQ")
    #expect(winners.drop { $0 == "HELLO" }.allSatisfy { $0 == "HELLQ" })
  }

  /// The closed words have the probabilities of Bayes' rule, computed over all spellings.
  @Test func probabilitiesFollowBayesRule() {
    let lexicon = Lexicon(WordList(parsing: "ab 3\nba 1\na 4".bytes))
    let sequences = LetterSequenceModel(lexicon)
    let alphabet = Alphabet(["A", "B", "C"])
    var decoder = WordDecoder(
      alphabet: alphabet, lexicon: lexicon, sequences: sequences, outOfListShare: 0.3)
    // Likelihoods 1, ½, ¼ and ¼, 1, ½, with natural logarithms.
    let half = -0.693_147_180_559_945_3
    let isRead = decoder.add([0, half, 2 * half]) && decoder.add([2 * half, 0, half])
    #expect(isRead)
    var expected: [String: Double] = [:]
    for (first, one) in [("A", 1), ("B", 0.5), ("C", 0.25)] {
      for (second, two) in [("A", 0.25), ("B", 1), ("C", 0.5)] {
        let word = first + second
        let prior =
          0.7 * (lexicon.probability(of: word) ?? 0) + 0.3 * sequences.probability(of: word)
        expected[word] = prior * one * two
      }
    }
    let sum = expected.values.reduce(0, +)
    let words = decoder.close(limit: 100)
    #expect(words.count == 9)
    for word in words {
      let probability = (expected[word.text] ?? 0) / sum
      #expect(abs(word.probability - probability) < 1e-6, "\(word.text)")
    }
    #expect(words.map(\.probability) == words.map(\.probability).sorted(by: >))
  }

  /// An open word counts by all words that it may become.
  @Test func beginningsCountForAllTheirWords() {
    var decoder = WordDecoder("we 1\nhello 99\nwa 1", outOfListShare: 0.01)
    decoder.add("W(H)E")
    #expect(decoder.beginnings().first?.text == "HE")
    #expect(decoder.beginnings().first?.isInLexicon == true)
    #expect(decoder.close().first?.text == "WE")
    #expect(decoder.beginnings(limit: 1).count == 1)
    #expect(decoder.close(limit: 0).isEmpty)
    #expect(decoder.close(limit: -1).isEmpty)
  }

  /// Letters that are removed leave no trace.
  @Test func lettersCanBeTakenBack() {
    let seed: UInt64 = 20_260_104
    var chance = Chance(state: seed)
    for _ in 0..<100 {
      var decoder = WordDecoder(Self.words)
      var kept: [[Double]] = []
      for _ in 0..<20 {
        if chance.index(below: 3) == 0 {
          decoder.removeLast()
          _ = kept.popLast()
        } else {
          let letter = (0..<26).map { _ in -10 * chance.uniform() }
          _ = decoder.add(letter)
          kept.append(letter)
        }
      }
      var again = WordDecoder(Self.words)
      for letter in kept { _ = again.add(letter) }
      #expect(decoder.count == kept.count, "seed \(seed)")
      #expect(decoder.close() == again.close(), "seed \(seed)")
      #expect(decoder.beginnings() == again.beginnings(), "seed \(seed)")
      decoder.removeAll()
      #expect(decoder.close().isEmpty, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ([Double](repeating: -.infinity, count: 26), false), ([], false), ([.nan], false),
      ([.nan, -3], true), ([0] + [Double](repeating: -.infinity, count: 25), true),
      ([Double](repeating: -1e300, count: 26), true), ([Double](repeating: 0, count: 99), true),
      ([.infinity, 0], true),
    ] as [([Double], Bool)])
  func anyNumbersAreTaken(letter: [Double], isRead: Bool) {
    var decoder = WordDecoder(Self.words)
    for _ in 0..<3 {
      let result = decoder.add(letter)
      #expect(result == isRead)
    }
    #expect(decoder.count == (isRead ? 3 : 0))
    #expect(decoder.close().isEmpty == !isRead)
    #expect(decoder.close().allSatisfy { (0...1).contains($0.probability) })
  }

  /// A very long word does not lose its letters, and is read as it is spelled.
  @Test func aLongWordIsReadLetterByLetter() {
    var decoder = WordDecoder(Self.words)
    let text = String(repeating: "HELLOQX", count: 100)
    decoder.add(text, margin: 30)
    #expect(decoder.close().first?.text == text)
  }

  /// Labels of both cases and of gestures: a letter's probability is that of its labels together.
  @Test func labelsOfALetterCountTogether() {
    let alphabet = Alphabet(["A", "a", "B", "swipeLeft"])
    var decoder = WordDecoder("", alphabet: alphabet)
    let isRead = decoder.add([-1, -1, -0.5, 5])
    #expect(isRead)
    #expect(decoder.read.map(\.character) == ["B"])
    #expect(decoder.close().first?.text == "A")
  }

  @Test(arguments: [(-1.0, 1e-6), (0, 1e-6), (0.2, 0.2), (1, 1), (7, 1), (.nan, 1)])
  func theShareIsClamped(share: Double, expected: Double) {
    #expect(WordDecoder("a", outOfListShare: share).outOfListShare == expected)
    #expect(WordDecoder("", outOfListShare: share).outOfListShare == 1)
  }

  /// The beam loses no word that matters: the same words are best among all of the lexicon.
  @Test func theBeamKeepsTheBestWord() {
    let seed: UInt64 = 20_260_105
    var chance = Chance(state: seed)
    let list = WordList(
      parsing: (0..<3_000).map { _ in
        let word = (0..<5).map { _ in String(ascii: UInt8(97 + chance.index(below: 26))) }
        return word.joined() + " \(1 + chance.index(below: 1_000))"
      }.joined(separator: "\n").bytes)
    let lexicon = Lexicon(list)
    let empty = WordDecoder(
      alphabet: .capitals, lexicon: lexicon, sequences: LetterSequenceModel(lexicon),
      outOfListShare: 1e-6)
    for _ in 0..<200 {
      let truth = list.word(at: chance.index(below: list.count))
      let letters = truth.map { label in
        Alphabet.capitals.labels.map { ($0 == String(label) ? 0 : -3) - 3 * chance.uniform() }
      }
      var decoder = empty
      for letter in letters { _ = decoder.add(letter) }
      let scores = (0..<list.count).map { index in
        let codes = list.word(at: index).utf8.map { Int($0) - 65 }
        return zip(codes, letters).reduce(logarithm(Double(list.count(at: index)))) {
          $0 + $1.1[$1.0]
        }
      }
      let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
      #expect(decoder.close().first?.text == list.word(at: best), "seed \(seed): \(truth)")
    }
  }
}
