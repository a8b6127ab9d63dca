import CortexM
import _Volatile

/// The last two sectors of the flash, by its interface (RM0090, section 3). The core, which runs from the same
/// flash, is stopped meanwhile: up to 2 s for an erasure, 16 µs for a word.
extension STM32F405 {
  /// Where an image keeps its settings: sectors 10 and 11.
  public static var settings: FlashPages { FlashPages(address: 0x080C_0000, byteCount: 131_072) }

  private static func interface(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4002_3C00 &+ offset)
  }

  /// Makes all words of the page of `settings` ones that begins at `index`.
  public static func eraseSettings(pageAt index: Int) {
    unlock()
    // By words: erase the sector, start.
    let order: UInt32 = 0b10 &<< 8 | (index == 0 ? 10 : 11) &<< 3 | 1 &<< 1
    interface(0x10).store(order)
    interface(0x10).store(1 &<< 16 | order)
    finish()
  }

  /// Writes the word at `index` of `settings`, which is erased.
  public static func writeSetting(_ word: UInt32, at index: Int) {
    unlock()
    interface(0x10).store(0b10 &<< 8 | 1)
    settings[index] = word
    finish()
  }

  /// The two keys. Given where nothing is locked they would lock the interface until the next reset.
  private static func unlock() {
    // An error that a loader has left would be treated as one of ours.
    interface(0x0C).store(0xF0)
    guard interface(0x10).load() & 1 &<< 31 != 0 else { return }
    interface(0x04).store(0x4567_0123)
    interface(0x04).store(0xCDEF_89AB)
  }

  /// Waits until the flash is free, locks the interface, and empties the data cache, which knows nothing
  /// of what was written.
  private static func finish() {
    while interface(0x0C).load() & 1 &<< 16 != 0 {}
    interface(0x10).store(1 &<< 31)
    let access = interface(0x00).load()
    interface(0x00).store(access & ~(1 &<< 10))
    interface(0x00).store(access & ~(1 &<< 10) | 1 &<< 12)
    interface(0x00).store(access)
  }
}
