import QuillonBridge
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("\u{1B}[2J\u{1B}]0;owned\u{07}", #"\u001b[2J\u001b]0;owned\u0007"#),
    ("\u{9B}31m\u{7F}\u{0}", #"\u009b31m\u007f\u0000"#),
    ("A\u{202E}B\u{2066}C\u{200F}D\u{61C}", #"A\u202eB\u2066C\u200fD\u061c"#),
    ("one\r\ntwo\tthree\u{2028}", #"one\u000d\u000atwo\u0009three\u2028"#),
  ])
  func whatDrivesATerminalIsSpelledOut(text: String, printable: String) {
    #expect(text.printable == printable)
  }

  @Test(arguments: ["Q", "é", "Ω", "字", "שלום", "👍🏽", "👩‍👩‍👧", "a\u{301}", "", "\\u001b"])
  func lettersOfEveryScriptStay(text: String) {
    #expect(text.printable == text && text.printableLines == text)
  }

  @Test func linesOfThisProgramsOwnStayLines() {
    #expect("a\tb\nc\u{1B}\r\n".printableLines == "a\tb\nc\\u001b\\u000d\n")
  }
}
