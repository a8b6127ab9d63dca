import Foundation
import Synchronization

/// Starts a program for each letter, word or line, one after the other. The caller does not wait.
///
/// There is no shell in between. The program gets no arguments. Its environment holds the reason
/// for its start:
///
/// - `QUILLON_LETTER`: the label
/// - `QUILLON_SCORE`, `QUILLON_MARGIN`: decimal numbers
/// - `QUILLON_TIME`: s of the board's clock since the first sample
/// - `QUILLON_SOURCE`: `host` or `board`
/// - `QUILLON_WORD`, `QUILLON_LINE`: a word or a line that has ended, alone
///
/// The program's standard input is empty. Its output goes to standard error. Rejected letters start
/// no program.
public final class LetterCommand: Sendable {
  /// How many letters, words and lines wait at most.
  public static let capacity = 16

  private let lane: OutputLane<[String: String]>
  private let failed: Failures

  /// Creates a command for a program. Nil if there is no such executable file.
  ///
  /// - Parameter path: The path of the program, or its name in `PATH`.
  public init?(_ path: String) {
    guard let program = Self.find(path) else { return nil }
    let failed = Failures()
    self.failed = failed
    lane = OutputLane(capacity: Self.capacity) { environment in
      if !spawnAndWait(program, environment: environment) {
        failed.count.add(1, ordering: .relaxed)
      }
    }
  }

  /// Starts the program for a letter when those before it have ended. The letter is dropped if too
  /// many wait.
  ///
  /// - Parameter letter: The letter. A rejected one is ignored.
  public func run(for letter: Letter) {
    if !letter.isRejected { lane.offer(letter.environment) }
  }

  /// Starts the program for a word that has ended, as for a letter.
  public func run(forWord word: String) { lane.offer(["QUILLON_WORD": word]) }

  /// Starts the program for a line that has ended, as for a letter.
  public func run(forLine line: String) { lane.offer(["QUILLON_LINE": line]) }

  /// Waits for the programs to end. A program that still runs after the time goes on alone.
  ///
  /// - Parameter timeout: How long to wait at most.
  public func close(within timeout: Duration) { lane.close(within: timeout) }

  /// The number of letters, words and lines without a program: too many waited, or they still waited at the close.
  public var dropped: Int { lane.dropped }

  /// The number of programs that could not be started or did not exit with 0.
  public var failures: Int { failed.count.load(ordering: .relaxed) }

  private static func find(_ path: String) -> String? {
    let folders =
      path.contains("/")
      ? [""]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/" }
    return folders.map { $0 + path }.first { candidate in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder)
        && !isFolder.boolValue && access(candidate, X_OK) == 0
    }
  }
}

private final class Failures: Sendable {
  let count = Atomic<Int>(0)
}

extension Letter {
  /// The variables that are added to the program's environment.
  fileprivate var environment: [String: String] {
    [
      "QUILLON_LETTER": label, "QUILLON_SCORE": "\(score)", "QUILLON_MARGIN": "\(margin)",
      "QUILLON_TIME": "\(time)", "QUILLON_SOURCE": source.rawValue,
    ]
  }
}

/// Runs a program and waits for its end. False if it cannot be started or does not exit with 0.
///
/// The signals that this program handles have their default action in it. It inherits no open
/// files, because a port that a child holds open stays locked.
private func spawnAndWait(_ program: String, environment: [String: String]) -> Bool {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
  let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  for file in files.compactMap({ Int32($0) }) where file > STDERR_FILENO {
    posix_spawn_file_actions_addclose(&actions, file)
  }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigaddset(&signals, SIGINT)
  sigaddset(&signals, SIGTERM)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  let whole = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  var words: [UnsafeMutablePointer<CChar>?] = whole.map { strdup("\($0)=\($1)") } + [nil]
  var arguments = [strdup(program), nil]
  defer { (words + arguments).forEach { free($0) } }
  var process = pid_t()
  // A program that somebody is just saving cannot be started until it is whole. That may take seconds on a busy machine.
  var error = ETXTBSY
  for _ in 0..<1_000 where error == ETXTBSY {
    error = posix_spawn(&process, program, &actions, &attributes, &arguments, &words)
    if error == ETXTBSY { usleep(10_000) }
  }
  guard error == 0 else { return false }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { return false }
  }
  return status == 0
}
