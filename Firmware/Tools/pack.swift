import Foundation

/// Finishes a linked image: `pack IMAGE.elf [FAMILY]` writes IMAGE.uf2, if a family is given, eight hexadecimal digits, and puts the
/// checksum into the boot2 of an RP2040 before.
@main enum Pack {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first else { fail("say an ELF file: pack IMAGE.elf [FAMILY]") }
    let file = URL(fileURLWithPath: path)
    do {
      guard let family = arguments.dropFirst().first else { return }
      guard let number = UInt32(family, radix: 16) else {
        fail("'\(family)' is no family: eight hexadecimal digits")
      }
      var image = try Image(Array(Data(contentsOf: file)))
      if number == UF2.rp2040 {
        try image.sumBootStage()
        try Data(image.bytes).write(to: file)
      }
      let blocks = UF2(family: number, pages: image.pages).bytes
      try Data(blocks).write(to: file.deletingPathExtension().appendingPathExtension("uf2"))
    } catch {
      fail("\(path): \(error); build it again: make firmware")
    }
  }

  private static func fail(_ words: String) -> Never {
    FileHandle.standardError.write(Data("pack: \(words)\n".utf8))
    exit(1)
  }
}

/// A 32-bit little-endian ELF file (System V Application Binary Interface, "Object Files").
struct Image {
  /// What is loaded of a section: where it lies in the file and in the flash.
  struct Section {
    var offset: Int
    var size: Int
    var address: UInt32
  }

  enum Trouble: Error, CustomStringConvertible {
    case noELF
    case badBootStage

    var description: String {
      switch self {
      case .noELF: "no 32-bit ELF file"
      case .badBootStage: "boot2 does not have 256 bytes"
      }
    }
  }

  private(set) var bytes: [UInt8]
  private let sections: [Section]
  /// The chip's boot ROM runs the first 256 bytes of the RP2040's flash.
  private static let bootStage: UInt32 = 0x1000_0000

  init(_ bytes: [UInt8]) throws {
    func number(_ offset: Int, _ width: Int) -> Int {
      guard offset >= 0, offset + width <= bytes.count else { return 0 }
      return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 1, 1]) else { throw Trouble.noELF }
    // e_phoff, e_phentsize, e_phnum; of a segment p_offset, p_paddr, p_filesz.
    let segments = (0..<number(44, 2)).map { number(28, 4) + $0 * number(42, 2) }
      .filter { number($0, 4) == 1 }
      .map { (offset: number($0 + 4, 4), address: number($0 + 12, 4), size: number($0 + 16, 4)) }
    // e_shoff, e_shentsize, e_shnum; of a section sh_type PROGBITS, sh_flags ALLOC, sh_offset, sh_size. Segments hold more than
    // sections: the first one begins with the file's own header.
    sections = (0..<number(48, 2)).map { number(32, 4) + $0 * number(46, 2) }
      .filter { number($0 + 4, 4) == 1 && number($0 + 8, 4) & 2 != 0 && number($0 + 20, 4) > 0 }
      .compactMap { section in
        let (offset, size) = (number(section + 16, 4), number(section + 20, 4))
        return segments.first { $0.offset <= offset && offset + size <= $0.offset + $0.size }
          .map {
            Section(offset: offset, size: size, address: UInt32($0.address + offset - $0.offset))
          }
      }
    self.bytes = bytes
  }

  /// Puts the checksum over the first 252 bytes of boot2 into its last four (RP2040 Datasheet, 2.8.1.3.1).
  mutating func sumBootStage() throws {
    guard let stage = sections.first(where: { $0.address == Self.bootStage }), stage.size == 256
    else { throw Trouble.badBootStage }
    var sum = Checksum.of(bytes[stage.offset..<stage.offset + 252])
    for place in stage.offset + 252..<stage.offset + 256 {
      bytes[place] = UInt8(sum & 0xFF)
      sum >>= 8
    }
  }

  /// The flash by pages of 256 bytes that hold anything, in order. What no section fills is erased.
  var pages: [(address: UInt32, bytes: [UInt8])] {
    var pages: [UInt32: [UInt8]] = [:]
    for section in sections {
      for place in 0..<section.size {
        let address = section.address + UInt32(place)
        pages[address & ~255, default: .init(repeating: 0xFF, count: 256)][Int(address & 255)] =
          bytes[section.offset + place]
      }
    }
    return pages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// The boot ROM's CRC-32: polynomial 04C11DB7, highest bit first, from all ones, not inverted.
enum Checksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
      }
    }
  }
}

/// A file for boot loaders that appear as a drive (microsoft/uf2, README.md, "File format").
struct UF2 {
  static let rp2040: UInt32 = 0xE48B_FF56
  private static let rp2350: UInt32 = 0xE48B_FF59
  var family: UInt32
  var pages: [(address: UInt32, bytes: [UInt8])]

  /// A block for each page. Of an RP2350 one comes before them, for stepping A2: a flash that has a partition table accepts no others
  /// without it (erratum RP2350-E10). It is for any address, here the last page of the largest flash, and later steppings pass it over.
  var bytes: [UInt8] {
    let first =
      family == Self.rp2350
      ? Self.block(
        flags: 0xA000, address: 0x10FF_FF00, number: 0, count: 2, family: 0xE48B_FF57,
        [UInt8](repeating: 0xEF, count: 256) + Self.words([0x9957_E304])) : []
    return pages.enumerated().reduce(into: first) { bytes, page in
      bytes += Self.block(
        flags: 0x2000, address: page.element.address, number: page.offset, count: pages.count,
        family: family, page.element.bytes)
    }
  }

  /// 512 bytes: magic numbers, flags, address, size, number, count, family, 476 bytes, magic number.
  private static func block(
    flags: UInt32, address: UInt32, number: Int, count: Int, family: UInt32, _ payload: [UInt8]
  ) -> [UInt8] {
    words([
      0x0A32_4655, 0x9E5D_5157, flags, address, 256, UInt32(number), UInt32(count), family,
    ]) + payload + [UInt8](repeating: 0, count: 476 - payload.count) + words([0x0AB1_6F30])
  }

  private static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(word >> (8 * UInt32($0)) & 0xFF) } }
  }
}
