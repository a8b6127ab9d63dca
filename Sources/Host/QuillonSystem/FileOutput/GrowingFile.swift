import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that grows as data comes. It does not exist before its first chunk.
///
/// The first chunk goes into a new file in the same folder, which then takes its place. If no other
/// file is replaced, this happens at once. If one is, it happens when the first chunk is on the
/// disk. Later chunks are in the file when `append` returns. `append` never waits for the disk,
/// because the reader of a board has no time for that. So a file that is replaced stays whole until
/// the new one has its beginning, and a process that ends later loses nothing. Devices and pipes
/// are open from the beginning.
public final class GrowingFile {
  private let output: OutputFile
  /// How many bytes of an extended file are kept.
  private let start: Int
  private var descriptor: Descriptor?
  /// The file to extend, which is locked and not changed yet.
  private var extended: Descriptor?
  /// The file to replace, which is locked.
  private var replaced: Descriptor?
  private let replacement = Replacement()
  /// The offset of the next chunk in the file, bytes; 0 where there are no offsets, as in a pipe.
  public private(set) var length = 0
  /// The size of the file to extend when it was locked, bytes.
  private var size = 0
  private var isExtending = false
  /// True for a file on a disk, whose bytes can be overwritten.
  private var hasPlaces = true

  /// The replacement of the old file, which runs on another thread.
  private final class Replacement: Sendable {
    let group = DispatchGroup()
    let failure = Mutex<SystemError?>(nil)

    func check() throws(SystemError) {
      if let error = failure.withLock(\.self) { throw error }
    }
  }

  /// A growing file that has not been written yet.
  ///
  /// - Parameter start: how many bytes are kept of a file that is extended. The bytes after them
  ///   are removed when the first chunk is written.
  public init(_ output: OutputFile, keeping start: Int = 0) throws(OutputError) {
    (self.output, self.start) = (output, start)
    descriptor = try output.telling { () throws(SystemError) in try output.openInPlace() }
    guard let descriptor else {
      // From now on no other program that looks for the lock writes the file.
      try output.telling { () throws(SystemError) in
        if output.extendsFile { extended = try openExtended() }
        replaced = try output.lockedOld()
      }
      return
    }
    if !descriptor.isRegular {
      try output.telling { () throws(SystemError) in
        try descriptor.limitWaiting(isShared: output.isOpenAlready)
      }
    }
    // A file that is open for appending writes at its end, whatever offset is asked for.
    hasPlaces = descriptor.isRegular && fcntl(descriptor.number, F_GETFL) & O_APPEND == 0
    if hasPlaces { length = Int(lseek(descriptor.number, 0, SEEK_CUR)) }
  }

  deinit { replacement.group.wait() }

  /// Adds a chunk. If it does not fit on the disk, none of it stays in the file.
  public func append(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    let bytes = Array(bytes)
    try output.telling { () throws(SystemError) in
      try replacement.check()
      if let descriptor {
        try add(bytes, to: descriptor)
      } else if let extended {
        try beginExtending(extended)
        try add(bytes, to: extended)
      } else {
        try begin(with: bytes)
      }
    }
    length += bytes.count
  }

  /// Overwrites one byte of an earlier chunk. Returns false if earlier bytes cannot be reached, as
  /// in a pipe.
  public func overwrite(_ byte: UInt8, at place: Int) throws(OutputError) -> Bool {
    guard let descriptor, hasPlaces else { return false }
    try output.telling { () throws(SystemError) in
      _ = try SystemError.check {
        withUnsafeBytes(of: byte) { Int32(pwrite(descriptor.number, $0.baseAddress, 1, place)) }
      }
    }
    return true
  }

  /// Waits until everything is on the disk.
  ///
  /// - Throws: `OutputError`, also if the file was moved, replaced or removed meanwhile.
  public func finish() throws(OutputError) {
    guard let descriptor else { return }
    try output.telling { () throws(SystemError) in
      replacement.group.wait()
      try replacement.check()
      try descriptor.sync()
      guard case .file(let path, _) = output.place else { return }
      guard let own = FileIdentity(descriptor.number), let there = FileIdentity(following: path),
        own.isSame(as: there)
      else { throw SystemError(ESTALE) }
    }
  }

  private func begin(with bytes: [UInt8]) throws(SystemError) {
    let sibling = try output.sibling(replacing: replaced)
    try sibling.descriptor.lock()
    try sibling.descriptor.write(bytes)
    descriptor = sibling.descriptor
    guard sibling.replaced != nil else {
      return try sibling.takePlaceUnsafely(replacing: false)
    }
    DispatchQueue.global().async(group: replacement.group) { [replacement] in
      do throws(SystemError) { try sibling.takePlace(replacing: true) } catch {
        // Remove it now, because nobody waits for its last reference to go away.
        sibling.remove()
        replacement.failure.withLock { $0 = error }
      }
    }
  }

  private func openExtended() throws(SystemError) -> Descriptor {
    guard case .file(let path, _) = output.place else { throw SystemError(EINVAL) }
    let descriptor = try Descriptor.locked(path)
    size = descriptor.size
    return descriptor
  }

  private func beginExtending(_ descriptor: Descriptor) throws(SystemError) {
    guard descriptor.size == size else { throw SystemError(ESTALE) }
    _ = try SystemError.check { ftruncate(descriptor.number, start) }
    length = start
    lseek(descriptor.number, start, SEEK_SET)
    self.descriptor = descriptor
    isExtending = true
  }

  private func add(_ bytes: [UInt8], to descriptor: Descriptor) throws(SystemError) {
    // A program without a lock may have written meanwhile.
    if isExtending, descriptor.size != length { throw SystemError(ESTALE) }
    do { try descriptor.write(bytes) } catch {
      if hasPlaces, ftruncate(descriptor.number, length) == 0 {
        lseek(descriptor.number, length, SEEK_SET)
      }
      throw error
    }
  }
}
