import ArgumentParser
import Foundation
import QuillonConversions
import QuillonReferenceModel
import QuillonText
import QuillonTraining

/// Reading words that are put together from the letters.
struct SpellingOptions: ParsableArguments {
  @Option(
    help: """
      Put words together from the letters of one writer each, and count how many are read right, with and without this list of \
      words: one in a line, and its count behind it if it has one. A tenth of the list is kept out, and a tenth of the words is \
      drawn from there.
      """)
  var spell: String?

  @Option(help: "With --spell: how many words, 1 to 1000000. The default is 2000.")
  var count: Int?

  @Flag(help: "With --spell: draw all words with the same probability instead of by their counts.")
  var evenly = false

  @Option(help: "With --spell: the random seed. The default is 1.")
  var seed: UInt64?

  func validate() throws {
    let ofWords: GivenOptions = [
      "--count": count != nil, "--evenly": evenly, "--seed": seed != nil,
    ]
    try ofWords.refuse(without: "--spell", unless: spell != nil)
    guard (1...1_000_000).contains(count ?? 1) else {
      throw ValidationError("Choose another value: --count is 1 to 1000000.")
    }
  }
}

extension EvaluateCommand {
  /// Reads words of the letters by the model.
  func runSpelling(_ model: NetworkModel, words path: String) throws {
    let list = try WordList(contentsOf: path)
    let letters = try asked(by: model).filter { !$0.isGarbage && !$0.isTooSmall }
    let scores = letters.map { letter in
      let scores = model.model.scores(of: letter.vector(model.model.featureSet))
      return Temperature.Example(
        scores: model.labels.indices.map { scores[$0].double },
        label: model.labels.firstIndex(of: letter.label) ?? 0)
    }
    let temperatures = Temperature.fittedToOthers(scores, writers: letters.map(\.writer))
    let examples = zip(letters, zip(scores, temperatures)).map { letter, answer in
      SpellingTest.Example(
        writer: letter.writer, label: letter.label,
        logProbabilities: answer.1.logProbabilities(answer.0.scores))
    }
    let test = SpellingTest(examples: examples, alphabet: Alphabet(model.labels), list: list)
    var random = SeededRandom(seed: spelling.seed ?? 1)
    let report = test.run(
      count: spelling.count ?? 2000,
      drawing: spelling.evenly ? SpellingTest.Drawing.evenly : .byFrequency,
      random: &random)
    guard report.total.words > 0 else {
      throw ToolError(
        "no word of 3 to 8 letters can be put together: name letters of the whole alphabet by one writer or more",
        code: .misuse)
    }
    let summary = SpellingSummary(report)
    if json { try Console.print(json: summary) } else { try Console.print(summary.text) }
  }

  /// The letters whose labels the model has.
  private func asked(by model: NetworkModel) throws -> [NetworkLetter] {
    let all = try letters.networkLetters(model.model.featureSet)
    let known = all.filter { model.labels.contains($0.label) }
    return writtenInAir ? known.writtenInAir(letters.airWriting, seed: 1) : known
  }
}

/// How many words were read right, in the keys of the report.
private struct SpellingSummary: Encodable {
  /// Shares of words and of letters that were right, 0…1.
  struct Shares: Encodable {
    var words: Double
    var letters: Double
    /// The share of the words by their number of letters.
    var byLength: [String: Double]
  }

  struct OutOfList: Encodable {
    var words: Int
    var withLexicon: Shares
    var without: Shares
  }

  /// How many words of the list there were.
  var words: Int
  var withLexicon: Shares
  var without: Shares
  var outOfList: OutOfList

  init(_ report: SpellingReport) {
    words = report.allListed.words
    (withLexicon, without) = Self.shares(report.allListed, report.listed)
    let unlisted = Self.shares(report.allUnlisted, report.unlisted)
    outOfList = OutOfList(
      words: report.allUnlisted.words, withLexicon: unlisted.withLexicon, without: unlisted.without)
  }

  private static func shares(
    _ all: SpellingReport.Figures, _ parts: [Int: SpellingReport.Figures]
  ) -> (withLexicon: Shares, without: Shares) {
    func shares(
      _ words: (SpellingReport.Figures) -> Int, _ letters: (SpellingReport.Figures) -> Int
    ) -> Shares {
      Shares(
        words: share(words(all), all.words), letters: share(letters(all), all.letters),
        byLength: Dictionary(
          uniqueKeysWithValues: parts.map { ("\($0)", share(words($1), $1.words)) }))
    }
    return (shares(\.wordsDecoded, \.lettersDecoded), shares(\.wordsRead, \.lettersRead))
  }

  private static func share(_ right: Int, _ all: Int) -> Double {
    all > 0 ? (Double(right) / Double(all) * 1e4).rounded() / 1e4 : 0
  }

  var text: String {
    func row(_ name: String, _ shares: Shares) -> String {
      String(
        format: "  %@  words %5.1f %%, letters %5.1f %%", name, 100 * shares.words,
        100 * shares.letters)
    }
    var lines = [
      "\(words) words of the list", row("with the list", withLexicon),
      row("letter by letter", without),
      "\(outOfList.words) words that were kept out of it",
      row("with the list", outOfList.withLexicon),
      row("letter by letter", outOfList.without),
      "right with the list and letter by letter, by number of letters",
    ]
    for length in withLexicon.byLength.keys.sorted() {
      lines.append(
        String(
          format: "  %@  %5.1f %%  %5.1f %%", length, 100 * (withLexicon.byLength[length] ?? 0),
          100 * (without.byLength[length] ?? 0)))
    }
    return lines.joined(separator: "\n")
  }
}
