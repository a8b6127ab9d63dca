import QuillonText
import Testing

@Suite struct SpellingTestTests {
  /// Words of five letters; no two of them differ in one letter only.
  private static let list: WordList = {
    let letters = Array("ABCDEFGHIJ")
    var lines: [String] = []
    for one in 0..<10 {
      for two in 0..<10 {
        let places = [one, two, (one + two) % 10, (one + 3 * two) % 10, (2 * one + two) % 10]
        lines.append(String(places.map { letters[$0] }) + " \(1 + one * two)")
      }
    }
    return WordList(parsing: lines.joined(separator: "\n").bytes)
  }()

  /// Letters of some writers, every `period`th of whom is read as its neighbor, doubtfully.
  private static func examples(
    period: Int, writers: Int = 3, each: Int = 5
  ) -> [SpellingTest.Example] {
    var examples: [SpellingTest.Example] = []
    for writer in 0..<writers {
      for (index, label) in Alphabet.capitals.labels.enumerated() {
        for count in 0..<each {
          let isWrong = period > 0 && (examples.count + count) % period == 0
          let neighbor = Alphabet.capitals.labels[(index + 1) % 26]
          examples.append(
            SpellingTest.Example(
              writer: "w\(writer)", label: label,
              logProbabilities: Alphabet.capitals.reading(
                isWrong ? neighbor : label, rival: isWrong ? label : neighbor,
                lead: isWrong ? 0.5 : 3)))
        }
      }
    }
    return examples
  }

  private static func report(
    _ examples: [SpellingTest.Example], drawing: SpellingTest.Drawing = .evenly,
    lengths: ClosedRange<Int> = 3...8, seed: UInt64 = 20_260_111, count: Int = 500
  ) -> SpellingReport {
    var chance = Chance(state: seed)
    return SpellingTest(
      examples: examples, alphabet: .capitals, list: list, lengths: lengths
    ).run(count: count, drawing: drawing, random: &chance)
  }

  @Test(arguments: SpellingTest.Drawing.allCases)
  func clearLettersAreAllRight(drawing: SpellingTest.Drawing) {
    let report = Self.report(Self.examples(period: 0), drawing: drawing)
    #expect(report.total.words == 500)
    #expect(report.total.wordsRead == 500)
    #expect(report.total.lettersRead == 2_500)
    #expect(report.allListed.wordsSpoiled == 0)
    #expect(report.allListed.lettersDecoded == report.allListed.letters)
    #expect(Set(report.listed.keys) == [5])
    // A tenth of the words is not in the lexicon: five standard deviations.
    #expect((17...84).contains(report.allUnlisted.words), "seed 20260111")
  }

  @Test func theLexiconCorrectsDoubtfulLetters() {
    let figures = Self.report(Self.examples(period: 9)).allListed
    #expect(figures.wordsRead < figures.words * 3 / 4, "seed 20260111")
    #expect(figures.wordsDecoded > figures.words * 19 / 20, "seed 20260111")
    #expect(figures.lettersDecoded > figures.lettersRead, "seed 20260111")
    let others = Self.report(Self.examples(period: 9)).allUnlisted
    #expect(others.wordsDecoded < others.words * 9 / 10, "seed 20260111")
  }

  /// The words of four letters are the most frequent, and the fewest.
  @Test(arguments: [(SpellingTest.Drawing.byFrequency, 100...200), (.evenly, 0...60)])
  func frequentWordsAreDrawnByFrequency(drawing: SpellingTest.Drawing, expected: ClosedRange<Int>) {
    let letters = Alphabet.capitals.labels
    let lines =
      letters.map { "AB\($0)C 1000" }
      + letters.flatMap { one in letters.map { "A\(one)\($0)BC 1" } }
    var chance = Chance(state: 20_260_112)
    let test = SpellingTest(
      examples: Self.examples(period: 0), alphabet: .capitals,
      list: WordList(parsing: lines.joined(separator: "\n").bytes))
    let report = test.run(count: 200, drawing: drawing, random: &chance)
    #expect(expected.contains(report.listed[4]?.words ?? 0), "seed 20260112")
  }

