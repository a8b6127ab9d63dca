import Foundation
import Synchronization

/// An open file, device or pipe for writing. It is closed when the last reference to it goes away.
public final class Descriptor: Sendable {
  /// The file descriptor's number.
  public let number: Int32
  private let isOwned: Bool
  /// How long a write waits until bytes are accepted, ms; −1 for ever.
  private let patience = Atomic<Int32>(-1)

  /// The process's standard output, which stays open.
  public static let standardOutput = Descriptor(STDOUT_FILENO, isOwned: false)

  /// The process's standard error, which stays open.
  public static let standardError = Descriptor(STDERR_FILENO, isOwned: false)

  /// Takes over an open descriptor; closes it at the end only if it is owned.
  public init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  /// Opens the file at `path` for writing only.
  convenience init(
    opening path: String, _ flags: Int32 = 0, mode: mode_t = 0
  ) throws(SystemError) {
    self.init(
      try SystemError.check { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, mode) })
  }

  /// The file that is at `path`, opened and locked.
  ///
  /// - Parameter waits: True to wait for a program that has locked it.
  /// - Throws: `EWOULDBLOCK` if another program has locked it, and what opening throws.
  static func locked(
    _ path: String, _ flags: Int32 = 0, waits: Bool = false
  ) throws(SystemError) -> Descriptor {
    while true {
      let descriptor = try Descriptor(opening: path, flags, mode: 0o600)
      try descriptor.lock(waits: waits)
      // Another program may have replaced or removed it before it was locked.
      if let own = FileIdentity(descriptor.number), let there = FileIdentity(following: path),
        own.isSame(as: there)
      {
        return descriptor
      }
    }
  }

  /// Locks the file for this program, as long as it is open.
  ///
  /// - Throws: `EWOULDBLOCK` if another program has locked it. File systems without locks are no error.
  func lock(waits: Bool = false) throws(SystemError) {
    let operation = waits ? LOCK_EX : LOCK_EX | LOCK_NB
    do { _ = try SystemError.check { flock(number, operation) } } catch
      where error.number == EWOULDBLOCK
    {
      throw error
    } catch {}
  }

  /// The size of the file, bytes.
  var size: Int { FileIdentity(number)?.size ?? 0 }

  /// Lets a write to a pipe or a device that accepts nothing end with `ETIMEDOUT` after 2 s, instead of waiting for ever.
  ///
  /// - Parameter isShared: True if other programs write by the same open file, whose flags then stay as they are.
  func limitWaiting(isShared: Bool) throws(SystemError) {
    if !isShared {
      let flags = try SystemError.check { fcntl(number, F_GETFL) }
      _ = try SystemError.check { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
    }
    patience.store(2_000, ordering: .relaxed)
  }

  deinit { if isOwned { close(number) } }

  /// Writes all bytes. It repeats the system call and waits as often as needed.
  ///
  /// - Parameter goesOn: Called every 0.1 s while a pipe or a terminal accepts nothing. If it returns false, the write ends with
  ///   `ETIMEDOUT`. Without it, the write waits for ever.
  public func write(
    _ bytes: some Sequence<UInt8>, while goesOn: (() -> Bool)? = nil
  ) throws(SystemError) {
    let bytes = Array(bytes)
    let isLimited = goesOn != nil || patience.load(ordering: .relaxed) >= 0
    var sent = 0
    while sent < bytes.count {
      if isLimited { try waitUntilReady(goesOn) }
      // A pipe that is ready accepts this much at once, so the call itself does not wait.
      let part = isLimited ? min(bytes.count - sent, Int(PIPE_BUF)) : bytes.count - sent
      let count = bytes.withUnsafeBytes {
        Foundation.write(number, $0.baseAddress?.advanced(by: sent), part)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        try waitUntilReady(goesOn)
      } else if count == 0 || errno != EINTR {
        throw SystemError(count == 0 ? EIO : errno)
      }
    }
  }

  /// Waits until something can be written, or an error of it is known.
  private func waitUntilReady(_ goesOn: (() -> Bool)?) throws(SystemError) {
    let time = goesOn == nil ? patience.load(ordering: .relaxed) : 100
    var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&entry, 1, time)
      if count > 0 || count < 0 && errno != EINTR { return }
      if count == 0 || goesOn != nil, goesOn?() != true { throw SystemError(ETIMEDOUT) }
    }
  }

  /// Waits until everything written is on the disk. It does nothing for pipes and devices.
  func sync() throws(SystemError) {
    guard isRegular else { return }
    _ = try SystemError.check { fsync(number) }
  }

  /// True for a file on a disk.
  var isRegular: Bool { FileIdentity(number)?.isRegular ?? false }
}

/// The error of a system call.
public struct SystemError: Error, Equatable, Sendable {
  /// The error number, as in `errno`.
  public var number: Int32

  /// An error from its number.
  public init(_ number: Int32) { self.number = number }

  /// The result of `call`, which is repeated as long as a signal interrupts it. A negative result
  /// throws the system's error.
  static func check(_ call: () -> Int32) throws(SystemError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(errno) }
    }
  }
}
