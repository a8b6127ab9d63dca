#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file is not written.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is in the way.
  public enum Reason: Equatable, Sendable {
    /// A file with this name exists already, and replacing it was not allowed.
    case isThere
    /// The file is also an input: writing it would destroy its content. The path is that of the
    /// input.
    case isInput(String)
    /// Another output goes into the same file. The path is that of the other output.
    case isOutput(String)
    /// Another program writes to the file.
    case isInUse
    /// Another program has changed the file.
    case hasChanged
    /// The system reported an error; its number, as in `errno`.
    case system(Int32)
  }

  /// The path as the caller gave it.
  public var path: String
  /// What is in the way.
  public var reason: Reason

  /// An error from its parts.
  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The file, the reason, and what to do next.
  public var description: String {
    switch reason {
    case .isThere:
      "\(path) exists already: name another file, or give --force to replace it"
    case .isInput(let input):
      input == path
        ? "\(path) is also an input: name another file to write to"
        : "\(path) is the same file as \(input), which is an input: name another file to write to"
    case .isOutput(let other):
      "\(path) is the same file as \(other), which is another output: name a file for each"
    case .isInUse: "\(path) is being written by another program: end it, or give another name"
    case .hasChanged:
      "\(path) was changed, moved or removed by another program, so samples may be missing: record to another file"
    case .system(EISDIR): "\(path) is a folder: name a file in it"
    case .system(let number):
      """
      \(path) cannot be written: \(String(cString: strerror(number))): check that the folder exists, that you may \
      write there and that the disk has room
      """
    }
  }
}
