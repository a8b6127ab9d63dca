/// Two consecutive pages of flash for a ``CalibrationLog``. When erased, all bits are 1. Writing
/// can only clear bits.
public protocol CalibrationMemory {
  /// The words of a page, 103 or more: the header, and twice the longest packets of three sensors.
  var pageLength: Int { get }

  /// The word at `index`, below 2 · `pageLength`.
  func word(at index: Int) -> UInt32

  /// Writes the word at `index`, which must be erased.
  mutating func write(_ word: UInt32, at index: Int)

  /// Sets all bits of the page that begins at `index`, 0 or `pageLength`, to 1.
  mutating func erase(pageAt index: Int)
}
