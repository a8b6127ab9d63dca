import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file in the same folder as the path that it is to take. It has a temporary name, and is
/// renamed to that path when its content is safe on the disk. Otherwise it is removed.
final class Sibling: Sendable {
  /// The open file.
  let descriptor: Descriptor
  /// The file at that path, which is locked until this one has replaced it; nil if there is none.
  let replaced: Descriptor?
  private let name: String
  private let place: String
  private let folder: String
  private let entry: Int?
  private let isInPlace = Atomic<Bool>(false)

  /// A new file for `place`, with the permissions of `old`, which exists there now.
  init(
    for place: String, like old: FileIdentity?, replacing replaced: Descriptor?
  ) throws(SystemError) {
    (self.place, self.replaced) = (place, replaced)
    folder = OutputPlace.split(place).folder
    let digits = String(UInt64.random(in: 0...(.max)), radix: 36)
    name = "\(folder == "/" ? "" : folder)/.quillon-\(digits)"
    // Never more permissions than the old file had, not even for a moment.
    let mode = old.map { $0.permissions & 0o666 } ?? 0o666
    descriptor = try Descriptor(opening: name, O_CREAT | O_EXCL, mode: mode)
    entry = UnfinishedFiles.add(name)
    old?.hand(to: descriptor.number)
  }

  deinit { remove() }

  /// Removes the file if it has not been renamed.
  func remove() {
    if !isInPlace.load(ordering: .relaxed) { unlink(name) }
    UnfinishedFiles.forget(entry)
  }

  /// Waits until the file is on the disk, and moves it to its path.
  ///
  /// - Parameter replacing: whether it may replace another file. If it may not and there is one by
  ///   now, the error is `EEXIST`.
  func takePlace(replacing: Bool) throws(SystemError) {
    try descriptor.sync()
    try takePlaceUnsafely(replacing: replacing)
    try syncFolder()
  }

  /// The same without waiting for the disk. This is safe enough where it replaces no other file.
  func takePlaceUnsafely(replacing: Bool) throws(SystemError) {
    if replacing {
      try move()
    } else {
      do {
        _ = try SystemError.check { link(name, place) }
        unlink(name)
      } catch  where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) {
        // A file system without hard links.
        guard FileIdentity(at: place) == nil else { throw SystemError(EEXIST) }
        try move()
      }
    }
    isInPlace.store(true, ordering: .relaxed)
  }

  private func move() throws(SystemError) {
    _ = try SystemError.check { rename(name, place) }
  }

  /// Waits until the folder is on the disk, since only then is the new name safe. Some file systems
  /// do not support this.
  private func syncFolder() throws(SystemError) {
    let number = try SystemError.check { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let descriptor = Descriptor(number)
    do { _ = try SystemError.check { fsync(descriptor.number) } } catch
      where error.number != EINVAL
    { throw error }
  }
}
