import QuillonBridge
import QuillonSystem

/// Why a board's port cannot be read yet.
enum PortTrouble: Equatable {
  /// The port is not there.
  case absent(String)
  /// Another program has the port open.
  case busy(String)
  /// No byte has come from the port for 3 s.
  case silent(String)
  /// Bytes come that have no known format.
  case notUnderstood(FormatSearch.NotUnderstood, on: String)
  /// Bytes came that had no known format until the end.
  case unread(FormatSearch.NotUnderstood, on: String)

  /// What is waited for and what to do, for people at a terminal.
  var words: String {
    switch self {
    case .absent(let port): "waiting for \(port)"
    case .busy(let port):
      "waiting for \(port): another program has it open (`fuser \(port.shellQuoted)` names it)"
    case .silent(let port):
      """
      waiting for \(port) to send something: it is silent. Press reset on the board, or give --dtr \
      on; `quillon protocols` shows how to set boards up
      """
    case .notUnderstood(let bytes, let port):
      "\(bytes.words(on: port)). Still listening; Ctrl-C ends the command"
    case .unread(let bytes, let port): bytes.total(on: port)
    }
  }

  /// The same for people at the page.
  var pageWords: String {
    switch self {
    case .absent(let port): "waiting for \(port): plug the board in"
    case .busy(let port): "waiting for \(port): another program has it open; close that program"
    case .silent(let port):
      "waiting for \(port) to send something: it is silent. Press reset on the board"
    case .notUnderstood(let bytes, let port), .unread(let bytes, let port):
      "\(bytes.count) bytes came from \(port), but they have no known format. “Board” shows them and what to do"
    }
  }

  /// What was seen of bytes that are not understood, a line each; empty without such bytes.
  var seen: [String] {
    switch self {
    case .absent, .busy, .silent: []
    case .notUnderstood(let bytes, _), .unread(let bytes, _): bytes.lines
    }
  }
}
