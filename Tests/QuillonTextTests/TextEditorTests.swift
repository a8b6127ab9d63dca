import QuillonText
import Testing

/// What follows an editor, as a terminal does.
private struct Screen {
  var line = ""
  var lines: [String] = []
  var words: [String] = []

  mutating func follow(_ edits: [TextEditor.Edit]) {
    for edit in edits {
      switch edit {
      case .insert(let text): line += text
      case .delete(let count): line.removeLast(min(count, line.count))
      case .word(let word): words.append(word)
      case .line(let text):
        #expect(text == line)
        lines.append(line)
        line = ""
      }
    }
  }
}

@Suite struct TextEditorTests {
  private static let words = "hello 50\nworld 40\nhelp 20\nthe 300"

  /// What one character of a script stands for.
  private static let gestures: [Character: String] = [
    " ": "swipeRight", "<": "swipeLeft", "/": "swipeDown", "^": "swipeUp", "@": "circle",
    "#": "shake", "~": "wave",
  ]

  /// Events of a script: letters as in `readings`, and the gestures above.
  private static func events(_ script: String, _ alphabet: Alphabet) -> [TextEditor.Event] {
    var events: [TextEditor.Event] = []
    var rest = script[...]
    while let character = rest.popFirst() {
      if let gesture = gestures[character] {
        events.append(.gesture(gesture))
        continue
      }
      var label = String(character)
      if rest.first == "(" {
        label += rest.prefix(3)
        rest = rest.dropFirst(3)
      }
      events += readings(label, alphabet).map { .letter($0) }
    }
    return events
  }

  private static func run(
    _ script: String, _ alphabet: Alphabet = .capitals
  ) -> (TextEditor, Screen) {
    var editor = TextEditor(decoder: WordDecoder(words, alphabet: alphabet))
    var screen = Screen()
    for event in events(script, alphabet) {
      screen.follow(editor.take(event))
      #expect(screen.line == editor.text, "\(script)")
    }
    return (editor, screen)
  }

  @Test(
    arguments: [
      ("", ""), ("HELLO", "HELLO"), ("HELLO ", "HELLO "), ("HELLO  WORLD", "HELLO WORLD"),
      (" ", ""),
      // The lexicon corrects when the word ends.
      ("HEI(L)LO", "HEILO"), ("HEI(L)LO ", "HELLO "), ("HEI(L)LO WORLO(D) ", "HELLO WORLD "),
      // An undo reverts the correction, the space, and then the letters.
      ("HEI(L)LO ~", "HEILO "), ("HEI(L)LO ~~", "HEILO"), ("HEI(L)LO ~~~", "HEIL"),
      ("HEI(L)LO ~THE ", "HEILO THE "), ("~", ""), ("A~~B", "B"),
      // A deleted space opens the word again.
      ("HELLO <<", "HELL"), ("HELLO <P ", "HELLOP "), ("<", ""), ("HEI(L)LO <", "HELLO"),
      ("HEL(I)P <<", "HEL"), ("HEI(L)P <<LO ", "HELLO "),
      // Words are deleted with the space before the cursor.
      ("HELLO WORLD#", "HELLO "), ("HELLO #", ""), ("#", ""), ("HELLO WORLD ##", ""),
      ("HELLO #~", "HELLO "), ("HELLO WORLD#~", "HELLO WORLD"),
      // Capitals, sentence, small.
      ("A^BC THE", "Abc the"), ("^AB THE", "Ab the"), ("^^AB", "ab"), ("^^^AB", "AB"),
      ("^HEI(L)LO HEI(L)LO ", "Hello hello "), ("A^~B", "AB"), ("A^B~~C", "AC"),
    ] as [(String, String)])
  func scriptsGiveTheirText(script: String, text: String) {
    #expect(Self.run(script).0.text == text)
  }

  @Test(
    arguments: [
      ("HELLO/WORLD", ["HELLO"], "WORLD"), ("HEI(L)LO/", ["HELLO"], ""), ("/", [""], ""),
      ("HELLO /", ["HELLO "], ""), ("AB/~", ["AB"], ""), ("A/<#", ["A"], ""),
      ("^AB/AB", ["Ab"], "Ab"),
      ("HEI(L)LO ~/", ["HEILO "], ""),
    ] as [(String, [String], String)])
  func newlinesEndLines(script: String, lines: [String], text: String) {
    let (editor, screen) = Self.run(script)
    #expect(screen.lines == lines)
    #expect(editor.text == text)
  }

  /// A mode admits only its labels: the same drawing is an O or a 0.
  @Test(arguments: [
    ("O(0)", "O"), ("@O(0)", "0"), ("@0O(0)@O", "00O"), ("0(O)", "O"), ("@1@~2(Z)", "12"),
    ("@O(0)@@O(0)", "00"),
  ])
  func modesAdmitTheirLabels(script: String, text: String) {
    #expect(Self.run(script, .capitalsAndDigits).0.text == text)
  }

  @Test func withoutDigitsThereIsOneMode() {
    let (editor, _) = Self.run("@")
    #expect(!editor.readsDigits)
    #expect(!editor.canUndo)
  }

