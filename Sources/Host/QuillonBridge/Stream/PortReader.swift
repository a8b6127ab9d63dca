import QuillonProfiling
import QuillonSerial

/// Reads a board's port and hands on what comes, with the time at which it was read. All who read a board do it by this
/// loop.
public struct PortReader {
  /// How a reading ended.
  public enum Ending: Equatable, Sendable {
    /// The port is gone: unplugged, or closed at the other end.
    case disconnected
    /// The caller wanted no more.
    case cancelled
  }

  /// How long a read waits at most.
  private static let patience = Duration.milliseconds(20)

  private let transport: any ByteTransport
  private let earlier: [ReceivedBytes]

  /// A reader of an open port. It leaves the port open.
  ///
  /// - Parameters:
  ///   - transport: The open port.
  ///   - earlier: What was read from the port before. The reader hands it on first.
  public init(_ transport: any ByteTransport, after earlier: [ReceivedBytes] = []) {
    self.transport = transport
    self.earlier = earlier
  }

  /// Reads until the port is gone or the caller wants no more.
  ///
  /// - Parameters:
  ///   - isWanted: called before each read, at least every 20 ms; false ends the reading.
  ///   - take: called with the bytes of each read, which are there during the call, and when it returned, ns of
  ///     `MonotonicClock`. What it throws ends the reading.
  @discardableResult
  public func run(
    while isWanted: () throws -> Bool,
    _ take: (_ bytes: UnsafeRawBufferPointer, _ arrival: UInt64) throws -> Void
  ) rethrows -> Ending {
    for read in earlier { try read.bytes.withUnsafeBytes { try take($0, read.arrival) } }
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while try isWanted() {
        switch transport.read(into: buffer, timeout: Self.patience) {
        case .bytes(let count):
          try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), MonotonicClock.now())
        case .timedOut: continue
        case .ended: return .disconnected
        }
      }
      return .cancelled
    }
  }
}
