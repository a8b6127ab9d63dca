/// Makes text of letters and gestures.
///
/// It holds the open line. Everything that happens to it comes out as ``Edit``s, which a terminal, a page
/// or a keyboard can follow: characters at the end of the line are deleted and inserted. A line that has
/// ended is final.
///
/// A letter is shown as it was read. When a space or a new line ends the word, the word is replaced by
/// the most probable one.
public struct TextEditor: Sendable {
  /// What comes in.
  public enum Event: Equatable, Sendable {
    /// A letter: the natural logarithm of the probability of each label of the alphabet, less any
    /// constant. ``Temperature`` makes them of scores.
    case letter([Double])
    /// A gesture, by its label. One without an action does nothing.
    case gesture(String)
  }

  /// What happens to the line.
  public enum Edit: Equatable, Sendable {
    /// Characters are added at the end. There is no line break among them.
    case insert(String)
    /// So many characters are deleted at the end; at least 1.
    case delete(Int)
    /// A word has ended, and was corrected to this. The text stays as it is.
    case word(String)
    /// The line ends, with this text. The next line is empty.
    case line(String)
  }

  /// Which case letters get. The case that was read does not matter.
  public enum Case: String, CaseIterable, Sendable {
    /// Only capitals.
    case capitals
    /// A capital at the beginning of the line, otherwise small letters.
    case sentence
    /// Only small letters.
    case small
  }

  /// Which gesture does what.
  public var gestures: GestureActions
  private let emptyWord: OpenWord
  private var state: State
  /// The states of this line to which an undo returns, the last one first.
  private var earlier: [State] = []

  /// An editor with an empty line, with capitals and in the mode for letters.
  ///
  /// - Parameters:
  ///   - decoder: reads a word; its own letters do not matter.
  ///   - gestures: which gesture does what.
  public init(decoder: WordDecoder, gestures: GestureActions = .usual) {
    var decoder = decoder
    decoder.removeAll()
    self.gestures = gestures
    emptyWord = OpenWord(decoder: decoder)
    state = State(words: [emptyWord])
  }

  /// The text of the open line.
  public var text: String { String(state.characters) }
  /// Which case the next letter gets.
  public var letterCase: Case { state.letterCase }
  /// True if digits are read instead of letters.
  public var readsDigits: Bool { state.readsDigits }
  /// The labels that may come next: those of letters or those of digits, and all others, such as gestures.
  public var labels: Set<String> {
    let alphabet = emptyWord.decoder.alphabet
    return Set(
      zip(alphabet.labels, alphabet.letters)
        .filter { $1.map { $0.isDigit == readsDigits } ?? true }.map { $0.0 })
  }
  /// The most probable readings of the open word, the best one first: what a space would make of it.
  public var suggestions: [WordDecoder.Word] { state.word.decoder.close() }
  /// True if there is something to undo.
  public var canUndo: Bool { !earlier.isEmpty }

  /// Handles a letter or gesture. A letter without a possible label of the mode does nothing.
  ///
  /// - Returns: what happens to the line, in order. Empty if the text stays as it is.
  public mutating func take(_ event: Event) -> [Edit] {
    switch event {
    case .letter(let logProbabilities):
      return change { $0.add(logProbabilities) }
    case .gesture(let label):
      guard let action = gestures.actions[label] else { return [] }
      return perform(action)
    }
  }

  /// Performs an action.
  ///
  /// - Returns: what happens to the line, in order. Empty if the text stays as it is.
  public mutating func perform(_ action: EditorAction) -> [Edit] {
    let emptyWord = emptyWord
    switch action {
    case .space:
      guard !state.word.isEmpty else { return [] }
      let before = text
      // Two changes, so that the first undo reverts only the correction.
      _ = change { $0.words.append(emptyWord) }
      _ = change { $0.correctWord(at: $0.words.count - 2) }
      return Self.edits(from: before, to: text) + [.word(state.words[state.words.count - 2].text)]
    case .delete:
      return change { $0.delete() }
    case .deleteWord:
      return change { $0.deleteWord(emptyWord) }
    case .newline:
      let before = text
      state.correctWord(at: state.words.count - 1)
      let (word, line) = (state.word, text)
      state.words = [emptyWord]
      earlier = []
      return Self.edits(from: before, to: line) + (word.isEmpty ? [] : [.word(word.text)])
        + [.line(line)]
    case .nextCase:
      return change { $0.letterCase = $0.letterCase.next }
    case .nextMode:
      return change { state in
        let alphabet = emptyWord.decoder.alphabet
        if state.readsDigits ? alphabet.hasLetters : alphabet.hasDigits {
          state.readsDigits.toggle()
        }
      }
    case .undo:
      guard let last = earlier.popLast() else { return [] }
      let before = text
      state = last
      return Self.edits(from: before, to: text)
    }
  }

