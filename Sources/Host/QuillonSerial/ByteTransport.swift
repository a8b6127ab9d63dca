/// A two-way stream of bytes to a board.
///
/// One thread may read while another writes; a third may close.
public protocol ByteTransport: AnyObject, Sendable {
  /// The device file, such as `/dev/ttyACM0`, symbolic links resolved.
  var path: String { get }

  /// Waits for bytes and takes as many as have arrived, `buffer.count` at most.
  ///
  /// - Parameters:
  ///   - buffer: where the bytes go; an empty one gives `.bytes(0)` at once.
  ///   - timeout: how long to wait for the first byte; zero or less only looks.
  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome

  /// Hands all of `bytes` to the system, which sends them in order.
  ///
  /// - Parameters:
  ///   - bytes: what to send; none gives `.written` at once.
  ///   - timeout: for all of them together; zero or less sends what fits without waiting.
  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome

  /// Which status lines are raised now; nil when the port has none, or is gone.
  var statusLines: StatusLines? { get }

  /// Gives the port back. A read or a write under way returns `.ended` at once, and the port is
  /// free when it has. Closing twice does no harm.
  func close()
}

/// How a read came out.
public enum ReadOutcome: Equatable, Sendable {
  /// So many bytes arrived, at least 1 unless the buffer was empty.
  case bytes(Int)
  /// None arrived in time; the port is still there.
  case timedOut
  /// The port is gone: unplugged, its other end closed, or `close()` called.
  case ended
}

/// How a write came out.
public enum WriteOutcome: Equatable, Sendable {
  /// The system took every byte.
  case written
  /// The other end stopped reading: only the first `accepted` bytes were taken in time.
  case timedOut(accepted: Int)
  /// The port is gone: unplugged, its other end closed, or `close()` called.
  case ended
}

extension ByteTransport {
  /// None: what is no serial port has no lines.
  public var statusLines: StatusLines? { nil }

  /// Hands all of an array to the system, `timeout` as for raw bytes.
  public func write(_ bytes: [UInt8], timeout: Duration) -> WriteOutcome {
    bytes.withUnsafeBytes { write($0, timeout: timeout) }
  }
}
