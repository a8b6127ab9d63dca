#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The right to write a file, or into a folder. One program at a time has it, as long as this object exists.
///
/// Where the file system has no locks, every program gets it.
public final class FileLock: Sendable {
  private let descriptor: Descriptor?
  /// The file beside the file, which is removed at the end.
  private let name: String?
  private let entry: Int?

  /// Locks the folder at `path`.
  ///
  /// - Throws: `OutputError` if another program has locked it, or if there is no such folder.
  public init(folder path: String) throws(OutputError) {
    (name, entry) = (nil, nil)
    do {
      let number = try SystemError.check { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      let descriptor = Descriptor(number)
      try descriptor.lock()
      self.descriptor = descriptor
    } catch {
      throw OutputError(
        path, error.number == EWOULDBLOCK ? .isInUse : .system(error.number))
    }
  }

  /// Locks a file that is replaced as a whole, by a file beside it. Devices and pipes are not locked.
  ///
  /// - Parameters:
  ///   - file: The file. It need not be there.
  ///   - waits: True to wait for a program that has locked it.
  /// - Throws: `OutputError` if another program has locked it, or if its folder cannot be written to.
  public init(beside file: OutputFile, waits: Bool = false) throws(OutputError) {
    guard case .file(let path, _) = file.place else {
      (descriptor, name, entry) = (nil, nil, nil)
      return
    }
    let parts = OutputPlace.split(path)
    let name = "\(parts.folder == "/" ? "" : parts.folder)/.\(parts.name).lock"
    descriptor = try file.telling { () throws(SystemError) in
      try Descriptor.locked(name, O_CREAT | O_NOFOLLOW, waits: waits)
    }
    self.name = name
    entry = UnfinishedFiles.add(name)
  }

  deinit {
    // It is still locked: whoever waits for it finds that it is gone, and makes a new one.
    if let name { unlink(name) }
    UnfinishedFiles.forget(entry)
  }
}
