import Foundation
import QuillonBridge
import Synchronization

/// The space bar of the terminal as the pen.
///
/// While this object exists, the terminal does not show typed characters and passes on each key at
/// once.
final class SpaceBar: Sendable {
  private let key = Mutex(HeldKey())
  private let settings: termios

  /// Changes the settings of the terminal.
  ///
  /// - Throws: `ToolError` if standard input is not a terminal.
  init() throws {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw ToolError(
        "--pen space needs a keyboard: start the command in a terminal, with nothing piped into it",
        code: .misuse)
    }
    self.settings = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  deinit {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// True while the space bar is held. What was typed is read first: a program that was stalled has
  /// characters waiting, and the bar was not released.
  var isHeld: Bool {
    key.withLock { key in
      if Self.readsSpace() { key.press(at: .now) }
      return key.isHeld(at: .now)
    }
  }

  /// Reads all characters that wait. True if one of them is a space.
  private static func readsSpace() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var hasSpace = false
    while poll(&entry, 1, 0) > 0 {
      let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      hasSpace = hasSpace || buffer[..<count].contains(UInt8(ascii: " "))
    }
    return hasSpace
  }
}
