/// Reads a word from the probabilities of its letters, by a lexicon and a model of other words.
///
/// A word comes from the lexicon or, with the probability ``outOfListShare``, from the model of letter
/// sequences. From this follow the probability of each spelling before anything was read, and by Bayes'
/// rule the probability afterwards. The labels are assumed to have been equally frequent where the classifier
/// learned, so their probabilities are likelihoods but for a factor. A word of the lexicon wins where letters
/// are doubtful; another one wins where its letters are clear.
///
/// The decoder keeps the most probable beginnings (a beam search): up to about ``width``, and none below
/// 10⁻⁹ of the best one. It keeps them for each letter, so that letters can be removed again.
public struct WordDecoder: Sendable {
  /// The labels of the classifier.
  public let alphabet: Alphabet
  /// The probability that a word is not in the lexicon.
  public let outOfListShare: Double
  private let lexicon: Lexicon
  private let sequences: LetterSequenceModel
  private var steps: [Step] = []

  /// How many beginnings are kept of each length. Beginnings that are equally probable, within a factor
  /// of 2, stay or go together.
  static let width = 128

  /// A word that was read.
  public struct Word: Equatable, Sendable {
    /// Its letters.
    public let letters: [Letter]
    /// How probable it is, among all that were kept: 0…1.
    public let probability: Double
    /// True for a word of the lexicon, or for the beginning of one while the word is open.
    public let isInLexicon: Bool
    /// The places, from 0, of the letters that differ from the most probable label.
    public let corrections: [Int]

    /// The letters as capitals, and digits.
    public var text: String { String(letters.map { $0.character }) }
  }

  /// A decoder that has read nothing.
  ///
  /// - Parameters:
  ///   - alphabet: the labels of the classifier.
  ///   - lexicon: the words; without any, every word is read letter by letter.
  ///   - sequences: what other words are like.
  ///   - outOfListShare: the probability that a word is not in the lexicon, clamped to 10⁻⁶…1;
  ///     not-a-number is 1.
  public init(
    alphabet: Alphabet, lexicon: Lexicon, sequences: LetterSequenceModel,
    outOfListShare: Double = 0.1
  ) {
    self.alphabet = alphabet
    self.lexicon = lexicon
    self.sequences = sequences
    let share = outOfListShare < 1 && !lexicon.isEmpty ? max(outOfListShare, 1e-6) : 1
    self.outOfListShare = share
  }

  /// How many letters were read.
  public var count: Int { steps.count }

  /// The letters of the most probable labels, without a lexicon.
  public var read: [Letter] { steps.map { Letter(code: $0.code) } }

  /// Reads the next letter.
  ///
  /// - Parameter logProbabilities: The natural logarithm of the probability of each label, less any
  ///   constant. Missing ones and not-a-number count as minus infinity.
  /// - Returns: false if no label of a letter is possible. Then nothing was read.
  public mutating func add(_ logProbabilities: [Double]) -> Bool {
    guard let reading = LetterReading(logProbabilities, in: alphabet) else { return false }
    var step = Step(code: reading.code)
    for (index, beginning) in (steps.last?.beginnings ?? [start]).enumerated() {
      extend(beginning, at: index, by: reading, into: &step)
    }
    step.prune()
    steps.append(step)
    return true
  }

  /// Removes the last letter; nothing happens without one.
  public mutating func removeLast() { _ = steps.popLast() }

  /// Removes all letters.
  public mutating func removeAll() { steps = [] }

  /// The most probable beginnings of a word that goes on or ends here, the best one first.
  ///
  /// - Parameter limit: at most so many, at least 0.
  public func beginnings(limit: Int = 8) -> [Word] {
    ranking(limit) { ($0.listed, $0.unlisted) }
  }

  /// The most probable words that end here, the best one first. More letters may follow all the same.
  ///
  /// - Parameter limit: at most so many, at least 0.
  public func close(limit: Int = 8) -> [Word] {
    ranking(limit) {
      let end = sequences.probability(of: LetterSequenceModel.boundary, in: $0.context)
      return (($0.node.map { lexicon.ending(of: $0) } ?? 0) * $0.listed, end * $0.unlisted)
    }
  }

  private var start: Beginning {
    Beginning(
      parent: 0, code: 0, node: lexicon.isEmpty ? nil : Lexicon.root,
      context: LetterSequenceModel.start, listed: 1 - outOfListShare, unlisted: outOfListShare)
  }

