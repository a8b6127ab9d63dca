/// Counts every byte that a decoder has processed: as part of a message, or as skipped, by reason.
///
/// Bytes that still wait for the rest of their message are not counted yet. Each count stops at
/// 2³² − 1.
@frozen
public struct DecodeCounters: Equatable, Sendable {
  /// Bytes of messages, and of empty lines.
  public var accepted: UInt32 = 0
  /// Bytes skipped as `DecodeError.noise`.
  public var noise: UInt32 = 0
  /// Bytes skipped because of `DecodeError.length`.
  public var length: UInt32 = 0
  /// Bytes skipped because of `DecodeError.structure`.
  public var structure: UInt32 = 0
  /// Bytes skipped because of `DecodeError.checksum`.
  public var checksum: UInt32 = 0
  /// Bytes skipped as `DecodeError.unknown`.
  public var unknown: UInt32 = 0
  /// Bytes skipped as `DecodeError.implausible`.
  public var implausible: UInt32 = 0

  /// All counts at 0.
  @inlinable
  public init() {}

  /// Bytes skipped for this reason.
  @inlinable
  public subscript(reason: DecodeError) -> UInt32 {
    switch reason {
    case .noise: noise
    case .length: length
    case .structure: structure
    case .checksum: checksum
    case .unknown: unknown
    case .implausible: implausible
    }
  }

  /// Bytes skipped for any reason.
  @inlinable
  public var rejected: UInt32 {
    var sum = noise
    Self.add(length, to: &sum)
    Self.add(structure, to: &sum)
    Self.add(checksum, to: &sum)
    Self.add(unknown, to: &sum)
    Self.add(implausible, to: &sum)
    return sum
  }

  /// Counts bytes of a message.
  @inlinable @inline(__always)
  mutating func accept(_ bytes: Int) { Self.add(UInt32(truncatingIfNeeded: bytes), to: &accepted) }

  /// Counts skipped bytes.
  @inlinable
  mutating func reject(_ bytes: Int, for reason: DecodeError) {
    let bytes = UInt32(truncatingIfNeeded: bytes)
    switch reason {
    case .noise: Self.add(bytes, to: &noise)
    case .length: Self.add(bytes, to: &length)
    case .structure: Self.add(bytes, to: &structure)
    case .checksum: Self.add(bytes, to: &checksum)
    case .unknown: Self.add(bytes, to: &unknown)
    case .implausible: Self.add(bytes, to: &implausible)
    }
  }

  @inlinable @inline(__always)
  static func add(_ bytes: UInt32, to count: inout UInt32) {
    let (sum, overflow) = count.addingReportingOverflow(bytes)
    count = overflow ? .max : sum
  }
}
