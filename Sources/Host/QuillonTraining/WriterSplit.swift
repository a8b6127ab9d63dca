import QuillonMath

/// Cuts letters into parts such that no writer is in two of them.
public enum WriterSplit {
  /// `count` parts of the letters' indices; writers are dealt out like cards, in an order that `seed` draws.
  /// With as many parts as writers each part is one writer. Letters for which `isAsked` is false are in no part.
  /// What is no letter goes on where the letters' writers end, so that every part gets its share of recordings.
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
