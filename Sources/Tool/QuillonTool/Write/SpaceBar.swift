import Foundation
import QuillonBridge
import QuillonSystem
import Synchronization

/// The keys of the terminal.
///
/// While this object exists, the terminal does not show typed characters and passes on each key at once.
final class Keyboard: Sendable {
  private let settings: TerminalKeys

  /// Changes the settings of the terminal. Nil if standard input is not a terminal, or is that of another program in front.
  init?() {
    guard let settings = TerminalKeys() else { return nil }
    self.settings = settings
  }

  /// Reads all characters that wait.
  func read() -> [UInt8] {
    var (buffer, keys) = ([UInt8](repeating: 0, count: 64), [UInt8]())
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0 {
      let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      keys += buffer[..<count]
    }
    return keys
  }
}

/// The space bar of the terminal as the pen.
final class SpaceBar: Sendable {
  private let key = Mutex(HeldKey())
  private let keyboard: Keyboard

  /// Changes the settings of the terminal.
  ///
  /// - Throws: `ToolError` if standard input is not a terminal.
  init() throws {
    guard let keyboard = Keyboard() else {
      throw ToolError(
        "--pen space needs a keyboard: start the command in a terminal, with nothing piped into it",
        code: .misuse)
    }
    self.keyboard = keyboard
  }

  /// True while the space bar is held. What was typed is read first: a program that was stalled has
  /// characters waiting, and the bar was not released.
  var isHeld: Bool {
    key.withLock { key in
      if keyboard.read().contains(UInt8(ascii: " ")) { key.press(at: .now) }
      return key.isHeld(at: .now)
    }
  }
}
