import QuillonBridge
import QuillonRecognizer

extension Rejection {
  /// What a person does so that letters without a pen are separated.
  static let restAdvice =
    "rest half a second between letters, or use --pen space, or connect a button"

  /// What to know before writing with a board that has no pen.
  static let noPenAdvice = "the board has no pen: " + restAdvice

  /// What was measured, what is allowed, and the remedy, for people at a terminal.
  var words: String { words(restAdvice: Self.restAdvice) }
}
