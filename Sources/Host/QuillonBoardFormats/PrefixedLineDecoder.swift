import QuillonProtocols

/// Decodes lines of numbers, and skips a word before the numbers: `DATA,0.01,0.02,…`.
///
/// Names that belong to numbers (`ax:0.01`), headers and missing values (`nan`) stay as they are.
struct PrefixedLineDecoder: SensorDecoder {
  /// The longest word that is skipped, bytes.
  private static let longestWord = 24

  private var decoder: any SensorDecoder
  /// The bytes of the word at the beginning of a line and of the separators after it. Nil after it.
  private var word: [UInt8]? = []
  /// True once the word has ended.
  private var hasEnded = false
  private var skipped: UInt32 = 0

  init(_ decoder: any SensorDecoder) { self.decoder = decoder }

  mutating func push(_ byte: UInt8) {
    guard var word else {
      if Self.isLineEnd(byte) { begin() }
      return decoder.push(byte)
    }
    let isSeparator = byte == 0x2C || byte == 0x3B || byte == 0x20 || byte == 0x09
    if word.isEmpty, !Self.canBegin(byte) {
      if !Self.isLineEnd(byte) { self.word = nil }
      return decoder.push(byte)
    }
    if hasEnded, !isSeparator {
      // A number follows: the word is none of the columns.
      if Self.beginsNumber(byte), !Self.belongsToNumbers(word) {
        skipped = skipped.addingReportingOverflow(UInt32(word.count)).partialValue
        self.word = nil
        return decoder.push(byte)
      }
      return release(word, byte)
    }
    guard byte != UInt8(ascii: ":"), !Self.isLineEnd(byte), word.count < Self.longestWord else {
      return release(word, byte)
    }
    hasEnded = hasEnded || isSeparator
    word.append(byte)
    self.word = word
  }

  mutating func next() -> SensorReading? { decoder.next() }

  mutating func nextAtEnd() -> SensorReading? { decoder.nextAtEnd() }

  var messageLength: Int { decoder.messageLength }

  mutating func messageByte(at index: Int) -> UInt8 { decoder.messageByte(at: index) }

  var counters: DecodeCounters {
    var counters = decoder.counters
    // Words alone are no messages.
    guard counters.accepted > 0 else { return counters }
    let (sum, overflow) = counters.accepted.addingReportingOverflow(skipped)
    counters.accepted = overflow ? .max : sum
    return counters
  }

  /// Begins a line.
  private mutating func begin() { (word, hasEnded) = ([], false) }

  /// Decodes what was held back, and `byte`.
  private mutating func release(_ held: [UInt8], _ byte: UInt8) {
    word = nil
    for held in held { decoder.push(held) }
    if Self.isLineEnd(byte) { begin() }
    decoder.push(byte)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func canBegin(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "$") || byte == UInt8(ascii: ">")
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  /// True for the texts of missing numbers, and for the words by which i2cdevlib's sketches tell what numbers follow.
  private static func belongsToNumbers(_ word: [UInt8]) -> Bool {
    let text = word.prefix { (0x61...0x7A).contains($0 | 0x20) }.map { $0 | 0x20 }
    return ["nan", "inf", "ovf", "ypr", "quat", "euler", "areal", "aworld"]
      .contains { $0.utf8.elementsEqual(text) }
  }
}
