import Glibc
import Synchronization

/// A new file under a name of its own beside the place that it is to take, which it does when its content is
/// safe. A sibling that never took its place is removed.
final class Sibling: Sendable {
  /// The open file.
  let descriptor: Descriptor
  private let name: String
  private let place: String
  private let folder: String
  private let isInPlace = Atomic<Bool>(false)

  /// A new file for `place`, with the rights of `old`, which is there now.
  init(for place: String, like old: FileIdentity?) throws(SystemError) {
    self.place = place
    folder = OutputPlace.split(place).folder
    let digits = String(UInt64.random(in: 0...(.max)), radix: 36)
    name = "\(folder == "/" ? "" : folder)/.quillon-\(digits)"
    // Never more rights than the old one had, not even for a moment.
    let mode = old.map { $0.permissions & 0o666 } ?? 0o666
    descriptor = try Descriptor(opening: name, O_CREAT | O_EXCL, mode: mode)
    old?.hand(to: descriptor.number)
  }

  deinit { remove() }

  /// Removes the file if it is not in its place.
  func remove() {
    if !isInPlace.load(ordering: .relaxed) { unlink(name) }
  }

  /// Waits until the disk has the file, and puts it where it belongs.
  ///
  /// - Parameter replacing: whether it may take the place of another; if not, and there is one by now, the error
  ///   is `EEXIST`.
  func takePlace(replacing: Bool) throws(SystemError) {
    try descriptor.sync()
    try takePlaceUnsafely(replacing: replacing)
    try syncFolder()
  }

  /// The same without waiting for the disk: good enough where no other file goes for it.
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

  /// The name is safe only when the disk has the folder, too; some file systems know no such thing.
  private func syncFolder() throws(SystemError) {
    let number = try SystemError.check { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let descriptor = Descriptor(number)
    do { _ = try SystemError.check { fsync(descriptor.number) } } catch
      where error.number != EINVAL
    { throw error }
  }
}
