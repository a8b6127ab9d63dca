// SPDX-License-Identifier: MIT

/// The blocks by which the boot ROM finds a program (raspberrypi/pico-bootrom-rp2350, varm_blocks.c, s_varm_crit_next_block and
/// s_varm_crit_parse_block; RP2350 Datasheet, 5.9).
enum RP2350Block {
  private static let (begin, end): (UInt32, UInt32) = (0xFFFF_DED3, 0xAB12_3579)

  /// Why the boot ROM starts nothing; nil if it does. Not modeled: hashes, signatures, partitions, and blocks of other kinds.
  static func fault(in flash: Memory) -> String? {
    let places = stride(from: 0, to: 4_096, by: 4)
    guard
      let first = places.first(where: { flash[word: $0] == begin && size(at: $0, flash) != nil })
    else { return "no block in the first 4 KB" }
    var (place, definition, count) = (first, nil as UInt32?, 0)
    repeat {
      guard place >= first, place < flash.count, flash[word: place] == begin,
        let words = size(at: place, flash)
      else { return "the loop of blocks leads to \(hex(place)), where none is" }
      count += 1
      guard count < 100 else { return "the loop of blocks does not lead back to the first one" }
      let item = flash[word: place + 4]
      if item & 0xFFFF == 0x0142 { definition = definition ?? item >> 16 }
      let link = Int(Int32(bitPattern: flash[word: place + 4 * (words + 2)]))
      guard link != 0 || place == first else {
        return "a block that is not the first one links to itself"
      }
      place += link
    } while place != first
    guard let definition else { return "no block is an IMAGE_DEF" }
    // A program for secure code on an Arm core of an RP2350.
    return definition & 0x7F3F == 0x1021
      ? nil : "IMAGE_DEF has the flags \(hex(definition)), not 0x1021"
  }

  /// The words of the items of the block at `place`; nil if it is none.
  private static func size(at place: Int, _ flash: Memory) -> Int? {
    var words = 0
    while words < 160 {
      let item = flash[word: place + 4 + 4 * words]
      // Types from 80h on have their size in two bytes.
      let size = Int(item & 0x80 == 0 ? item >> 8 & 0xFF : item >> 8 & 0xFFFF)
      guard item & 0xFF != 0xFF else {
        return size == words && flash[word: place + 4 * (words + 3)] == end ? words : nil
      }
      guard size > 0 else { return nil }
      words += size
    }
    return nil
  }
}
