import QuillonReferenceModel

/// Divides letters into parts so that no writer is in two of them.
public enum WriterSplit {
  /// The indices of the letters, divided into `count` parts.
  ///
  /// Writers are dealt to the parts in turn, in an order that `seed` draws. With as many parts as
  /// writers, each part is one writer. There are never more parts than writers. Letters for which
  /// `isAsked` is false are in no part. The recordings of motion that is not a letter are dealt
  /// after the letters' writers, so that every part gets its share of them.
  public static func folds(
    _ letters: [NetworkLetter], count: Int, seed: UInt64,
    isAsked: (NetworkLetter) -> Bool = { _ in true }
  ) -> [[Int]] {
    let asked = letters.filter(isAsked)
    var writers = Set(asked.filter { !$0.isGarbage }.map(\.writer)).sorted()
    var random = SeededRandom(seed: seed)
    writers.shuffle(using: &random)
    let parts = max(min(count, writers.count), 1)
    writers += Set(asked.filter(\.isGarbage).map(\.writer)).sorted()
    let part = Dictionary(
      writers.enumerated().map { ($1, $0 % parts) }, uniquingKeysWith: { first, _ in first })
    var folds = [[Int]](repeating: [], count: parts)
    for (index, letter) in letters.enumerated() where isAsked(letter) {
      folds[part[letter.writer] ?? 0].append(index)
    }
    return folds
  }
}
