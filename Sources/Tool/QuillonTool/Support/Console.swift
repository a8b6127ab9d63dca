import Foundation
import QuillonBridge
import QuillonConversions
import QuillonSystem
import Synchronization

/// Standard output for data and standard error for messages. Each line is written at once, into
/// pipes too. Characters that control a terminal are escaped: see `String.printable`.
enum Console {
  /// Prepares the standard streams. A closed descriptor would be given to the next file or port
  /// that is opened, and writing to a pipe without a reader would end the program in the middle of
  /// its work. Call this first.
  static func prepare() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) < 0 {
      // Opened in the wrong direction: reading from it or writing to it still fails.
      _ = open("/dev/null", mode)
    }
    // Handled and not ignored, because programs that this one starts would inherit that.
    signal(SIGPIPE) { _ in }
    // Too large a file is an error of writing.
    signal(SIGXFSZ) { _ in }
    SuddenEnd.prepare()
  }

  /// Writes one line of a report to standard output, or to standard error if a file of the command is standard output.
  static func print(_ line: String) throws {
    guard !OutputList.hasStandardOutput else { return note(line) }
    try write(Array((line.printableLines + "\n").utf8))
  }

  /// True if `--verbose` was given: what is read is explained.
  static var isVerbose: Bool {
    get { verbose.load(ordering: .relaxed) }
    set { verbose.store(newValue, ordering: .relaxed) }
  }

  private static let verbose = Atomic(false)

  /// Writes bytes to standard output unchanged. If nobody reads it, this waits until the user wants the program to end.
  static func write(_ bytes: [UInt8]) throws {
    do {
      try Descriptor.standardOutput.write(bytes, while: { !Interruption.isOverdue })
    } catch {
      throw StandardOutputError(error)
    }
  }

  /// Writes a value as one line of JSON, keys in alphabetical order.
  static func print(json value: some Encodable) throws { try print(try line(json: value)) }

  /// A value as one line of JSON, keys in alphabetical order. A number that is infinite or not a
  /// number becomes null.
  static func line(json value: some Encodable) throws -> String {
    String(decoding: try JSONLine.data(of: value), as: UTF8.self).printable
  }

  /// Writes one line for people to standard error. If a terminal accepts nothing for 0.1 s, perhaps
  /// because it is stopped with Ctrl-S, or if the disk is full, the line is lost.
  static func note(_ line: String) {
    let below = lineInPlace.withLock(\.self)
    errorOutput((below.isEmpty ? "" : clearing) + line.printableLines + "\n" + below)
  }

  /// Shows a line on a terminal below all messages, in the place of the one before; none if it is empty. It may have codes that
  /// control a terminal.
  static func show(inPlace line: String) {
    lineInPlace.withLock { $0 = line }
    errorOutput(clearing + line)
  }

  private static let lineInPlace = Mutex("")
  /// Clears the line that the cursor is in, and goes to its beginning.
  private static let clearing = "\r\u{1B}[K"

  /// Writes a text for people to standard error, without a line end.
  static func errorOutput(_ text: String) {
    try? Descriptor.standardError.write(text.utf8, while: { false })
  }
}

/// Standard output accepts no more data.
struct StandardOutputError: Error, CustomStringConvertible {
  /// The error of the system.
  let cause: SystemError

  init(_ cause: SystemError) { self.cause = cause }

  var description: String {
    """
    standard output accepts no more data: \(String(cString: strerror(cause.number))): check where it goes and that the \
    disk has room
    """
  }
}
