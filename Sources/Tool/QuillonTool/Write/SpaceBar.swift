import Foundation
import QuillonBridge
import Synchronization

/// The space bar of the terminal as the pen.
///
/// While this object exists, the terminal does not show typed characters and passes on each key at
/// once.
final class SpaceBar: Sendable {
  private final class Watch: Sendable {
    let key = Mutex(HeldKey())
    let isOver = Atomic<Bool>(false)
  }

  private let watch = Watch()
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
    Thread { [watch] in Self.read(watch) }.start()
  }

  deinit {
    watch.isOver.store(true, ordering: .relaxed)
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// True while the space bar is held.
  var isHeld: Bool { watch.key.withLock { $0.isHeld(at: .now) } }

  private static func read(_ watch: Watch) {
    var buffer = [UInt8](repeating: 0, count: 64)
    while !watch.isOver.load(ordering: .relaxed) {
      var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 100) > 0 else { continue }
      let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { return }
      if buffer[..<count].contains(UInt8(ascii: " ")) {
        watch.key.withLock { $0.press(at: .now) }
      }
    }
  }
}