  /// Changes the state; an undo returns to the one before if something has changed.
  private mutating func change(_ body: (inout State) -> Void) -> [Edit] {
    let (last, before) = (state, text)
    body(&state)
    if last.differs(from: state) { earlier.append(last) }
    return Self.edits(from: before, to: text)
  }

  private static func edits(from old: String, to new: String) -> [Edit] {
    let common = zip(old, new).prefix { $0 == $1 }.count
    var edits: [Edit] = []
    if old.count > common { edits.append(.delete(old.count - common)) }
    if new.count > common { edits.append(.insert(String(new.dropFirst(common)))) }
    return edits
  }
}

extension TextEditor.Edit {
  /// What is typed so that the program in front does the same: characters, backspaces (U+0008) and a
  /// line feed; nothing for a word.
  public var keys: String {
    switch self {
    case .insert(let text): text
    case .delete(let count): String(repeating: "\u{8}", count: count)
    case .word: ""
    case .line: "\n"
    }
  }
}

extension TextEditor.Case {
  /// The next one; the first one follows the last one.
  fileprivate var next: Self {
    switch self {
    case .capitals: .sentence
    case .sentence: .small
    case .small: .capitals
    }
  }
}

/// The open line, and how the next letter is interpreted.
private struct State: Sendable {
  /// At least one, with a space after each but the last one, which is open. Only the last one may be
  /// empty.
  var words: [OpenWord]
  var letterCase = TextEditor.Case.capitals
  var readsDigits = false

  init(words: [OpenWord]) { self.words = words }

  var word: OpenWord { words[words.count - 1] }

  var characters: [Character] {
    Array(words.map { $0.letters.map { $0.character } }.joined(separator: [" "]))
  }

  func differs(from other: State) -> Bool {
    words.count != other.words.count || characters != other.characters
      || letterCase != other.letterCase || readsDigits != other.readsDigits
  }

  mutating func add(_ logProbabilities: [Double]) {
    let isFirst = words.count == 1 && word.isEmpty
    words[words.count - 1].add(
      logProbabilities, digits: readsDigits,
      isCapital: letterCase == .capitals || letterCase == .sentence && isFirst)
  }

  mutating func delete() {
    if !word.isEmpty {
      words[words.count - 1].removeLast()
    } else if words.count > 1 {
      words.removeLast()
    }
  }

  mutating func deleteWord(_ emptyWord: OpenWord) {
    if word.isEmpty, words.count > 1 { words.removeLast() }
    words[words.count - 1] = emptyWord
  }

  mutating func correctWord(at index: Int) { words[index].correct() }
}

/// A word, with what is needed to go on with it.
private struct OpenWord: Sendable {
  /// A letter as it is shown.
  struct Shown: Sendable {
    var letter: Letter
    let isCapital: Bool

    var character: Character {
      isCapital ? letter.character : letter.smallCharacter
    }
  }

  var decoder: WordDecoder
  var letters: [Shown] = []

  init(decoder: WordDecoder) { self.decoder = decoder }

  var isEmpty: Bool { letters.isEmpty }
  var text: String { String(letters.map { $0.character }) }

  /// Reads a letter, among letters only or among digits only.
  mutating func add(_ logProbabilities: [Double], digits: Bool, isCapital: Bool) {
    let masked = zip(decoder.alphabet.letters, logProbabilities).map { letter, value in
      letter?.isDigit == digits ? value : -.infinity
    }
    guard decoder.add(masked), let letter = decoder.read.last else { return }
    letters.append(Shown(letter: letter, isCapital: isCapital))
  }

  mutating func removeLast() {
    decoder.removeLast()
    letters.removeLast()
  }

  /// Shows the most probable word, with the case as it is.
  mutating func correct() {
    guard let best = decoder.close(limit: 1).first else { return }
    for (index, letter) in best.letters.enumerated() where letters.indices.contains(index) {
      letters[index].letter = letter
    }
  }
}
