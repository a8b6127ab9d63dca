import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFileOutput

/// The two streams that people and programs read. Every line is out at once, into pipes too, and none drives the
/// terminal: see `String.printable`.
enum Console {
  /// Makes sure that what is written goes where it belongs or fails: a descriptor that is closed would be given
  /// to the next file or port that is opened, and a pipe that nobody reads would end the program in the middle of
  /// its work. Called once, first of all.
  static func prepare() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) < 0 {
      // The wrong way round: reading from it, or writing to it, fails as before.
      _ = open("/dev/null", mode)
    }
    // Not ignored, as that would pass to the programs that this one starts.
    signal(SIGPIPE) { _ in }
  }

  /// Data: one line to standard output.
  static func print(_ line: String) throws { try write(Array((line.printableLines + "\n").utf8)) }

  /// Data: bytes as they are.
  static func write(_ bytes: [UInt8]) throws {
    do { try Descriptor.standardOutput.write(bytes) } catch { throw StandardOutputError(error) }
  }

  /// Data: a value as one line of JSON, keys in alphabetical order.
  static func print(json value: some Encodable) throws { try print(try line(json: value)) }

  /// A value as one line of JSON, keys in alphabetical order; a number that is infinite or none is null.
  static func line(json value: some Encodable) throws -> String {
    String(decoding: try JSONLine.data(of: value), as: UTF8.self).printable
  }

  /// Talk: one line to standard error. A terminal that takes nothing for a tenth of a second, held with
  /// Ctrl-S perhaps, misses it, and so does a full disk: nobody waits for talk.
  static func note(_ line: String) { errorOutput(line.printableLines + "\n") }

  /// Talk as it is, without a line end.
  static func errorOutput(_ text: String) {
    var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 100) == 1 else { return }
    try? Descriptor.standardError.write(text.utf8)
  }
}

/// Standard output takes no more.
struct StandardOutputError: Error, CustomStringConvertible {
  /// What the system says.
  let cause: SystemError

  init(_ cause: SystemError) { self.cause = cause }

  var description: String {
    """
    standard output takes no more: \(String(cString: strerror(cause.number))): check where it goes and that the \
    disk has room
    """
  }
}
