import Dispatch
import Glibc
import Synchronization

/// A file that grows as data comes, and that is not there before the first of it.
///
/// The first piece goes into a new file beside the place, which it takes at once, or, where another file goes for it,
/// when the disk has that piece. Further pieces are in the file when `append` returns, which never waits for the disk:
/// whoever reads a board has no time for that. So a file that is replaced stays whole until the new one has its
/// beginning, and what ends the process later takes nothing away. Devices and pipes are open from the beginning.
public final class GrowingFile {
  private let output: OutputFile
  /// How many bytes of a file that is extended are kept.
  private let start: Int
  private var descriptor: Descriptor?
  private let replacement = Replacement()
  /// Where the next piece will stand; 0 where there are no places, as in a pipe.
  public private(set) var length = 0
  /// True for a file on a disk, parts of which can be written anew.
  private var hasPlaces = true

  /// The old file's going, on another thread.
  private final class Replacement: Sendable {
    let group = DispatchGroup()
    let failure = Mutex<SystemError?>(nil)

    func check() throws(SystemError) {
      if let error = failure.withLock(\.self) { throw error }
    }
  }

  /// Nothing is written yet.
  ///
  /// - Parameter start: how many bytes are kept of a file that is extended; what is behind them goes with the
  ///   first piece.
  public init(_ output: OutputFile, keeping start: Int = 0) throws(OutputError) {
    (self.output, self.start) = (output, start)
    descriptor = try output.telling { () throws(SystemError) in try output.openInPlace() }
    guard let descriptor else { return }
    // What is open for appending writes at its end, wherever one asks it to.
    hasPlaces = descriptor.isRegular && fcntl(descriptor.number, F_GETFL) & O_APPEND == 0
    if hasPlaces { length = Int(lseek(descriptor.number, 0, SEEK_CUR)) }
  }

  deinit { replacement.group.wait() }

  /// Adds a piece. One that doesn't fit is not in the file at all.
  public func append(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    let bytes = Array(bytes)
    try output.telling { () throws(SystemError) in
      try replacement.check()
      if let descriptor {
        try add(bytes, to: descriptor)
      } else if output.extendsFile {
        try add(bytes, to: try openExtended())
      } else {
        try begin(with: bytes)
      }
    }
    length += bytes.count
  }

  /// Writes a byte of an earlier piece anew; false if what was written is gone, as in a pipe.
  public func overwrite(_ byte: UInt8, at place: Int) throws(OutputError) -> Bool {
    guard let descriptor, hasPlaces else { return false }
    try output.telling { () throws(SystemError) in
      _ = try SystemError.check {
        withUnsafeBytes(of: byte) { Int32(pwrite(descriptor.number, $0.baseAddress, 1, place)) }
      }
    }
    return true
  }

  /// Waits until the disk has everything.
  public func finish() throws(OutputError) {
    guard let descriptor else { return }
    try output.telling { () throws(SystemError) in
      replacement.group.wait()
      try replacement.check()
      try descriptor.sync()
    }
  }

  private func begin(with bytes: [UInt8]) throws(SystemError) {
    let sibling = try output.sibling()
    try sibling.descriptor.write(bytes)
    descriptor = sibling.descriptor
    guard output.policy == .replaces, output.place.identity != nil else {
      return try sibling.takePlaceUnsafely(replacing: output.policy == .replaces)
    }
    DispatchQueue.global().async(group: replacement.group) { [replacement] in
      do throws(SystemError) { try sibling.takePlace(replacing: true) } catch {
        // Now, as nobody waits for its last reference to go.
        sibling.remove()
        replacement.failure.withLock { $0 = error }
      }
    }
  }

  private func openExtended() throws(SystemError) -> Descriptor {
    guard case .file(let path, _) = output.place else { throw SystemError(EINVAL) }
    let descriptor = try Descriptor(opening: path)
    _ = try SystemError.check { ftruncate(descriptor.number, start) }
    length = start
    lseek(descriptor.number, start, SEEK_SET)
    self.descriptor = descriptor
    return descriptor
  }

  private func add(_ bytes: [UInt8], to descriptor: Descriptor) throws(SystemError) {
    do { try descriptor.write(bytes) } catch {
      if hasPlaces, ftruncate(descriptor.number, length) == 0 {
        lseek(descriptor.number, length, SEEK_SET)
      }
      throw error
    }
  }
}
