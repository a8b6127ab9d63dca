/// A two-way stream of bytes to a board.
///
/// One thread may read while another writes; a third may close.
public protocol ByteTransport: AnyObject, Sendable {
  /// The device file, for example `/dev/ttyACM0`, with symbolic links resolved.
  var path: String { get }

  /// Waits for bytes and reads as many as have arrived, but at most `buffer.count`.
  ///
  /// - Parameters:
  ///   - buffer: where the bytes go; an empty one gives `.bytes(0)` at once.
  ///   - timeout: how long to wait for the first byte; with zero or less the call does not wait.
  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome

  /// Hands all of `bytes` to the system, which sends them in order.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to send; an empty buffer gives `.written` at once.
  ///   - timeout: the time for all of them together; with zero or less the call sends what fits
  ///     without waiting.
  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome

  /// The status lines that are raised now; nil when the port has none, or is gone.
  var statusLines: StatusLines? { get }

  /// Closes the port. A read or a write in progress returns `.ended` at once, and the port is free
  /// as soon as it has returned. It is safe to close twice.
  func close()
}

/// The result of a read.
public enum ReadOutcome: Equatable, Sendable {
  /// This many bytes arrived, at least 1 unless the buffer was empty.
  case bytes(Int)
  /// No bytes arrived in time. The port is still there.
  case timedOut
  /// The port is gone: unplugged, its other end closed, or `close()` called.
  case ended
}

/// The result of a write.
public enum WriteOutcome: Equatable, Sendable {
  /// The system accepted every byte.
  case written
  /// The other end stopped reading. Only the first `accepted` bytes were written in time.
  case timedOut(accepted: Int)
  /// The port is gone: unplugged, its other end closed, or `close()` called.
  case ended
}

extension ByteTransport {
  /// nil: only a serial port has status lines.
  public var statusLines: StatusLines? { nil }

  /// Hands all bytes of an array to the system; `timeout` is as for raw bytes.
  public func write(_ bytes: [UInt8], timeout: Duration) -> WriteOutcome {
    bytes.withUnsafeBytes { write($0, timeout: timeout) }
  }
}
