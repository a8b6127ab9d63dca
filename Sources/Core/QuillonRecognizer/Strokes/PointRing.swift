/// Points in the order in which they came, in memory of fixed size: added behind, taken off at either
/// end.
@frozen
public struct PointRing<let capacity: Int>: ~Copyable {
  @usableFromInline var points = InlineArray<capacity, InkPoint>(repeating: .zero)
  @usableFromInline var first = 0
  @usableFromInline var storedCount = 0

  /// How many points there are, 0…`capacity`.
  @inlinable @inline(__always)
  public var count: Int { storedCount }

  /// True when there is no room for another point.
  @inlinable @inline(__always)
  public var isFull: Bool { storedCount >= capacity }

  /// An empty ring.
  @inlinable @inline(__always)
  public init() {}

  /// Adds a point behind the others; false when there is no room.
  @inlinable
  public mutating func append(_ point: InkPoint) -> Bool {
    guard !isFull else { return false }
    points[unchecked: index(count)] = point
    storedCount &+= 1
    return true
  }

  /// Takes off the oldest `number` points, at most `count`.
  @inlinable
  public mutating func removeFirst(_ number: Int) {
    first = index(number)
    storedCount &-= number
  }

  /// Takes off the newest `number` points, at most `count`.
  @inlinable
  public mutating func removeLast(_ number: Int) { storedCount &-= number }

  /// Where the point stands that `offset` others precede, 0…`capacity`.
  @inlinable @inline(__always)
  public func index(_ offset: Int) -> Int {
    let index = first &+ offset
    return index < capacity ? index : index &- capacity
  }

  /// Where the next point stands.
  @inlinable @inline(__always)
  public func index(after index: Int) -> Int { index &+ 1 < capacity ? index &+ 1 : 0 }

  /// The point at an index that `index` gave.
  @inlinable @inline(__always)
  public subscript(unchecked index: Int) -> InkPoint {
    mutating get { points[unchecked: index] }
    set { points[unchecked: index] = newValue }
  }
}
