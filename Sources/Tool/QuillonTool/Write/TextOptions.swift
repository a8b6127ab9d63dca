import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonText
import QuillonTraining

/// How letters become a text.
struct TextOptions: ParsableArguments {
  @Option(
    help: """
      The words by which a text is corrected: a file with one word in a line, and its count behind it if it has one; \
      off for none. The default is \(usualWords), if it is there.
      """)
  var words: String?

  @Option(
    help: """
      What gestures do to a text: a file with lines such as swipeRight = space. The actions are \
      \(EditorAction.allCases.map(\.rawValue).joined(separator: ", ")).
      """)
  var actions: String?

  @Option(
    help: """
      The pause that ends a word of a text, 1 to 60 s. The default is 2 s, or none if a gesture of the \
      model ends words.
      """)
  var wordPause: Double?

  /// The list of words of Debian's packages wamerican, wngerman and others.
  static let usualWords = "/usr/share/dict/words"
  /// The default of --word-pause, s.
  static let usualPause = 2.0

  func validate() throws {
    guard (1...60).contains(wordPause ?? 1) else {
      throw ValidationError("Choose another value: --word-pause is 1 to 60 s.")
    }
  }

  /// The options that are given.
  var given: GivenOptions {
    ["--words": words != nil, "--actions": actions != nil, "--word-pause": wordPause != nil]
  }

  /// A text without letters, and how it is written by the letters of a model.
  ///
  /// - Parameter model: Reads the letters.
  /// - Throws: `ToolError` for a model whose scores are no probabilities, or for a file that cannot be used.
  func writer(_ model: LoadedModel) throws -> TextWriter {
    try model.requireProbabilities()
    let gestures = try gestures(of: model)
    let lexicon = Lexicon(try wordList() ?? WordList(parsing: []))
    let editor = TextEditor(
      decoder: WordDecoder(
        alphabet: Alphabet(model.labels), lexicon: lexicon, sequences: LetterSequenceModel(lexicon)),
      gestures: gestures)
    let useful = gestures.actions.filter { model.labels.contains($0.key) }
    let pause = wordPause ?? (useful.values.contains(.space) ? nil : Self.usualPause)
    let meanings =
      useful.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.rawValue)" }
      + (pause.map { [String(format: "a pause of %g s = space", $0)] } ?? [])
    Console.note(meanings.joined(separator: ", "))
    return TextWriter(editor, labels: model.labels, pause: pause)
  }

  /// What each gesture does.
  private func gestures(of model: LoadedModel) throws -> GestureActions {
    guard let actions else { return .usual }
    let known = model.labels.filter { $0.count > 1 }
    guard !known.isEmpty else {
      throw ToolError(
        "\(model.name) knows no gestures: leave out --actions, or give --model gestures",
        code: .misuse)
    }
    let text = String(decoding: try RecordingFile.readSmall(actions), as: UTF8.self)
    do { return try GestureActions(parsing: text, gestures: known) } catch {
      throw ToolError("\(actions), \(error)", code: .misuse)
    }
  }

  /// The list of words; nil without one.
  private func wordList() throws -> WordList? {
    guard words != "off" else { return nil }
    let path = words ?? Self.usualWords
    guard words != nil || FileManager.default.fileExists(atPath: path) else {
      Console.note(
        """
        there is no list of words \(path), so words are not corrected: run `sudo apt-get install wamerican`, or name a \
        list with --words
        """)
      return nil
    }
    let list = try WordList(contentsOf: path)
    let folded =
      list.foldedCount > 0
      ? ", \(list.foldedCount) of them with AE, OE, UE and SS for Ä, Ö, Ü and ß, and without accents"
      : ""
    Console.note("\(list.count) words of \(path)\(folded)")
    return list
  }
}

extension WordList {
  /// The list of the file at `path`.
  ///
  /// - Throws: `ToolError` for a file without a word.
  init(contentsOf path: String) throws {
    self.init(parsing: try RecordingFile.readSmall(path))
    guard count > 0 else {
      throw ToolError(
        "\(path) has no word of letters or digits: name a list of words", code: .misuse)
    }
  }
}
