import Foundation
import Synchronization

/// The lines of standard input, as they come.
final class InputLines: Sendable {
  /// How many lines wait at most. More are read only when these were consumed.
  private static let capacity = 64
  private let lines = Mutex<[String]>([])

  /// Begins to listen.
  init() {
    Thread { [self] in
      while let line = readLine() {
        let text = line.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty { lines.withLock { $0.append(text) } }
        while lines.withLock({ $0.count >= Self.capacity }) { Thread.sleep(forTimeInterval: 0.02) }
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
