import Glibc

/// A file that is to be written: all refusals come when it is named, before any work is done for it.
///
/// What is written goes into a new file beside it, which takes its place when the disk has it. So whatever
/// happens, either the old file or the new one is there as a whole. Devices and pipes are written to as they are.
public struct OutputFile: Sendable {
  /// What becomes of a file that is there already.
  public enum Policy: Sendable {
    /// It is not touched: its being there is an error.
    case keeps
    /// The new one takes its place.
    case replaces
    /// Data that comes piece by piece is added to it.
    case extends
  }

  /// The path as the caller gave it.
  public let path: String
  let place: OutputPlace
  let policy: Policy

  /// The file at `path`, links followed.
  ///
  /// - Throws: `OutputError` when nothing can be written there, or there is a file that is to be kept.
  public init(_ path: String, policy: Policy = .replaces) throws(OutputError) {
    (self.path, self.policy) = (path, policy)
    do { place = try OutputPlace(path) } catch { throw OutputError(path, .system(error.number)) }
    guard case .file(let place, let old) = place else { return }
    guard old == nil || policy != .keeps else { throw OutputError(path, .isThere) }
    guard access(OutputPlace.split(place).folder, W_OK | X_OK) == 0,
      old == nil || access(place, W_OK) == 0
    else { throw OutputError(path, .system(errno)) }
  }

  /// True if there is a file that data is to be added to.
  public var extendsFile: Bool {
    if case .file(_, .some) = place { policy == .extends } else { false }
  }

  /// Writes the file, or writes to the device or pipe.
  ///
  /// - Throws: `OutputError`; then the file that was there is as it was.
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

  /// What is written to as it is; nil for a file on a disk.
  func openInPlace() throws(SystemError) -> Descriptor? {
    switch place {
    case .file: return nil
    case .device(let path): return try Descriptor(opening: path)
    case .open(let number):
      return Descriptor(try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }
  }

  /// A new file that will take the place of this one.
  func sibling() throws(SystemError) -> Sibling {
    guard case .file(let path, let old) = place else { throw SystemError(EINVAL) }
    return try Sibling(for: path, like: old)
  }

  /// Does what may fail, and tells of which file it was.
  func telling<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(OutputError) -> Result {
    do { return try body() } catch {
      throw OutputError(
        path, error.number == EEXIST && policy == .keeps ? .isThere : .system(error.number))
    }
  }
}
