import CortexM

/// The end of the memory that the image stands in. It is not flash, but a reset leaves it alone: settings
/// last until the power goes.
extension Board {
  /// Where an image keeps what it is told.
  public static var settings: FlashPage { FlashPage(address: 0x3F_FC00, byteCount: 1_024) }

  /// Makes all words of `settings` ones.
  public static func eraseSettings() {
    for index in 0..<settings.wordCount { settings[index] = .max }
  }

  /// Writes the word at `index` of `settings`, which is erased.
  public static func writeSetting(_ word: UInt32, at index: Int) {
    settings[index] = word
  }
}
