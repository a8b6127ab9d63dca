/// Measures how many words are read right, letter by letter and with a lexicon.
///
/// The words are put together from letters that people wrote one by one: all letters of a word from one
/// writer, and no letter twice in a word.
public struct SpellingTest: Sendable {
  /// A letter that somebody wrote.
  public struct Example: Sendable {
    /// Who wrote it.
    public var writer: String
    /// The label that the writer intended.
    public var label: String
    /// The natural logarithms of the probabilities of all labels, by a classifier that does not know
    /// the writer.
    public var logProbabilities: [Double]

    /// An example from its parts.
    public init(writer: String, label: String, logProbabilities: [Double]) {
      self.writer = writer
      self.label = label
      self.logProbabilities = logProbabilities
    }
  }

  /// How words are drawn from the list.
  public enum Drawing: String, CaseIterable, Sendable {
    /// By their counts. Words outside the lexicon are drawn evenly: unknown words are rare ones.
    case byFrequency
    /// All with the same probability.
    case evenly
  }

  /// The part of the list that is kept out of the lexicon, and the part of the test's words that comes
  /// from there.
  public static let outOfListShare = 0.1

  private let alphabet: Alphabet
  private let list: WordList
  private let lengths: ClosedRange<Int>
  /// For each writer and each letter's code, what was written.
  private let writers: [[[[Double]]]]

  /// A test with the letters of some people.
  ///
  /// - Parameters:
  ///   - examples: the letters. Those whose label is no letter and no digit are left out.
  ///   - alphabet: the labels of the classifier.
  ///   - list: the words.
  ///   - lengths: how many letters the words of the test have.
  public init(
    examples: [Example], alphabet: Alphabet, list: WordList, lengths: ClosedRange<Int> = 3...8
  ) {
    self.alphabet = alphabet
    self.list = list
    self.lengths = lengths
    var places: [String: Int] = [:]
    var writers: [[[[Double]]]] = []
    for example in examples {
      guard example.label.count == 1, let letter = example.label.first.flatMap(Letter.init)
      else { continue }
      let place = places[example.writer] ?? writers.count
      if place == writers.count {
        places[example.writer] = place
        writers.append([[[Double]]](repeating: [], count: Letter.count))
      }
      writers[place][Int(letter.code)].append(example.logProbabilities)
    }
    self.writers = writers
  }

  /// Draws words, puts them together and reads them.
  ///
  /// A tenth of the list is drawn first and kept out of the lexicon, and a tenth of the words is drawn
  /// from there. A word that nobody can write, for lack of letters, is replaced by another one.
  ///
  /// - Parameters:
  ///   - count: how many words are read. There are fewer if 100 times as many draws do not suffice.
  ///   - drawing: how words are drawn.
  ///   - random: the source of chance; the same one gives the same words.
  public func run(
    count: Int, drawing: Drawing, random: inout some RandomNumberGenerator
  ) -> SpellingReport {
    let kept = Set((0..<list.count).filter { _ in random.uniform() < Self.outOfListShare })
    let lexicon = Lexicon(list.without(kept))
    let decoder = WordDecoder(
      alphabet: alphabet, lexicon: lexicon, sequences: LetterSequenceModel(lexicon))
    let candidates = (0..<list.count).filter { lengths.contains(list[$0].count) }
    let unlisted = Lottery(candidates.filter(kept.contains), weight: { _ in 1 })
    let listed = Lottery(candidates.filter { !kept.contains($0) }) {
      drawing == .evenly ? 1 : Double(list.count(at: $0))
    }
    var report = SpellingReport()
    let (limit, overflows) = count.multipliedReportingOverflow(by: 100)
    var draws = 0
    while report.total.words < count, draws < (overflows ? .max : limit) {
      draws += 1
      let isListed = random.uniform() >= Self.outOfListShare
      guard let word = (isListed ? listed : unlisted).draw(&random),
        let letters = written(list[word], &random)
      else { continue }
      var reading = decoder
      for letter in letters { _ = reading.add(letter) }
      guard reading.count == letters.count else { continue }
      report.add(
        truth: list[word].map { Letter(code: $0) }, read: reading.read,
        decoded: reading.close(limit: 1).first?.letters ?? reading.read, isListed: isListed)
    }
    return report
  }

  /// The letters of a word, as one writer wrote them; nil if nobody has enough of them.
  private func written(
    _ word: ArraySlice<UInt8>, _ random: inout some RandomNumberGenerator
  ) -> [[Double]]? {
    let able = writers.filter { writer in
      word.allSatisfy { code in writer[Int(code)].count >= word.count { $0 == code } }
    }
    guard !able.isEmpty else { return nil }
    var writer = able[random.index(below: able.count)]
    return word.map { code in
      writer[Int(code)].remove(at: random.index(below: writer[Int(code)].count))
    }
  }
}

/// Indices that are drawn by their weights.
private struct Lottery {
  private let indices: [Int]
  /// The sum of the weights up to and including each index.
  private var sums: [Double] = []

  init(_ indices: [Int], weight: (Int) -> Double) {
    self.indices = indices
    var sum = 0.0
    for index in indices {
      sum += weight(index)
      sums.append(sum)
    }
  }

  func draw(_ random: inout some RandomNumberGenerator) -> Int? {
    guard let sum = sums.last else { return nil }
    let target = random.uniform() * sum
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > target { high = middle } else { low = middle + 1 }
    }
    return indices[low]
  }
}

extension RandomNumberGenerator {
  /// A number in 0..<1, the same for the same bits in every release; the library's own promises that
  /// not.
  fileprivate mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
  /// An index below `bound`, which is at least 1.
  fileprivate mutating func index(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
