#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file to be written. All errors that can be foreseen are reported when it is created, before
/// any work is done for it.
///
/// The content goes into a new file in the same folder, which takes the old file's place when it is
/// on the disk. So at any time, either the old file or the new one is there as a whole. Devices and
/// pipes are written to directly.
public struct OutputFile: Sendable {
  /// What happens to a file that exists already.
  public enum Policy: Sendable {
    /// It is not touched: it is an error that it exists.
    case keeps
    /// The new file takes its place.
    case replaces
    /// Data that comes chunk by chunk is added to it.
    case extends
  }

  /// The path as the caller gave it.
  public let path: String
  let place: OutputPlace
  let policy: Policy

  /// The file at `path`, with symbolic links followed.
  ///
  /// - Throws: `OutputError` when the file cannot be written, or when it exists and must be kept.
  public init(_ path: String, policy: Policy = .replaces) throws(OutputError) {
    (self.path, self.policy) = (path, policy)
    do { place = try OutputPlace(path) } catch { throw OutputError(path, .system(error.number)) }
    guard case .file(let place, let old) = place else { return }
    guard old == nil || policy != .keeps else { throw OutputError(path, .isThere) }
    guard access(OutputPlace.split(place).folder, W_OK | X_OK) == 0,
      old == nil || access(place, W_OK) == 0
    else { throw OutputError(path, .system(errno)) }
  }

  /// True if the path leads to this program's standard output.
  var isStandardOutput: Bool {
    if case .open(STDOUT_FILENO) = place { true } else { false }
  }

  /// True if the file exists and data is to be added to it.
  public var extendsFile: Bool {
    if case .file(_, .some) = place { policy == .extends } else { false }
  }

  /// Writes the file, or writes to the device or pipe.
  ///
  /// - Throws: `OutputError`. The old file is unchanged then.
  public func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    try telling { () throws(SystemError) in
      guard let descriptor = try openInPlace() else {
        let sibling = try sibling()
        try sibling.descriptor.write(bytes)
        return try sibling.takePlace(replacing: policy != .keeps)
      }
      try descriptor.write(bytes)
    }
  }

  /// Writes the file, or writes to the device or pipe, chunk by chunk.
  ///
  /// - Parameter produce: Calls its argument with one chunk after the other.
  /// - Throws: What `produce` throws, and `OutputError`. The old file is unchanged then.
  public func write(by produce: (_ put: ([UInt8]) throws -> Void) throws -> Void) throws {
    let open = try telling { () throws(SystemError) in try openInPlace() }
    let sibling = open == nil ? try telling { () throws(SystemError) in try self.sibling() } : nil
    guard let descriptor = open ?? sibling?.descriptor else { return }
    try produce { bytes in
      try telling { () throws(SystemError) in try descriptor.write(bytes) }
    }
    try telling { () throws(SystemError) in
      try sibling?.takePlace(replacing: policy != .keeps)
    }
  }

  /// The device, pipe or open descriptor, which is written to directly; nil for a file on a disk.
  func openInPlace() throws(SystemError) -> Descriptor? {
    switch place {
    case .file: return nil
    case .device(let path): return try Descriptor(opening: path)
    case .open(let number):
      return Descriptor(try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }
  }

  /// A new file that will take the place of this one.
  ///
  /// - Parameter locked: The file to replace, if it is locked already.
  func sibling(replacing locked: Descriptor? = nil) throws(SystemError) -> Sibling {
    guard case .file(let path, let old) = place else { throw SystemError(EINVAL) }
    let replaced = if let locked { locked } else { try lockedOld() }
    return try Sibling(for: path, like: old, replacing: replaced)
  }

  /// Locks the file to replace, as long as the result exists. Nil if there is none.
  ///
  /// - Throws: `EWOULDBLOCK` if another program writes it.
  func lockedOld() throws(SystemError) -> Descriptor? {
    guard case .file(let path, _) = place, policy == .replaces else { return nil }
    do { return try Descriptor.locked(path) } catch {
      guard error.number == ENOENT else { throw error }
      return nil
    }
  }

  /// True if the path leads to an open file of this program, which other programs may share.
  var isOpenAlready: Bool {
    if case .open = place { true } else { false }
  }

  /// Runs `body` and adds the file's path to its error.
  func telling<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(OutputError) -> Result {
    do { return try body() } catch {
      switch error.number {
      case EEXIST where policy == .keeps: throw OutputError(path, .isThere)
      case EWOULDBLOCK, EEXIST: throw OutputError(path, .isInUse)
      case ESTALE: throw OutputError(path, .hasChanged)
      default: throw OutputError(path, .system(error.number))
      }
    }
  }
}
