import Foundation
import Synchronization

/// The lines of standard input, as they come.
final class InputLines: Sendable {
  private let lines = Mutex<[String]>([])

  /// Begins to listen.
  init() {
    Thread { [self] in
      while let line = readLine() {
        let text = line.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty { lines.withLock { $0.append(text) } }
      }
    }.start()
  }

  /// The lines since the last call, without blanks around them; empty lines are left out.
  func drain() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
