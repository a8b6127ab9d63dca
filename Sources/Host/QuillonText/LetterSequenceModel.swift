/// How probable a letter is after the three before it, for likely words that no list has.
///
/// The probabilities after three, two, one and no letters are interpolated (Witten and Bell 1991, "The
/// zero-frequency problem", method C): a context that was followed n times by t different letters has
/// the weight n ÷ (n + t), and the shorter context has the rest.
public struct LetterSequenceModel: Sendable {
  /// Rows of probabilities, one for each letter, and for the end of the word last. There is a row for
  /// each two letters, and behind them one for each three that a word begins with or has.
  private let rows: [Float]
  /// The row of each three letters.
  private let rowIndices: [UInt16]

  /// The code of the end of a word, and of what is before its first letter.
  static let boundary = UInt8(Letter.count)
  private static let size = Letter.count + 1
  /// How many contexts of two letters there are.
  private static let pairCount = size * size

  /// The part of the probability that is shared evenly by all letters and the end, whatever comes
  /// before. So a code such as X7Q can be written. Words lose 0.05 nats a letter by it, −ln 0.95.
  private static let evenShare = 0.05

  /// Learns from all words of a lexicon, each once: unknown words resemble rare words more than frequent
  /// ones. From no words it learns that all letters are equally probable.
  public init(_ lexicon: Lexicon) {
    var counter = Counter()
    // How many words begin with each node, and which letters lead to it.
    var words = [Double](repeating: 0, count: lexicon.nodeCount)
    for node in (0..<lexicon.nodeCount).reversed() {
      words[node] = lexicon.ending(of: node) > 0 ? 1 : 0
      for child in lexicon.children(of: node) { words[node] += words[child] }
    }
    var contexts = [Int](repeating: Self.start, count: lexicon.nodeCount)
    for node in 0..<lexicon.nodeCount {
      if lexicon.ending(of: node) > 0 { counter.add(1, of: Self.boundary, in: contexts[node]) }
      for child in lexicon.children(of: node) {
        let letter = lexicon.letter(of: child)
        counter.add(words[child], of: letter, in: contexts[node])
        contexts[child] = Self.context(after: letter, in: contexts[node])
      }
    }
    rowIndices = counter.rowIndices
    rows = counter.probabilities.map { Float((1 - Self.evenShare) * $0) + Self.evenPart }
  }

  /// The context of a word's first letter.
  static let start = size * size * size - 1

  /// The context after one more letter.
  static func context(after letter: UInt8, in context: Int) -> Int {
    context % pairCount * size + Int(letter)
  }

  /// The probability of a letter, or of the end, in a context.
  func probability(of letter: UInt8, in context: Int) -> Double {
    Double(rows[Int(rowIndices[context]) * Self.size + Int(letter)])
  }

  /// The probability of a word among all; 0 if it has a character that cannot be written. Case and
  /// accents do not matter.
  public func probability(of word: String) -> Double {
    var codes: [UInt8] = []
    guard Letter.appendCodes(ofWord: Array(word.utf8)[...], to: &codes) else { return 0 }
    var (context, product) = (Self.start, 1.0)
    for code in codes + [Self.boundary] {
      product *= probability(of: code, in: context)
      context = Self.context(after: code, in: context)
    }
    return product
  }

  private static let evenPart = Float(evenShare / Double(size))

  /// How often each letter follows three others.
  private struct Counter {
    /// The row of each context; that of its last two letters if nothing followed it.
    var rowIndices = (0..<size * pairCount).map { UInt16($0 % pairCount) }
    /// The context of each row behind those of two letters.
    private var contexts: [Int] = []
    /// Rows of counts, as those of probabilities.
    private var counts: [Double] = []

    mutating func add(_ count: Double, of letter: UInt8, in context: Int) {
      if Int(rowIndices[context]) < pairCount {
        rowIndices[context] = UInt16(pairCount + contexts.count)
        contexts.append(context)
        counts += [Double](repeating: 0, count: size)
      }
      let row = Int(rowIndices[context]) - pairCount
      counts[row * size + Int(letter)] += count
    }

    /// The interpolated probabilities of all rows.
    var probabilities: [Double] {
      var pairs = [Double](repeating: 0, count: pairCount * size)
      var singles = [Double](repeating: 0, count: size * size)
      var letters = [Double](repeating: 0, count: size)
      for (row, context) in contexts.enumerated() {
        for letter in 0..<size {
          let count = counts[row * size + letter]
          pairs[context % pairCount * size + letter] += count
          singles[context % size * size + letter] += count
          letters[letter] += count
        }
      }
      let even = [Double](repeating: 1 / Double(size), count: size)
      let afterNone = Self.interpolated(letters, even) { _ in 0 }
      let afterOne = Self.interpolated(singles, afterNone) { _ in 0 }
      let afterTwo = Self.interpolated(pairs, afterOne) { $0 % size }
      return afterTwo + Self.interpolated(counts, afterTwo) { contexts[$0] % pairCount }
    }

    /// The rows of probabilities of rows of counts; `shorter` has those of the shorter contexts.
    private static func interpolated(
      _ counts: [Double], _ shorter: [Double], shorterRow: (Int) -> Int
    ) -> [Double] {
      var probabilities = counts
      for row in 0..<counts.count / size {
        let followers = counts[row * size..<(row + 1) * size]
        let kinds = Double(followers.count { $0 > 0 })
        let sum = followers.reduce(kinds, +)
        let other = shorterRow(row) * size
        for letter in 0..<size {
          let part = shorter[other + letter]
          probabilities[row * size + letter] =
            sum > 0 ? (followers[row * size + letter] + kinds * part) / sum : part
        }
      }
      return probabilities
    }
  }
}
