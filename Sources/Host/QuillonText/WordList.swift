/// Words and how often they occur, read from a text file.
public struct WordList: Sendable {
  /// The codes of all words' letters, one word after the other, in ascending order. No word is there
  /// twice.
  private(set) var codes: [UInt8] = []
  /// Where each word begins in `codes`, and where the last one ends.
  private var starts = [0]
  /// How often each word occurs; 1 where the file has no count.
  private var counts: [UInt64] = []
  /// True if the file has counts.
  public private(set) var hasCounts = false
  /// How many lines were left out, because they are no word that can be written.
  public private(set) var skippedCount = 0
  /// How many lines have an umlaut or another letter that is not in ASCII, and are written without.
  public private(set) var foldedCount = 0

  /// The most letters of a word. A longer one is skipped.
  public static let longestWord = 64

  /// Reads a text: one word a line, and after a space, tab or comma its count, if that is known.
  ///
  /// A word consists of letters and digits. Capitals and small letters are the same; Ä, Ö, Ü and ß are
  /// AE, OE, UE and SS, and other accents are removed. Words that are then the same count together. A
  /// count is a whole number; from 2⁶⁴ on it is clamped, and 0 is treated as 1. Blank lines do not
  /// matter. All other lines are skipped and counted.
  ///
  /// - Parameter bytes: UTF-8, with or without a byte order mark; lines end with LF or CRLF.
  public init(parsing bytes: [UInt8]) {
    var unsorted: [UInt8] = []
    var entries: [Entry] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(whereSeparator: Self.isSeparator)
      guard let word = fields.first else { continue }
      let count = fields.count == 2 ? Self.number(fields[1]) : 1
      let start = unsorted.count
      guard let count, fields.count <= 2, Letter.appendCodes(ofWord: word, to: &unsorted),
        unsorted.count - start <= Self.longestWord
      else {
        unsorted.removeSubrange(start...)
        skippedCount += 1
        continue
      }
      if fields.count == 2 { hasCounts = true }
      if word.contains(where: { $0 >= 0x80 }) { foldedCount += 1 }
      entries.append(Entry(codes: unsorted, range: start..<unsorted.count, count: max(count, 1)))
    }
    entries.sort { $0.precedes($1, in: unsorted) }
    for entry in entries { append(unsorted[entry.range], count: entry.count) }
  }

  /// How many words there are.
  public var count: Int { counts.count }

  /// The word at `index`, in 0..<``count``, in capitals.
  public func word(at index: Int) -> String {
    String(self[index].map { Letter(code: $0).character })
  }

  /// How often the word at `index`, in 0..<``count``, occurs.
  public func count(at index: Int) -> UInt64 { counts[index] }

  /// The list without the words at some indices.
  public func without(_ indices: Set<Int>) -> WordList {
    var rest = self
    (rest.codes, rest.starts, rest.counts) = ([], [0], [])
    for index in counts.indices where !indices.contains(index) {
      rest.append(self[index], count: counts[index])
    }
    return rest
  }

  /// The codes of a word's letters.
  subscript(index: Int) -> ArraySlice<UInt8> { codes[starts[index]..<starts[index + 1]] }

  /// The code of the letter at `place`, which the word at `index` has.
  subscript(index: Int, place: Int) -> UInt8 { codes[starts[index] + place] }

  private mutating func append(_ word: ArraySlice<UInt8>, count: UInt64) {
    if let last = counts.indices.last, self[last] == word {
      let (sum, overflows) = counts[last].addingReportingOverflow(count)
      counts[last] = overflows ? .max : sum
    } else {
      codes += word
      starts.append(codes.count)
      counts.append(count)
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: "\r")
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      number = overflows || overflowsToo ? .max : sum
    }
    return number
  }
}

/// A word before sorting.
private struct Entry {
  /// Where its codes are.
  let range: Range<Int>
  let count: UInt64
  /// Its first ten codes, 6 bits each, and 0 where it has ended: in the order of the words.
  let key: UInt64

  init(codes: [UInt8], range: Range<Int>, count: UInt64) {
    (self.range, self.count) = (range, count)
    var key: UInt64 = 0
    for place in range.lowerBound..<range.lowerBound + 10 {
      key = key << 6 | (place < range.upperBound ? UInt64(codes[place]) + 1 : 0)
    }
    self.key = key
  }

  func precedes(_ other: Entry, in codes: [UInt8]) -> Bool {
    guard key == other.key else { return key < other.key }
    return codes[range].lexicographicallyPrecedes(codes[other.range])
  }
}