  /// A word is reported when it ends, as it was corrected.
  @Test(
    arguments: [
      ("HEI(L)LO", []), ("HEI(L)LO ", ["HELLO"]), ("HELLO WO/", ["HELLO", "WO"]),
      ("HELLO /", ["HELLO"]), ("HELLO <P ", ["HELLO", "HELLOP"]), (" /", []),
      ("^HEI(L)LO ", ["Hello"]),
    ] as [(String, [String])])
  func wordsAreTold(script: String, words: [String]) {
    #expect(Self.run(script).1.words == words)
  }

  /// A program in front has the same text if these keys are typed.
  @Test func keysDoTheSame() {
    var editor = TextEditor(decoder: WordDecoder(Self.words))
    let edits = Self.events("HEI(L)LO THE<E/", .capitals).flatMap { editor.take($0) }
    #expect(edits.map(\.keys).joined() == "HEILO\u{8}\u{8}\u{8}LLO THE\u{8}E\n")
  }

  @Test func editsAreTheFewest() {
    var editor = TextEditor(decoder: WordDecoder(Self.words))
    let edits = Self.events("HEI(L)LO ~#", .capitals).map { editor.take($0) }
    #expect(
      edits == [
        [.insert("H")], [.insert("E")], [.insert("I")], [.insert("L")], [.insert("O")],
        [.delete(3), .insert("LLO "), .word("HELLO")], [.delete(4), .insert("ILO ")], [.delete(6)],
      ])
  }

  @Test func lettersAndGesturesWithoutMeaningDoNothing() {
    var editor = TextEditor(decoder: WordDecoder(Self.words))
    #expect(editor.take(.letter([])) == [])
    #expect(editor.take(.letter([Double](repeating: .nan, count: 26))) == [])
    #expect(editor.take(.gesture("wave")) == [])
    #expect(!editor.canUndo)
  }

  @Test func theOpenWordHasSuggestions() {
    let (editor, _) = Self.run("THE HEI(L)LO")
    #expect(editor.suggestions.first?.text == "HELLO")
    #expect(Self.run("").0.suggestions.isEmpty)
  }

  /// Whatever happens, the edits give the text. An undo gives what was before: at once, or after a
  /// second one if a space has corrected the word. Undoing everything gives the empty line.
  @Test func editsGiveTheTextAndUndosWhatWasBefore() {
    let seed: UInt64 = 20_260_110
    var chance = Chance(state: seed)
    let pool = Array("HELOWRDT0123   <<^@#~~")
    let alphabet = Alphabet.capitalsAndDigits
    let empty = TextEditor(decoder: WordDecoder(Self.words, alphabet: alphabet))
    for run in 0..<200 {
      var editor = empty
      var screen = Screen()
      for _ in 0..<40 {
        let character = pool[chance.index(below: pool.count)]
        let letter = alphabet.labels.map {
          ($0 == String(character) ? 0 : -6) - 4 * chance.uniform()
        }
        let before = editor
        screen.follow(editor.take(Self.gestures[character].map { .gesture($0) } ?? .letter(letter)))
        #expect(screen.line == editor.text, "seed \(seed), run \(run)")
        guard character != "~", !Self.areAlike(editor, before) else { continue }
        var undone = editor
        var screen = screen
        screen.follow(undone.perform(.undo))
        if character == " ", !Self.areAlike(undone, before) {
          #expect(undone.text == before.text + " ", "seed \(seed), run \(run)")
          screen.follow(undone.perform(.undo))
        }
        #expect(Self.areAlike(undone, before), "seed \(seed), run \(run)")
        #expect(screen.line == before.text, "seed \(seed), run \(run)")
      }
      while editor.canUndo {
        screen.follow(editor.perform(.undo))
        #expect(screen.line == editor.text, "seed \(seed), run \(run)")
      }
      #expect(Self.areAlike(editor, empty), "seed \(seed), run \(run)")
    }
  }

  private static func areAlike(_ one: TextEditor, _ other: TextEditor) -> Bool {
    one.text == other.text && one.letterCase == other.letterCase
      && one.readsDigits == other.readsDigits
  }
}

@Suite struct GestureActionsTests {
  private static let gestures = ["swipeRight", "wave", "twist"]

  @Test func linesAreRead() throws {
    let actions = try GestureActions(
      parsing: "# my gestures\r\n\r\n swipeRight=deleteWord\r\nwave = case\n",
      gestures: Self.gestures)
    #expect(actions.actions == ["swipeRight": .deleteWord, "wave": .nextCase])
    #expect(try GestureActions(parsing: "", gestures: []).actions.isEmpty)
  }

  @Test(arguments: [
    ("wave = space\nswipRight = space", 2, "swipeRight, wave, twist"),
    ("wave = spce", 1, "space, delete, deleteWord, newline, case, mode, undo"),
    ("\n\nwave space", 3, "swipeRight = space"), ("wave = space = undo", 1, "swipeRight = space"),
    ("wave =", 1, "space, delete"), ("= space", 1, "swipeRight, wave"),
    ("wave = undo\nwave = undo", 2, "already"),
  ])
  func badLinesAreNamed(text: String, line: Int, words: String) {
    do {
      _ = try GestureActions(parsing: text, gestures: Self.gestures)
      Issue.record("no error for \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.description.hasPrefix("line \(line): "))
      #expect(error.description.contains(words))
    }
  }

  /// Every action has a gesture, so that all of them can be reached.
  @Test func theUsualOnesHaveAllActions() {
    #expect(Set(GestureActions.usual.actions.values) == Set(EditorAction.allCases))
  }
}
