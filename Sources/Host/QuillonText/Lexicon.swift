/// Words and their probabilities, as a tree of letters: what begins alike shares its beginning.
///
/// A node stands for a beginning of words. The nodes are numbered level by level, so the children of a
/// node follow one another, in ascending order of their letters, and children have greater numbers than
/// parents. A node occupies 13 bytes.
public struct Lexicon: Sendable {
  /// The first child of each node. Its last one is before the first child of the next node.
  private var firstChildren: [UInt32] = []
  /// The letter that leads to each node; not used at the root.
  private var letters: [UInt8] = [0]
  /// The probability of each node when its parent was reached.
  private var shares: [Float] = []
  /// The probability that a word ends at each node when it was reached; above 0 if it is a word.
  private var endings: [Float] = []
  /// How many words there are.
  public let wordCount: Int
  /// How many lines of the list were skipped.
  public let skippedCount: Int

  /// The node of the empty beginning.
  static let root = 0

  /// The tree of a list of words.
  ///
  /// A word has the probability of its count among all counts. In a list without counts all words are
  /// equally probable: a prior by their lengths was measured, and named no more words right.
  public init(_ list: WordList) {
    wordCount = list.count
    skippedCount = list.skippedCount
    // The words below each node: they are neighbors in the list, and alike in their first letters.
    var ranges = [0..<list.count]
    var masses: [Double] = []
    var (node, depth, endOfLevel) = (Self.root, 0, 1)
    while node < ranges.count {
      if node == endOfLevel { (depth, endOfLevel) = (depth + 1, ranges.count) }
      var rest = ranges[node]
      masses.append(0)
      if let first = rest.first, list[first].count == depth {
        masses[node] = Double(list.count(at: first))
        rest.removeFirst()
      }
      firstChildren.append(UInt32(truncatingIfNeeded: ranges.count))
      while let first = rest.first {
        let letter = list[first, depth]
        let end = rest.first { list[$0, depth] != letter } ?? rest.upperBound
        ranges.append(first..<end)
        letters.append(letter)
        rest = end..<rest.upperBound
      }
      node += 1
    }
    firstChildren.append(UInt32(truncatingIfNeeded: ranges.count))
    shareOut(&masses)
  }

  /// Sets the shares and endings from the probabilities of the words that end at each node.
  private mutating func shareOut(_ masses: inout [Double]) {
    shares = [Float](repeating: 1, count: masses.count)
    endings = [Float](repeating: 0, count: masses.count)
    for node in masses.indices.reversed() {
      let own = masses[node]
      for child in children(of: node) { masses[node] += masses[child] }
      guard masses[node] > 0 else { continue }
      endings[node] = Float(own / masses[node])
      for child in children(of: node) { shares[child] = Float(masses[child] / masses[node]) }
    }
  }

  /// True if there are no words.
  public var isEmpty: Bool { wordCount == 0 }

  /// The memory that the tree occupies, bytes.
  public var byteCount: Int { 13 * letters.count + 4 }

  /// The probability of a word; nil if it is not in the list. Case and accents do not matter.
  public func probability(of word: String) -> Double? {
    var codes: [UInt8] = []
    guard Letter.appendCodes(ofWord: Array(word.utf8)[...], to: &codes) else { return nil }
    var (node, probability) = (Self.root, 1.0)
    for code in codes {
      guard let child = children(of: node).first(where: { letters[$0] == code }) else { return nil }
      (node, probability) = (child, probability * Double(shares[child]))
    }
    return endings[node] > 0 ? probability * Double(endings[node]) : nil
  }

  /// How many nodes there are, at least 1.
  var nodeCount: Int { letters.count }
  /// The nodes that have one letter more than `node`.
  func children(of node: Int) -> Range<Int> {
    Int(firstChildren[node])..<Int(firstChildren[node + 1])
  }
  /// The code of the letter that leads to `node`, which is not the root.
  func letter(of node: Int) -> UInt8 { letters[node] }
  /// The probability of `node` when its parent was reached.
  func share(of node: Int) -> Double { Double(shares[node]) }
  /// The probability that a word ends at `node` when it was reached.
  func ending(of node: Int) -> Double { Double(endings[node]) }
}
