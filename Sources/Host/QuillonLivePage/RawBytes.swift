import QuillonSerial
import Synchronization

/// The last bytes that came from the board's port, whether they were understood or not.
///
/// Thread-safe.
public final class RawBytes: Sendable {
  /// How many bytes are kept.
  static let kept = 256

  private let tail = Mutex(RawBytesView())

  /// No bytes yet.
  public init() {}

  /// A transport that does what `transport` does, and whose bytes are kept here.
  ///
  /// - Parameter transport: An open port.
  /// - Returns: The transport to read from.
  public func keeping(_ transport: any ByteTransport) -> any ByteTransport {
    WatchedTransport(transport, into: self)
  }

  /// What has come until now.
  var view: RawBytesView { tail.withLock { $0 } }

  fileprivate func append(_ bytes: some Collection<UInt8>) {
    tail.withLock { tail in
      tail.count += bytes.count
      tail.bytes = (tail.bytes + bytes.suffix(Self.kept)).suffix(Self.kept)
    }
  }
}

/// What the page shows of the bytes.
struct RawBytesView: Encodable {
  let kind = "bytes"
  /// How many have come in all.
  var count = 0
  /// The last of them, at most ``RawBytes/kept``.
  var bytes: [UInt8] = []
}

private final class WatchedTransport: ByteTransport {
  private let transport: any ByteTransport
  private let received: RawBytes

  init(_ transport: any ByteTransport, into received: RawBytes) {
    (self.transport, self.received) = (transport, received)
  }

  var path: String { transport.path }
  var statusLines: StatusLines? { transport.statusLines }

  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    let outcome = transport.read(into: buffer, timeout: timeout)
    if case .bytes(let count) = outcome { received.append(buffer.prefix(count)) }
    return outcome
  }

  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    transport.write(bytes, timeout: timeout)
  }

  func close() { transport.close() }
}
