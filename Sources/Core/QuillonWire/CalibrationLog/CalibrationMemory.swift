/// Two pages of flash, one behind the other, for a ``CalibrationLog``. Erased, all their bits are 1; writing can only
/// clear bits.
public protocol CalibrationMemory {
  /// How many words each page has, 103 or more: header, and the longest packets of three sensors twice.
  var pageLength: Int { get }

  /// The word at `index`, below 2 · `pageLength`.
  func word(at index: Int) -> UInt32

  /// Writes the word at `index`, which is erased.
  mutating func write(_ word: UInt32, at index: Int)

  /// Makes all words of the page ones that begins at `index`, 0 or `pageLength`.
  mutating func erase(pageAt index: Int)
}
