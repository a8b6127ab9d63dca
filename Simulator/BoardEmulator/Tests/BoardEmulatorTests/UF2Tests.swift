// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The files for boot loaders that appear as a drive, block by block (microsoft/uf2, README.md).
@Suite struct UF2Tests {
  private struct Block {
    var flags, address, size, number, count, family: UInt32
    var payload: ArraySlice<UInt8>
  }

  /// What a board's loader expects: family, and what the image may fill.
  private struct Loader: Sendable {
    var board: String
    var file = "RecognizerImage"
    var family: UInt32
    var flash: Range<UInt32>
    /// Blocks that come before those of the image.
    var prefix = 0
  }

  /// Adafruit's loader leaves what follows the SoftDevice: S140 7.3.0 ends at 27000, 6.1.1 at 26000.
  private static let loaders = [
    Loader(board: "pico", family: 0xE48B_FF56, flash: 0x1000_0000..<0x101F_E000),
    Loader(board: "nano-rp2040", family: 0xE48B_FF56, flash: 0x1000_0000..<0x101F_E000),
    Loader(board: "pico2", family: 0xE48B_FF59, flash: 0x1000_0000..<0x101F_D000, prefix: 1),
    Loader(board: "xiao-sense", family: 0xADA5_2840, flash: 0x27000..<0xF2000),
    Loader(board: "feather-sense", family: 0xADA5_2840, flash: 0x26000..<0xF2000),
    Loader(
      board: "xiao-sense", file: "RecognizerImage-26000", family: 0xADA5_2840,
      flash: 0x26000..<0xF2000),
  ]

  private static func file(_ board: String, _ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Emulation.file(of: board, name)))
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
  }

  /// The blocks of the image.
  private static func blocks(_ loader: Loader) throws -> ArraySlice<Block> {
    try allBlocks(loader).dropFirst(loader.prefix)
  }

  private static func allBlocks(_ loader: Loader) throws -> [Block] {
    let bytes = try file(loader.board, "\(loader.file).uf2")
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

  @Test(arguments: loaders)
  private func everyBlockIsWell(_ loader: Loader) throws {
    let blocks = try Self.blocks(loader)
    for (index, block) in blocks.enumerated() {
      #expect(block.flags == 0x2000 && block.size == 256 && block.address % 256 == 0)
      #expect(block.number == index && block.count == blocks.count)
      #expect(block.family == loader.family)
      #expect(loader.flash.contains(block.address), "outside the image's flash")
    }
    #expect(blocks.first?.address == loader.flash.lowerBound, "where the loader jumps to")
    #expect(Set(blocks.map(\.address)).count == blocks.count, "an address twice")
  }

  /// The blocks hold what GNU objcopy extracts from the ELF file, and nothing in between.
  @Test(arguments: loaders)
  private func theBlocksAreTheLinkedBytes(_ loader: Loader) throws {
    let blocks = try Self.blocks(loader)
    let binary = try Self.file(loader.board, "\(loader.file).bin")
    var flash = [UInt8](repeating: 0xFF, count: binary.count + 256)
    for block in blocks {
      let place = Int(block.address - loader.flash.lowerBound)
      flash.replaceSubrange(place..<place + 256, with: block.payload)
    }
    // What no section fills is 0 for objcopy, and erased here.
    let differing = binary.indices.filter { binary[$0] != flash[$0] }
    #expect(differing.allSatisfy { binary[$0] == 0 && flash[$0] == 0xFF }, "\(differing.prefix(8))")
    #expect(differing.count < 256)
  }

  /// Before the image of an RP2350 there is a block for any address of its stepping A2, which later ones know by what follows the page
  /// (RP2350 Datasheet, erratum RP2350-E10). It falls on the last sector of a flash of 2 MB or more, which the firmware leaves free.
  @Test func anRP2350GetsABlockBefore() throws {
    let loader = try #require(Self.loaders.first { $0.prefix == 1 })
    let block = try #require(Self.allBlocks(loader).first)
    #expect(block.flags == 0xA000 && block.family == 0xE48B_FF57 && block.address == 0x10FF_FF00)
    #expect(block.number == 0 && block.count == 2 && block.payload.allSatisfy { $0 == 0xEF })
    let bytes = try Self.file(loader.board, "\(loader.file).uf2")
    #expect(Self.word(bytes, 32 + 256) == 0x9957_E304)
    let settingsEnd: UInt32 = 0x101F_F000
    for size in [2 << 20, 4 << 20, 16 << 20] as [UInt32] {
      #expect(block.address % size >= settingsEnd % size)
    }
  }

  /// The Nano 33 BLE's loader writes a plain file from 10000 on: stack and reset handler come first.
  @Test func theNanoGetsAPlainFile() throws {
    let bytes = try Self.file("nano33ble-sense", "RecognizerImage.bin")
    #expect((0x2000_0000...0x2004_0000).contains(Self.word(bytes, 0)))
    #expect((0x10000..<0x10000 + UInt32(bytes.count)).contains(Self.word(bytes, 4) & ~1))
    #expect(Self.word(bytes, 4) & 1 == 1)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Emulation.file(of: "nano33ble-sense", "").path)
    #expect(!files.contains { $0.hasSuffix(".uf2") }, "its loader takes none")
  }

  /// Intel's format: every record's bytes add up to 0, the last record is the end, the data are those of the plain file.
  @Test(arguments: [
    ("nano33ble-sense", 0x10000), ("xiao-sense", 0x27000), ("feather-f405", 0x0800_0000),
  ])
  func theHexFileIsWell(_ board: String, _ origin: Int) throws {
    let lines = String(decoding: try Self.file(board, "RecognizerImage.hex"), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    var (base, flash) = (0, [Int: UInt8]())
    for line in lines {
      let digits = Array(line.dropFirst())
      let bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
      }
      #expect(line.hasPrefix(":") && bytes.reduce(0, &+) == 0)
      switch bytes[3] {
      case 0:
        for (place, byte) in bytes[4..<4 + Int(bytes[0])].enumerated() {
          flash[base + Int(bytes[1]) << 8 + Int(bytes[2]) + place] = byte
        }
      case 2: base = Int(bytes[4]) << 12 | Int(bytes[5]) << 4
      case 4: base = Int(bytes[4]) << 24 | Int(bytes[5]) << 16
      default: break
      }
    }
    #expect(lines.last == ":00000001FF")
    let binary = try Self.file(board, "RecognizerImage.bin")
    #expect(flash.keys.min() == origin)
    #expect(flash.allSatisfy { binary[$0.key - origin] == $0.value })
    #expect(flash.count > binary.count - 256)
  }
}
