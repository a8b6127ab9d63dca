#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a recording could not be read or written: the place, what was found there, what was
/// expected, and what to do next.
public struct RecordingError: Error, Equatable, Sendable {
  /// The file's path as the caller gave it, or the name of what was parsed.
  public var file: String
  /// The line, counted from 1; nil when the error concerns the file as a whole.
  public var line: Int?
  /// What was found, as a description or a quoted excerpt.
  public var found: String
  /// What was expected in its place. Empty if the file cannot be read at all.
  public var expected: String
  /// What the user can do, as an imperative.
  public var nextStep: String

  /// An error from its parts.
  public init(
    file: String, line: Int? = nil, found: String, expected: String, nextStep: String
  ) {
    self.file = file
    self.line = line
    self.found = found
    self.expected = expected
    self.nextStep = nextStep
  }
}

extension RecordingError: CustomStringConvertible {
  /// The error for a file that the system does not let read.
  ///
  /// - Parameters:
  ///   - file: The file's path, or the name of what was read.
  ///   - number: The system's reason, a value of `errno`.
  init(unreadable file: String, _ number: Int32) {
    let (reason, nextStep) =
      switch number {
      case ENOENT: ("no such file", "check the path of the file")
      case EISDIR: ("is a folder", "name a file in it")
      case EACCES: ("may not be read", "check the permissions of the file")
      default: (String(cString: strerror(number)), "check the path and the disk")
      }
    self.init(file: file, found: reason, expected: "", nextStep: nextStep)
  }

  /// File and line, what was found and expected, and what to do next. `expected` is left out if it is
  /// empty.
  public var description: String {
    if expected.isEmpty { return "\(file): \(found): \(nextStep)" }
    let place = line.map { "\(file), line \($0)" } ?? file
    return "\(place): found \(found), expected \(expected): \(nextStep)"
  }
}
