import Foundation

/// The sizes of a linked image's sections, read from its 32-bit little-endian ELF file (System V
/// Application Binary Interface, "Object Files").
public struct ELFSections: Equatable, Sendable {
  /// The sizes in bytes, by the section's name.
  public let sizes: [String: Int]

  /// The sections of the file. A file of another kind has none.
  ///
  /// - Throws: the error of reading the file.
  public init(of file: URL) throws { self.init([UInt8](try Data(contentsOf: file))) }

  /// The sections in a file's bytes; none for bytes of another kind of file.
  public init(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ width: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - width else { return nil }
      return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    // The header's words: e_shoff, e_shentsize, e_shnum, e_shstrndx.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 1, 1]), let table = number(32, 4),
      let length = number(46, 2), let count = number(48, 2), let names = number(50, 2),
      let text = number(table + names * length + 16, 4)
    else {
      sizes = [:]
      return
    }
    sizes = (0..<count).reduce(into: [:]) { sizes, index in
      // A section's words: sh_name, sh_size.
      let section = table + index * length
      guard let name = number(section, 4), let size = number(section + 20, 4),
        text + name < bytes.count
      else { return }
      sizes[String(decoding: bytes[(text + name)...].prefix { $0 != 0 }, as: UTF8.self)] = size
    }
  }
}
