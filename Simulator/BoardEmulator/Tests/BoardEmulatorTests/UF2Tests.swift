// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The files for boot loaders that appear as a drive, block by block (microsoft/uf2, README.md).
@Suite struct UF2Tests {
  private struct Block {
    var flags, address, size, number, count, family: UInt32
    var payload: ArraySlice<UInt8>
  }

  private static func file(_ board: String, _ name: String) throws -> [UInt8] {
    [UInt8](
      try Data(
        contentsOf: Emulation.project.appendingPathComponent(".build/firmware/\(board)/\(name)")))
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
  }

  private static func blocks(_ board: String, _ name: String = "RecognizerImage.uf2") throws
    -> [Block]
  {
    let bytes = try file(board, name)
    #expect(bytes.count % 512 == 0 && !bytes.isEmpty)
    return stride(from: 0, to: bytes.count, by: 512).map { begin in
      let words = (0..<8).map { word(bytes, begin + 4 * $0) }
      #expect(words[0] == 0x0A32_4655 && words[1] == 0x9E5D_5157)
      #expect(word(bytes, begin + 508) == 0x0AB1_6F30)
      return Block(
        flags: words[2], address: words[3], size: words[4], number: words[5], count: words[6],
        family: words[7], payload: bytes[begin + 32..<begin + 32 + 256])
    }
  }

  @Test(arguments: LetterTests.boards)
  func everyBlockIsWell(_ board: String) throws {
    let blocks = try Self.blocks(board)
    for (index, block) in blocks.enumerated() {
      #expect(block.flags == 0x2000 && block.size == 256 && block.address % 256 == 0)
      #expect(block.number == index && block.count == blocks.count)
      #expect(block.family == 0xE48B_FF56)
      #expect((0x1000_0000..<0x101F_E000).contains(block.address), "outside the image's flash")
    }
    #expect(Set(blocks.map(\.address)).count == blocks.count, "an address twice")
  }

  /// The blocks hold what GNU objcopy takes out of the ELF file, and between it nothing.
  @Test(arguments: LetterTests.boards)
  func theBlocksAreTheLinkedBytes(_ board: String) throws {
    let (blocks, binary) = (try Self.blocks(board), try Self.file(board, "RecognizerImage.bin"))
    var flash = [UInt8](repeating: 0xFF, count: binary.count + 256)
    for block in blocks {
      let place = Int(block.address) - 0x1000_0000
      flash.replaceSubrange(place..<place + 256, with: block.payload)
    }
    // What no section fills is 0 for objcopy, and erased here.
    let differing = binary.indices.filter { binary[$0] != flash[$0] }
    #expect(differing.allSatisfy { binary[$0] == 0 && flash[$0] == 0xFF }, "\(differing.prefix(8))")
    #expect(differing.count < 256)
  }
}
