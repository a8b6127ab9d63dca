import FixedPoint
import Geometry
import Motion

/// The points of one stroke, in memory of fixed size, and what becomes of them at pen-up.
///
/// A stroke lives in two phases in the same storage. While it is written, points are positions: in space,
/// m, Q8.23, reference frame, or on a touch surface, in any unit. `rescale` turns them into ink:
/// points in the unit square, Q1.14, y down.
///
/// When `capacity` points are stored, `append` answers `.full` and stores no more: the owner ends
/// the stroke. At 100 Hz, 1,024 points are 10.2 s in 8 KB.
@frozen
public struct StrokeBuffer<let capacity: Int>: ~Copyable {
  @usableFromInline var points = InlineArray<capacity, InkPoint>(repeating: .zero)
  @usableFromInline var storedCount = 0
  @usableFromInline var attitudeSum = AttitudeMean()
  /// The index of the last point at which the velocity was known to be 0.
  @usableFromInline var runStart = 0
  /// Time that has passed but does not yet fill a tick, µs.
  @usableFromInline var remainder: UInt32 = 0

  /// How many points are stored.
  @inlinable @inline(__always)
  public var count: Int { storedCount }

  /// The mean of the attitudes that points in space came with; nil for an empty or a touch stroke.
  @inlinable @inline(__always)
  public var meanAttitude: UnitQuaternion? { attitudeSum.nearestRotation }

  /// What became of a point.
  public enum Outcome: Equatable, Sendable {
    /// It is stored.
    case stored
    /// There was no room for it: it is not stored.
    case full
  }

  /// An empty buffer.
  @inlinable
  public init() {}

  /// Forgets the stroke.
  @inlinable
  public mutating func removeAll() {
    storedCount = 0
    attitudeSum = AttitudeMean()
    runStart = 0
    remainder = 0
  }

  /// Stores a point in space, `microseconds` after the one before (131 ms at most count; of the
  /// first point the time is of no account).
  @inlinable
  public mutating func append(
    _ position: Vector3<23>, attitude: UnitQuaternion, microseconds: UInt32
  ) -> Outcome {
    guard append(position, microseconds: microseconds) == .stored else { return .full }
    attitudeSum.add(attitude)
    return .stored
  }

  /// Stores a point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰; time as above.
  @inlinable
  public mutating func append(touchX x: Int32, y: Int32, microseconds: UInt32) -> Outcome {
    append(Vector3(Fixed(bits: x), Fixed(bits: y), .zero), microseconds: microseconds)
  }

  @inlinable
  mutating func append(_ position: Vector3<23>, microseconds: UInt32) -> Outcome {
    guard count < capacity else { return .full }
    // What rounding to ticks leaves over goes to the next point, so that errors don't add up.
    let step = Swift.min(microseconds, InkPoint.tick &* InkPoint.maximumTicks)
    let elapsed = count == 0 ? 0 : remainder &+ step
    let ticks = elapsed &>> 5
    remainder = elapsed & (InkPoint.tick &- 1)
    points[unchecked: count] = InkPoint(position, ticks: ticks)
    storedCount &+= 1
    return .stored
  }
}
