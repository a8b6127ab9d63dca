/// A point of a path in four bytes: its position in the unit square, and whether the pen was down
/// on the way to it.
@frozen
public struct PathPoint: Equatable, Sendable {
  /// y is in the upper half. The lower half holds x above one bit, which is set if the pen was
  /// lifted. Both are Q1.14 within 0…1.
  private var word: UInt32

  /// The point (0, 0), reached with the pen down.
  @inlinable
  public static var zero: Self { Self(x: 0, y: 0, isPenDown: true) }

  /// A point at (x, y), Q1.14, clamped to 0…1.
  public init(x: Int32, y: Int32, isPenDown: Bool) {
    let across = UInt32(bitPattern: Self.clamped(x)) &<< 1 | (isPenDown ? 0 : 1)
    word = UInt32(bitPattern: Self.clamped(y)) &<< 16 | across
  }

  /// x, to the right, Q1.14.
  public var x: Int32 { Int32(bitPattern: (word & 0xFFFF) &>> 1) }
  /// y, down, Q1.14.
  public var y: Int32 { Int32(bitPattern: word &>> 16) }
  /// False if the pen was lifted on the way to this point.
  public var isPenDown: Bool { word & 1 == 0 }

  /// The distance to another point, Q1.14, within 7 % of the Euclidean distance.
  public func distance(to other: PathPoint) -> Int32 {
    Self.length(other.x &- x, other.y &- y)
  }

  /// A length without a square root: max + ⅜ min of the magnitudes. The error is −3 to +7 %.
  @inline(__always)
  static func length(_ dx: Int32, _ dy: Int32) -> Int32 {
    let a = dx < 0 ? 0 &- dx : dx
    let b = dy < 0 ? 0 &- dy : dy
    return Swift.max(a, b) &+ (3 &* Swift.min(a, b) &+ 4) &>> 3
  }

  @inline(__always)
  private static func clamped(_ c: Int32) -> Int32 { Swift.min(Swift.max(c, 0), 1 &<< 14) }
}
