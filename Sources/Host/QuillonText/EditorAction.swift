/// What a gesture does to the text.
public enum EditorAction: String, CaseIterable, Sendable {
  /// Ends the word, which the lexicon may correct.
  case space
  /// Removes the last letter or space.
  case delete
  /// Removes the last word.
  case deleteWord
  /// Ends the word and the line.
  case newline
  /// Goes on to the next kind of case: capitals, sentence, small.
  case nextCase = "case"
  /// Changes between letters and digits.
  case nextMode = "mode"
  /// Undoes the last change: a correction first, then what led to it.
  case undo
}

/// Which gesture means which action.
public struct GestureActions: Equatable, Sendable {
  /// The action of each gesture that has one, by the label of the gesture.
  public let actions: [String: EditorAction]

  /// A line that cannot be read.
  public struct ParsingError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it, and what it may be.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
  }

  /// The usual actions: a swipe to the right is a space, to the left a deletion, down a new line, up
  /// another case; a circle changes the mode, a shake deletes a word, and a wave undoes.
  public static let usual = Self(actions: [
    "swipeRight": .space, "swipeLeft": .delete, "swipeDown": .newline, "swipeUp": .nextCase,
    "circle": .nextMode, "shake": .deleteWord, "wave": .undo,
  ])

  private init(actions: [String: EditorAction]) { self.actions = actions }

  /// Reads a text with lines such as `swipeRight = space`.
  ///
  /// The text has all gestures that do something, each once. Blank lines, and lines that begin with
  /// `#`, are skipped.
  ///
  /// - Parameters:
  ///   - text: lines that end with LF or CRLF.
  ///   - gestures: the labels that a line may begin with.
  /// - Throws: `ParsingError` for the first line that is not of this form.
  public init(parsing text: String, gestures: [String]) throws(ParsingError) {
    var actions: [String: EditorAction] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    for (index, line) in lines.enumerated() {
      func error(_ reason: String) -> ParsingError { ParsingError(line: index + 1, reason: reason) }
      guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
      let sides = line.split(separator: "=", omittingEmptySubsequences: false).map {
        String($0.filter { !$0.isWhitespace })
      }
      guard sides.count == 2 else { throw error("write it as swipeRight = space") }
      guard gestures.contains(sides[0]) else {
        throw error("“\(sides[0])” is no gesture: \(gestures.joined(separator: ", "))")
      }
      guard let action = EditorAction(rawValue: sides[1]) else {
        let words = EditorAction.allCases.map { $0.rawValue }.joined(separator: ", ")
        throw error("“\(sides[1])” is no action: \(words)")
      }
      guard actions.updateValue(action, forKey: sides[0]) == nil else {
        throw error("\(sides[0]) has an action already")
      }
    }
    self.actions = actions
  }
}
