/// What a ``SpellingTest`` found.
public struct SpellingReport: Equatable, Sendable {
  /// How many words of one kind were read, and how many of them right.
  public struct Figures: Equatable, Sendable {
    /// How many words there were.
    public internal(set) var words = 0
    /// How many of them were right letter by letter.
    public internal(set) var wordsRead = 0
    /// How many were right with the lexicon.
    public internal(set) var wordsDecoded = 0
    /// How many were right letter by letter and wrong with the lexicon.
    public internal(set) var wordsSpoiled = 0
    /// How many letters there were.
    public internal(set) var letters = 0
    /// How many of them were right by themselves.
    public internal(set) var lettersRead = 0
    /// How many were right with the lexicon.
    public internal(set) var lettersDecoded = 0

    /// The figures of two kinds together.
    public static func + (one: Self, other: Self) -> Self {
      var sum = one
      sum.words += other.words
      sum.wordsRead += other.wordsRead
      sum.wordsDecoded += other.wordsDecoded
      sum.wordsSpoiled += other.wordsSpoiled
      sum.letters += other.letters
      sum.lettersRead += other.lettersRead
      sum.lettersDecoded += other.lettersDecoded
      return sum
    }
  }

  /// The words of the lexicon, by their number of letters.
  public private(set) var listed: [Int: Figures] = [:]
  /// The words that are not in the lexicon, by their number of letters.
  public private(set) var unlisted: [Int: Figures] = [:]

  /// A report without words.
  public init() {}

  /// All words of the lexicon.
  public var allListed: Figures { listed.values.reduce(Figures(), +) }
  /// All words that are not in the lexicon.
  public var allUnlisted: Figures { unlisted.values.reduce(Figures(), +) }
  /// All words.
  public var total: Figures { allListed + allUnlisted }

  /// Adds a word.
  ///
  /// - Parameters:
  ///   - truth: what was written.
  ///   - read: what was read letter by letter.
  ///   - decoded: what was read with the lexicon.
  ///   - isListed: true if the lexicon has the word.
  public mutating func add(truth: [Letter], read: [Letter], decoded: [Letter], isListed: Bool) {
    var word = Figures()
    word.words = 1
    word.wordsRead = read == truth ? 1 : 0
    word.wordsDecoded = decoded == truth ? 1 : 0
    word.wordsSpoiled = read == truth && decoded != truth ? 1 : 0
    word.letters = truth.count
    word.lettersRead = zip(truth, read).count { $0 == $1 }
    word.lettersDecoded = zip(truth, decoded).count { $0 == $1 }
    if isListed {
      listed[truth.count, default: Figures()] = listed[truth.count, default: Figures()] + word
    } else {
      unlisted[truth.count, default: Figures()] = unlisted[truth.count, default: Figures()] + word
    }
  }
}

// Embedded Swift, as in a browser, has no `Encodable`.
#if !hasFeature(Embedded)
  extension SpellingReport: Encodable {}
  extension SpellingReport.Figures: Encodable {}
#endif
