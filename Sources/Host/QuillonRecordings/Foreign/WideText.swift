/// Text in UTF-16, as spreadsheets of Windows write it.
public enum WideText {
  /// True if bytes begin with the mark of UTF-16, or with sixteen of its characters that are ASCII.
  public static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(32))
    return hasMark(start)
      || start.count == 32 && (isASCII(start, from: 0) || isASCII(start, from: 1))
  }

  private static func hasMark(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// True if every second byte is a printed character or the end of a line, and the others are 0.
  private static func isASCII(_ bytes: [UInt8], from first: Int) -> Bool {
    bytes.indices.allSatisfy { index in
      let byte = bytes[index]
      return index % 2 == first ? (0x09...0x7E).contains(byte) : byte == 0
    }
  }

  /// The text of a whole file that begins so, in UTF-8 and without the mark. Half of a character at the end is left out.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isBigEndian = bytes.first == 0xFE || bytes.first == 0
    let units = stride(from: hasMark(bytes) ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
