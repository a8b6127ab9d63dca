import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal of standard input without echo, so that it passes on each key at once. It has its own settings again when this object
/// goes away, and when a signal ends or stops the program.
public final class TerminalKeys: Sendable {
  /// The settings before, and those of this object. A signal handler can use them: it must not allocate or lock.
  nonisolated(unsafe) private static let settings: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 2)
    settings.initialize(repeating: termios(), count: 2)
    return settings
  }()
  private static let areSet = Atomic(false)

  /// Changes the settings of the terminal. Nil if standard input is not a terminal, or is that of another program in front.
  public init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, Self.isInFront else { return nil }
    Self.settings[0] = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    Self.settings[1] = settings
    Self.areSet.store(true, ordering: .releasing)
    for number in [SIGTSTP, SIGCONT] where !SuddenEnd.isIgnored(number) {
      signal(number) { TerminalKeys.handle($0) }
    }
    tcsetattr(STDIN_FILENO, TCSANOW, Self.settings + 1)
  }

  deinit { Self.restore() }

  /// Gives the terminal its own settings back, if they were changed.
  static func restore() {
    guard areSet.exchange(false, ordering: .acquiring) else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, settings)
  }

  /// Without a terminal of its own, a program is given one as its standard input.
  private static var isInFront: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front < 0 || front == getpgrp()
  }

  /// Stops the program with the terminal as it was, or goes on without echo.
  private static func handle(_ number: Int32) {
    let code = errno
    let isChanged = areSet.load(ordering: .acquiring) && isInFront
    if isChanged {
      tcsetattr(STDIN_FILENO, TCSANOW, number == SIGTSTP ? settings : settings + 1)
    }
    if number == SIGTSTP { kill(getpid(), SIGSTOP) }
    errno = code
  }
}
