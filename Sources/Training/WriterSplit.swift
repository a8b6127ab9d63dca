import SeededRandom

/// Cuts letters into parts such that no writer is in two of them.
public enum WriterSplit {
  /// `count` parts of the letters' indices; writers are dealt out like cards, in an order that `seed` draws.
  /// With as many parts as writers each part is one writer. Letters for which `isAsked` is false are in no part.
  public static func folds(
    _ letters: [NetworkLetter], count: Int, seed: UInt64,
    isAsked: (NetworkLetter) -> Bool = { _ in true }
  ) -> [[Int]] {
    var writers = Set(letters.filter(isAsked).map(\.writer)).sorted()
    var random = SeededRandom(seed: seed)
    writers.shuffle(using: &random)
    let parts = max(min(count, writers.count), 1)
    let part = Dictionary(
      uniqueKeysWithValues: writers.enumerated().map { ($1, $0 % parts) })
    var folds = [[Int]](repeating: [], count: parts)
    for (index, letter) in letters.enumerated() where isAsked(letter) {
      folds[part[letter.writer] ?? 0].append(index)
    }
    return folds
  }
}
