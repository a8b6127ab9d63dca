/// A count of events that stops at its greatest value instead of restarting at zero.
@frozen
public struct Counter: Equatable, Comparable, Sendable {
  /// The count; `UInt32.max` means "at least this many".
  public var value: UInt32

  /// A counter with `value` events.
  @inlinable @inline(__always)
  public init(_ value: UInt32 = 0) { self.value = value }

  /// Counts one event, or `events` of them.
  @inlinable @inline(__always)
  public mutating func add(_ events: UInt32 = 1) {
    let (sum, overflow) = value.addingReportingOverflow(events)
    value = overflow ? .max : sum
  }

  @inlinable @inline(__always)
  public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}
