import QuillonReferenceModel
import QuillonWire

/// Flash as chips have it, with a power supply that fails on request.
///
/// Erasing makes all bits of a page 1, writing can only make bits 0. What is being done when the power fails is done in
/// part: of a word some bits, of a page some words and of them some bits.
struct ModelFlash: CalibrationMemory, Equatable {
  let pageLength: Int
  private(set) var words: [UInt32]
  /// How many words and pages will still be written and erased before the power fails in the middle of the next; nil: it
  /// does not fail.
  var left: Int?
  /// What has been written and erased.
  private(set) var writes = 0
  private(set) var erasures = [0, 0]
  /// How far what is being done gets when the power fails: 0 not at all, 1 all the way, else in part.
  var tear = 0.0
  /// True for memory that accepts no writes.
  var isLocked = false
  private var random = SeededRandom(seed: 10)

  /// Two pages of so many words, erased as they come from the factory.
  init(pageLength: Int) {
    self.pageLength = pageLength
    words = Array(repeating: .max, count: 2 * pageLength)
  }

  static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  /// False once the power has failed: nothing is done then.
  var hasPower: Bool { left != -1 }

  func word(at index: Int) -> UInt32 { words[index] }

  mutating func write(_ word: UInt32, at index: Int) {
    guard hasPower, !isLocked else { return }
    writes += 1
    words[index] &= word | (spend() ? 0 : spared())
  }

  mutating func erase(pageAt index: Int) {
    guard hasPower, !isLocked else { return }
    erasures[index / pageLength] += 1
    let isWhole = spend()
    for place in index..<index + pageLength { words[place] |= isWhole ? .max : ~spared() }
  }

  /// Counts what is done now; false if the power fails meanwhile.
  private mutating func spend() -> Bool {
    guard let left else { return true }
    self.left = left - 1
    return left > 0
  }

  /// The bits of a word that the power did not suffice for.
  private mutating func spared() -> UInt32 {
    if tear == 0 { return .max }
    if tear == 1 { return 0 }
    return (0..<32 as Range<UInt32>).reduce(0) { word, bit in
      random.uniform() < tear ? word : word | 1 << bit
    }
  }
}
