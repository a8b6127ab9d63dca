import QuillonText
import Testing

@Suite struct AlphabetTests {
  /// The answer and the others have the odds given by the margin; no other is likelier than another.
  @Test(arguments: [(0.0, 0.5), (logarithm(9), 0.9), (-3, 0.5)])
  func anAnswerAndItsMarginArePossible(margin: Double, probability: Double) {
    let values = Alphabet.capitals.logProbabilities(answer: "C", margin: margin)
    let all = Temperature(1).logProbabilities(values)
    #expect(abs(all[2] - logarithm(probability)) < 1e-12)
    for index in all.indices where index != 2 {
      #expect(abs(all[index] - logarithm((1 - probability) / 25)) < 1e-12)
    }
  }

  /// Each rival has the odds given by its distance; the others together have those of the last one.
  @Test func rivalsArePossibleByTheirDistance() {
    let values = Alphabet.capitals.logProbabilities(
      answer: "C", margin: 1, rivals: [("G", 1), ("#9", 2), ("O", 3)])
    let all = Temperature(1).logProbabilities(values)
    #expect(abs(all[2] - all[6] - 1) < 1e-12 && abs(all[2] - all[14] - 3) < 1e-12)
    let others = all.indices.filter { ![2, 6, 14].contains($0) }
    #expect(Set(others.map { all[$0] }).count == 1)
    #expect(abs(all[others[0]] + logarithm(23) - all[14]) < 1e-12)
  }

  @Test func anAnswerThatIsNoLabelIsNone() {
    #expect(Alphabet.capitals.logProbabilities(answer: "#3", margin: 1).isEmpty)
    #expect(Alphabet(["A"]).logProbabilities(answer: "A", margin: 1) == [0])
  }

  /// So a lexicon can correct a board that reports only its answer and margin.
  @Test(arguments: [(0.1, "HELLO"), (30, "HEILO")])
  func theLexiconCorrectsDoubtfulAnswers(margin: Double, word: String) {
    var decoder = WordDecoder("hello 50\nworld 40\nhelp 20")
    for (letter, margin) in [("H", 6), ("E", 6), ("I", margin), ("L", 6), ("O", 6)] {
      let isRead = decoder.add(Alphabet.capitals.logProbabilities(answer: letter, margin: margin))
      #expect(isRead)
    }
    #expect(decoder.close().first?.text == word)
  }
}
