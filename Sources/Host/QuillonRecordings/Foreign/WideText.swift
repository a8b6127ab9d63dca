/// Text in UTF-16, as spreadsheets of Windows write it.
public enum WideText {
  /// True if bytes begin with the mark of UTF-16.
  public static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    let mark = Array(bytes.prefix(2))
    return mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF]
  }

  /// The text of a whole file that begins so, in UTF-8 and without the mark. Half of a character at the end is left out.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isBigEndian = bytes.first == 0xFE
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
