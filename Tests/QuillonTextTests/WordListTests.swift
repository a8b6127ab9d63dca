import QuillonText
import Testing

@Suite struct WordListTests {
  private static func words(_ text: [UInt8]) -> [String] {
    let list = WordList(parsing: text)
    return (0..<list.count).map { "\(list.word(at: $0)) \(list.count(at: $0))" }
  }

  @Test(
    arguments: [
      ("hello\nworld\n", ["HELLO 1", "WORLD 1"], 0),
      ("b 3\r\na\t2\r\nc,7", ["A 2", "B 3", "C 7"], 0),
      ("\u{FEFF}one\n\n  \r\ntwo\n", ["ONE 1", "TWO 1"], 0),
      ("Über\nGROẞ\ngroß\nnaïve\nCafé\nØre\nœuvre", nil, 0),
      ("The 5\nthe 3\nTHE", ["THE 9"], 0),
      ("it's\nok\ne-mail 3\na b c\nx 1.5\ny -1\nслово", ["OK 1"], 6),
      ("zero 0\nhuge 99999999999999999999999\nhuge 1", ["HUGE \(UInt64.max)", "ZERO 1"], 0),
      ("mp3\n4th", ["MP3 1", "4TH 1"], 0),
      ("a\n\u{308}", ["A 1"], 1),
      ("", [], 0),
    ] as [(String, [String]?, Int)])
  func linesAreRead(text: String, expected: [String]?, skipped: Int) {
    let umlauts = ["CAFE 1", "GROSS 2", "NAIVE 1", "OEUVRE 1", "ORE 1", "UEBER 1"]
    #expect(Self.words(text.bytes) == expected ?? umlauts)
    #expect(WordList(parsing: text.bytes).skippedCount == skipped)
  }

  /// Words of a list that are written in another way are counted.
  @Test func foldedWordsAreCounted() {
    #expect(WordList(parsing: "Über\nGROẞ 3\nbird\nслово\nnai\u{308}ve".bytes).foldedCount == 3)
  }

  /// Letters and their accents as two characters are the same as in one.
  @Test func decomposedLettersAreRead() {
    #expect(
      Self.words("u\u{308}ber\ncafe\u{301}\nnai\u{308}ve".bytes) == [
        "CAFE 1", "NAIVE 1", "UEBER 1",
      ])
  }

  @Test func bytesThatAreNotUTF8AreSkipped() {
    let list = WordList(parsing: "ok\n".bytes + [0x66, 0xFC, 0x72, 0x0A, 0xC3, 0x0A, 0x00])
    #expect(list.count == 1)
    #expect(list.skippedCount == 3)
  }

  @Test func aWordThatIsTooLongIsSkipped() {
    let longest = String(repeating: "A", count: WordList.longestWord)
    let list = WordList(parsing: "\(longest)A\n\(longest)".bytes)
    #expect((0..<list.count).map(list.word(at:)) == [longest])
    #expect(list.skippedCount == 1)
  }

  @Test func wordsCanBeLeftOut() {
    let list = WordList(parsing: "c 3\na 1\nb 2".bytes).without([1])
    #expect((0..<list.count).map(list.word(at:)) == ["A", "C"])
    #expect(list.count(at: 1) == 3)
    #expect(list.hasCounts)
  }

  /// Any bytes are read without a trap, and what was read is in order and counted once.
  @Test func anyBytesAreRead() {
    let seed: UInt64 = 20_260_101
    var chance = Chance(state: seed)
    let pool: [UInt8] = "aZ09 ,\t\r\n".bytes + "äßé\u{308}".bytes + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<500 {
      let bytes = (0..<chance.index(below: 60)).map { _ in pool[chance.index(below: pool.count)] }
      let list = WordList(parsing: bytes)
      let words = (0..<list.count).map(list.word(at:))
      #expect(Set(words).count == words.count, "seed \(seed): \(bytes)")
      let lines = bytes.split(separator: UInt8(ascii: "\n")).count
      #expect(list.count + list.skippedCount <= lines, "seed \(seed): \(bytes)")
      let again = WordList(parsing: words.joined(separator: "\n").bytes)
      #expect((0..<again.count).map(again.word(at:)) == words, "seed \(seed): \(bytes)")
      #expect(again.skippedCount == 0, "seed \(seed): \(bytes)")
    }
  }
}