  /// Adds all beginnings that have one letter more to a step.
  private func extend(
    _ beginning: Beginning, at index: Int, by reading: LetterReading, into step: inout Step
  ) {
    var children = beginning.node.map { lexicon.children(of: $0) } ?? 0..<0
    for code in 0..<UInt8(Letter.count) {
      let child = children.first.flatMap { lexicon.letter(of: $0) == code ? $0 : nil }
      if child != nil { children.removeFirst() }
      let probability = reading.probabilities[Int(code)]
      guard step.admits(beginning.weight * probability) else { continue }
      step.add(
        Beginning(
          parent: index, code: code, node: child,
          context: LetterSequenceModel.context(after: code, in: beginning.context),
          listed: child.map { beginning.listed * lexicon.share(of: $0) * probability } ?? 0,
          unlisted: beginning.unlisted * probability
            * sequences.probability(of: code, in: beginning.context)))
    }
  }

  /// The words of the beginnings by their weight, which is a sum of two.
  private func ranking(
    _ limit: Int, _ weight: (Beginning) -> (listed: Double, unlisted: Double)
  ) -> [Word] {
    guard let last = steps.last else { return [] }
    let weights = last.beginnings.map(weight)
    let sums = weights.map { $0.listed + $0.unlisted }
    let sum = sums.reduce(0, +)
    guard sum > 0 else { return [] }
    return sums.indices.sorted { sums[$0] > sums[$1] }.prefix(max(limit, 0)).map { index in
      let letters = letters(of: index)
      return Word(
        letters: letters, probability: sums[index] / sum, isInLexicon: weights[index].listed > 0,
        corrections: letters.indices.filter { letters[$0].code != steps[$0].code })
    }
  }

  /// The letters of a beginning in the last step.
  private func letters(of index: Int) -> [Letter] {
    var (index, letters) = (index, [Letter]())
    for step in steps.reversed() {
      letters.append(Letter(code: step.beginnings[index].code))
      index = step.beginnings[index].parent
    }
    return letters.reversed()
  }
}

/// The letters that a word may begin with, up to one place.
private struct Step: Sendable {
  /// The code of the most probable label.
  let code: UInt8
  private(set) var beginnings: [Beginning] = []
  private var greatestWeight = 0.0

  /// A beginning is kept unless its weight is below this part of the greatest one.
  private static let leastPart = 0x1p-30

  init(code: UInt8) { self.code = code }

  /// True if a beginning with this weight may be kept.
  func admits(_ weight: Double) -> Bool { weight > greatestWeight * Self.leastPart }

  /// Adds a beginning if its weight admits it.
  mutating func add(_ beginning: Beginning) {
    guard admits(beginning.weight) else { return }
    greatestWeight = max(greatestWeight, beginning.weight)
    beginnings.append(beginning)
  }

  /// Keeps the most probable beginnings, and divides all weights by the greatest one. That changes no
  /// ratio of probabilities.
  mutating func prune() {
    // How many have weights of 1 to ½, ½ to ¼ … of the greatest one.
    var counts = [Int](repeating: 0, count: -Int(Self.leastPart.exponent))
    for index in beginnings.indices {
      beginnings[index].listed /= greatestWeight
      beginnings[index].unlisted /= greatestWeight
      let halvings = beginnings[index].halvings
      if halvings < counts.count { counts[halvings] += 1 }
    }
    var (limit, kept) = (0, 0)
    while limit < counts.count, kept < WordDecoder.width {
      kept += counts[limit]
      limit += 1
    }
    beginnings.removeAll { $0.halvings >= limit }
  }
}

/// A spelling of the letters so far.
private struct Beginning: Sendable {
  /// Its index in the step before, without the last letter.
  var parent: Int
  /// The code of the last letter.
  var code: UInt8
  /// Its node in the lexicon; nil if no word begins so.
  var node: Int?
  /// The last three letters.
  var context: Int
  /// How probable it is to have been read and to be the beginning of a word in the lexicon, but for a
  /// factor that all have in common.
  var listed: Double
  /// The same for a word that is not in the lexicon.
  var unlisted: Double

  var weight: Double { listed + unlisted }
  /// How often 1 is halved to come down to the weight, which is at most 1; very often for 0.
  var halvings: Int { weight > 0 ? -Int(weight.exponent) : .max }
}