  /// Of two A, one is read as B. So of the word AA always one letter is right.
  @Test func noDrawingIsUsedTwice() {
    let examples = ["A", "B"].map {
      SpellingTest.Example(
        writer: "w", label: "A", logProbabilities: Alphabet.capitals.reading($0, margin: 30))
    }
    var chance = Chance(state: 20_260_113)
    let test = SpellingTest(
      examples: examples, alphabet: .capitals, list: WordList(parsing: "AAA\nAA".bytes),
      lengths: 2...3)
    let total = test.run(count: 50, drawing: .evenly, random: &chance).total
    #expect(total.words == 50, "seed 20260113")
    #expect(total.lettersRead == 50, "seed 20260113")
    #expect(total.wordsRead == 0, "seed 20260113")
  }

  @Test func theSameSeedGivesTheSameWords() {
    let examples = Self.examples(period: 9)
    #expect(Self.report(examples) == Self.report(examples))
    #expect(Self.report(examples, seed: 1) != Self.report(examples, seed: 2))
    #expect(Self.report(examples, drawing: .byFrequency) != Self.report(examples))
  }

  /// No letter is used twice in a word: with one of each, words with a letter twice cannot be written.
  @Test func lettersAreNotUsedTwice() {
    let words = WordList(parsing: "AAB\nABA\nBAA".bytes)
    func count(each: Int) -> Int {
      var chance = Chance(state: 1)
      let test = SpellingTest(
        examples: Self.examples(period: 0, each: each), alphabet: .capitals, list: words)
      return test.run(count: 10, drawing: .evenly, random: &chance).total.words
    }
    #expect(count(each: 1) == 0)
    #expect(count(each: 2) == 10)
  }

  /// A word's letters are all of one writer: nobody has both an A and a B.
  @Test func aWordHasOneWriter() {
    let examples = Self.examples(period: 0, writers: 2).filter {
      $0.label == ($0.writer == "w0" ? "A" : "B")
    }
    var chance = Chance(state: 1)
    let test = SpellingTest(
      examples: examples, alphabet: .capitals, list: WordList(parsing: "ABA\nBAB".bytes))
    #expect(test.run(count: 10, drawing: .evenly, random: &chance).total.words == 0)
  }

  @Test func withoutWordsOrLettersNothingIsMeasured() {
    #expect(Self.report([]).total.words == 0)
    #expect(Self.report(Self.examples(period: 0), lengths: 6...9).total.words == 0)
    #expect(Self.report(Self.examples(period: 0), count: 0).total.words == 0)
    #expect(Self.report(Self.examples(period: 0), count: -1).total.words == 0)
  }

  @Test func figuresAreCounted() {
    func letters(_ word: String) -> [Letter] { word.compactMap(Letter.init) }
    var report = SpellingReport()
    report.add(truth: letters("ab"), read: letters("ab"), decoded: letters("ax"), isListed: true)
    report.add(truth: letters("ab"), read: letters("xy"), decoded: letters("ab"), isListed: true)
    report.add(truth: letters("ef"), read: letters("xy"), decoded: letters("xy"), isListed: true)
    report.add(truth: letters("c"), read: letters("c"), decoded: letters("c"), isListed: false)
    let two = report.listed[2]
    #expect(two?.words == 3 && two?.wordsRead == 1 && two?.wordsDecoded == 1)
    #expect(two?.wordsSpoiled == 1 && two?.letters == 6)
    #expect(two?.lettersRead == 2 && two?.lettersDecoded == 3)
    #expect(report.unlisted[1]?.words == 1)
    #expect(report.total.words == 4 && report.total.wordsRead == 2)
    #expect(report.total.lettersDecoded == 4 && report.total.wordsSpoiled == 1)
  }
}
