#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of the program by a signal, whatever it does at that moment. No unfinished file stays, and the terminal has its own
/// settings again.
public enum SuddenEnd {
  /// The signals that end a program and that a person, a service or a limit sends.
  private static let numbers = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
  ]

  /// Lets these signals end the program in this way. A signal that is ignored stays ignored.
  public static func prepare() {
    // A signal handler must not be the first to use their memory.
    UnfinishedFiles.removeAll()
    TerminalKeys.restore()
    for number in numbers where !isIgnored(number) {
      signal(number) { SuddenEnd.end(by: $0) }
    }
  }

  /// Ends the program as a signal does that nobody handles. A signal handler may call it.
  public static func end(by number: Int32) {
    UnfinishedFiles.removeAll()
    TerminalKeys.restore()
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// True if this program was started with a signal ignored.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
