import QuillonSerial
import QuillonSystem

/// Reads a port and passes on the bytes with the time of each read. All readers of boards use this
/// loop.
public struct PortReader {
  /// Why the loop ended.
  public enum Ending: Equatable, Sendable {
    /// The port is gone: it was unplugged, or the other end closed it.
    case disconnected
    /// The caller ended it.
    case cancelled
  }

  /// How long one read waits at most.
  private static let timeout = Duration.milliseconds(20)

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

  /// Reads until the port is gone or the caller ends it.
  ///
  /// - Parameters:
  ///   - isWanted: Called before each read, at least every 20 ms. False ends the loop.
  ///   - take: Called with the bytes of each read, which are valid during the call, and with the
  ///     time when the read returned, ns of `MonotonicClock`. An error that it throws ends the
  ///     loop.
  /// - Returns: Why the loop ended.
  /// - Throws: The errors of `isWanted` and `take`.
  @discardableResult
  public func run(
    while isWanted: () throws -> Bool,
    _ take: (_ bytes: UnsafeRawBufferPointer, _ arrival: UInt64) throws -> Void
  ) rethrows -> Ending {
    for read in earlier { try read.bytes.withUnsafeBytes { try take($0, read.arrival) } }
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while try isWanted() {
        switch transport.read(into: buffer, timeout: Self.timeout) {
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
