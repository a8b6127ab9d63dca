/// The bytes of one read of a port.
public struct ReceivedBytes: Equatable, Sendable {
  /// When the read returned, ns of `MonotonicClock`.
  public var arrival: UInt64
  /// The bytes.
  public var bytes: [UInt8]

  /// Bytes from their parts.
  ///
  /// - Parameters:
  ///   - arrival: When the read returned, ns of `MonotonicClock`.
  ///   - bytes: The bytes.
  public init(arrival: UInt64, bytes: [UInt8]) {
    self.arrival = arrival
    self.bytes = bytes
  }
}
