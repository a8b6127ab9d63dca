import QuillonRecognizer

/// Files in one, not compressed: the format of PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
enum ZipArchive {
  /// The archive of files with these names and contents, together less than 4 GB.
  static func bytes(of files: [(name: String, content: [UInt8])]) -> [UInt8] {
    var (bytes, directory) = ([UInt8](), [UInt8]())
    for (name, content) in files {
      var checksum = CRC32()
      for byte in content { checksum.update(byte) }
      // Version 2.0, UTF-8 names, stored, 1 January 1980; the checksum and both sizes; the name's length and no more.
      let size = UInt32(content.count)
      let common: [UInt8] =
        words(20, 0x0800, 0, 0, 0x0021) + doubles(checksum.value, size, size)
        + words(UInt16(name.utf8.count), 0)
      directory +=
        doubles(0x0201_4B50) + words(20) + common + words(0, 0, 0) + doubles(0, UInt32(bytes.count))
        + name.utf8
      bytes += doubles(0x0403_4B50) + common + name.utf8 + content
    }
    let count = UInt16(files.count)
    return bytes + directory + doubles(0x0605_4B50) + words(0, 0, count, count)
      + doubles(UInt32(directory.count), UInt32(bytes.count)) + words(0)
  }

  private static func words(_ values: UInt16...) -> [UInt8] {
    values.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func doubles(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }
}
