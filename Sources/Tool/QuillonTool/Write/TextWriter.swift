import Foundation
import QuillonBridge
import QuillonSimulator
import QuillonText

/// Writes a text by the events of a board and the keys of the terminal, and shows the open line on a terminal.
///
/// A pause ends a word by the board's clock, or, while no sample has come, by this computer's.
struct TextWriter {
  private var editor: TextEditor
  private let alphabet: Alphabet
  /// The pause that ends a word, s; nil for none.
  private let pause: Double?
  /// Called with each change of the text.
  var show: (TextEditor.Edit) -> Void = { _ in }
  private let isOnTerminal = isatty(STDERR_FILENO) == 1
  /// The keys that edit the text: space, backspace and Return. Nil for none.
  var keyboard: Keyboard?
  /// The lines that have ended, without blanks at their ends.
  private(set) var lines: [String] = []
  /// The time of the last sample, s of the board's clock. Nil before the first one.
  private var time: Double?
  /// When something was last written: by the board's clock, and by this computer's.
  private var lastWriting = (time: 0.0, instant: ContinuousClock.now)

  /// A writer with an empty text.
  ///
  /// - Parameters:
  ///   - editor: Has an empty line.
  ///   - labels: Those of the model.
  ///   - pause: The pause that ends a word, s; nil for none.
  init(_ editor: TextEditor, labels: [String], pause: Double?) {
    self.editor = editor
    alphabet = Alphabet(labels)
    self.pause = pause
  }

  /// Handles an event of the board.
  ///
  /// A rejected letter is a doubtful one if a pen or a button marked it. If the motion found it, it may be none, and where a board
  /// recognizes by itself, it is not known which. A rejected gesture does nothing.
  ///
  /// - Returns: True for a letter, and for a gesture that has an action.
  mutating func take(_ event: BridgeEvent) -> Bool {
    switch event {
    case .sample(_, let time): self.time = time
    case .motion(let motion, let time):
      if motion.pen == .down { lastWriting.time = time }
      if let pause, time - lastWriting.time >= pause { perform(.space) }
    case .letter(let letter):
      let isLetter = alphabet.isLetter(letter.label)
      let isTaken =
        letter.isRejected
        ? isLetter && letter.source == .host && letter.beginning == nil
        : isLetter || editor.gestures.actions[letter.label] != nil
      guard isTaken else { return false }
      lastWriting = (time ?? letter.time, .now)
      tell(editor.take(isLetter ? .letter(logProbabilities(of: letter)) : .gesture(letter.label)))
      return true
    default: break
    }
    return false
  }

  /// Handles the keys that were pressed, and the elapsed time. Call it often.
  mutating func follow() {
    for key in keyboard?.read() ?? [] {
      lastWriting = (time ?? 0, .now)
      switch key {
      case UInt8(ascii: " "): perform(.space)
      case 8, 127: perform(.delete)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): perform(.newline)
      default: break
      }
    }
    if time == nil, let pause, .now - lastWriting.instant >= .seconds(pause) { perform(.space) }
  }

  /// Ends the open line, if there is one.
  mutating func finish() {
    if !editor.text.isEmpty { perform(.newline) }
    keyboard = nil
  }

  /// The labels that may be answers now: of those that are allowed, the ones that the mode of the text has a use for. Nil for all.
  static func allowed(_ writer: TextWriter?, _ labels: Set<String>?) -> Set<String>? {
    guard let writer, writer.alphabet.hasDigits else { return labels }
    let useful = writer.editor.labels
    return labels?.intersection(useful) ?? useful
  }

  private mutating func perform(_ action: EditorAction) { tell(editor.perform(action)) }

  private mutating func tell(_ edits: [TextEditor.Edit]) {
    guard !edits.isEmpty else { return }
    let edits = edits.map { edit in
      guard case .line(let line) = edit else { return edit }
      return .line(line.trimmingCharacters(in: .whitespaces))
    }
    if isOnTerminal {
      Console.show(
        inPlace: Self.drawing(of: editor.text, editor.suggestions, columns: Self.columns))
    }
    for edit in edits {
      if case .line(let line) = edit { lines.append(line) }
      show(edit)
    }
  }

  /// The logarithms of the probabilities of all labels, less a constant.
  private func logProbabilities(of letter: QuillonBridge.Letter) -> [Double] {
    guard let reading = letter.reading else {
      return alphabet.logProbabilities(
        answer: letter.label, margin: letter.margin,
        rivals: letter.rivals.map { ($0.label, letter.score - $0.score) })
    }
    let known = Dictionary(
      reading.scores.map { ($0.label, $0.score) }, uniquingKeysWith: { first, _ in first })
    var scores = alphabet.labels.map { known[$0] ?? -.infinity }
    // The scores are the model's; a person's layer may have come to another answer.
    if letter.label != reading.scores.first?.label,
      let answer = alphabet.labels.firstIndex(of: letter.label)
    {
      scores[answer] = (scores.max() ?? 0) + max(letter.margin, 0)
    }
    // Training has divided them by their temperature already.
    return Temperature(1).logProbabilities(scores)
  }

  /// The open line as a terminal shows it, with the best readings of its last word; all but the first one dimmed.
  private static func drawing(
    of text: String, _ words: [WordDecoder.Word], columns: Int
  ) -> String {
    let readings = words.prefix(3).filter { $0.probability >= 0.005 }
      .map { "\($0.text) \(Int(($0.probability * 100).rounded())) %" }
    let width = readings.reduce(0) { $0 + $1.count + 2 }
    // A long line shows its end, as only one row can be drawn anew.
    let room = max(columns - 1 - width, 16)
    let shown = text.count > room ? "…" + text.suffix(room - 1) : text
    guard let best = readings.first, width + 16 < columns else { return shown }
    let rivals = readings.dropFirst().map { "  " + $0 }.joined()
    return "\(shown)  \(best)" + (rivals.isEmpty ? "" : "\u{1B}[2m\(rivals)\u{1B}[0m")
  }

  /// How many columns the terminal has.
  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }
}

extension TextWriter {
  /// How many seconds a simulated person rests, so that it ends a word.
  var rests: Int { pause.map { Int($0.rounded(.up)) + 2 } ?? 1 }

  /// What these letters and gestures write if all of them are read right: as in `AB<shake>C`; a space is a rest.
  ///
  /// - Throws: `HandwritingError` for another text.
  func lines(of figures: String) throws -> [String] {
    var (editor, lines) = (editor, [String]())
    for figure in try Figure.figures(of: figures) {
      let edits =
        switch figure {
        case .pause: pause == nil ? [] : editor.perform(.space)
        case .letter(let letter):
          editor.take(.letter(alphabet.logProbabilities(answer: String(letter), margin: 100)))
        case .gesture(let gesture): editor.take(.gesture(gesture.rawValue))
        }
      for case .line(let line) in edits { lines.append(line) }
    }
    return (lines + (editor.text.isEmpty ? [] : [editor.text]))
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension Alphabet {
  /// True for a label that is a letter or a digit.
  fileprivate func isLetter(_ label: String) -> Bool {
    labels.firstIndex(of: label).map { letters[$0] != nil } ?? false
  }
}
