import CortexM

/// The end of the memory that the image stands in. It is not flash, but a reset leaves it alone: settings
/// last until the power goes.
extension MPS2AN386 {
  /// Where an image keeps its settings.
  public static var settings: FlashPages { FlashPages(address: 0x3F_F800, byteCount: 1_024) }

  /// Makes all words of the page of `settings` ones that begins at `index`.
  public static func eraseSettings(pageAt index: Int) {
    for place in 0..<settings.pageLength { settings[index &+ place] = .max }
  }

  /// Writes the word at `index` of `settings`, which is erased.
  public static func writeSetting(_ word: UInt32, at index: Int) {
    settings[index] = word
  }
}
