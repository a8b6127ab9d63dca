/// A ring buffer of points in memory of fixed size. Points are added at the end and removed at
/// either end.
@frozen
public struct PointRing<let capacity: Int>: ~Copyable {
  @usableFromInline var points = InlineArray<capacity, InkPoint>(repeating: .zero)
  @usableFromInline var first = 0
  @usableFromInline var storedCount = 0

  /// How many points there are, 0…`capacity`.
  @inlinable @inline(__always)
  public var count: Int { storedCount }

  /// True if there is no room for another point.
  @inlinable @inline(__always)
  public var isFull: Bool { storedCount >= capacity }

  /// An empty ring.
  @inlinable @inline(__always)
  public init() {}

  /// Removes all points.
  @inlinable @inline(__always)
  mutating func removeAll() { (first, storedCount) = (0, 0) }

  /// Adds a point at the end; false if there is no room.
  @inlinable
  public mutating func append(_ point: InkPoint) -> Bool {
    guard !isFull else { return false }
    points[unchecked: index(count)] = point
    storedCount &+= 1
    return true
  }

  /// Removes the oldest `number` points, at most `count`.
  @inlinable
  public mutating func removeFirst(_ number: Int) {
    first = index(number)
    storedCount &-= number
  }

  /// Removes the newest `number` points, at most `count`.
  @inlinable
  public mutating func removeLast(_ number: Int) { storedCount &-= number }

  /// The index of the point with `offset` older points before it, 0…`capacity`.
  @inlinable @inline(__always)
  public func index(_ offset: Int) -> Int {
    let index = first &+ offset
    return index < capacity ? index : index &- capacity
  }

  /// The index of the next point.
  @inlinable @inline(__always)
  public func index(after index: Int) -> Int { index &+ 1 < capacity ? index &+ 1 : 0 }

  /// The point at an index that `index` returned.
  @inlinable @inline(__always)
  public subscript(unchecked index: Int) -> InkPoint {
    mutating get { points[unchecked: index] }
    set { points[unchecked: index] = newValue }
  }
}
