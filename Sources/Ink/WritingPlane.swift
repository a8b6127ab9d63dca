import FixedPoint
import Geometry

/// The plane that a stroke is read in: two directions in the frame of its points.
///
/// Q1.14 turns and shears the plane by less than 10⁻⁴. Points and drift are seen in the same plane, so
/// that drift leaves nothing behind.
@frozen
public struct WritingPlane: Equatable, Sendable {
  /// A unit vector, Q1.14.
  @frozen
  public struct Direction: Equatable, Sendable {
    var x: Int16
    var y: Int16
    var z: Int16

    /// The direction of a unit vector, each component within ½ ulp.
    public init(_ v: Vector3<30>) {
      x = Self.rounded(v.x)
      y = Self.rounded(v.y)
      z = Self.rounded(v.z)
    }

    private static func rounded(_ c: Fixed<30>) -> Int16 {
      Int16(truncatingIfNeeded: (c.bits &+ 0x8000) &>> 16)
    }

    /// How far a point's mantissas reach in this direction.
    ///
    /// Int16 × Q1.14 = Q.14, three terms: the mantissas' length times 1, below √3 · 2²⁹.
    @inline(__always)
    func dot(_ point: InkPoint) -> Int32 {
      Int32(truncatingIfNeeded: x) &* Int32(truncatingIfNeeded: point.x)
        &+ Int32(truncatingIfNeeded: y) &* Int32(truncatingIfNeeded: point.y)
        &+ Int32(truncatingIfNeeded: z) &* Int32(truncatingIfNeeded: point.z)
    }
  }

  /// Where the writer's right is.
  public var right: Direction
  /// Where down is on the page.
  public var down: Direction

  /// A plane from two orthonormal directions.
  public init(right: Vector3<30>, down: Vector3<30>) {
    self.right = Direction(right)
    self.down = Direction(down)
  }

  /// The plane of a touch surface: x is right, y is down.
  public static var touch: Self {
    Self(right: Vector3(.one, .zero, .zero), down: Vector3(.zero, .one, .zero))
  }

  /// The plane of the board's face at its mean attitude: right is the body x axis, down the negative
  /// body y axis.
  public init(meanAttitude: UnitQuaternion) {
    let m = RotationMatrix(meanAttitude)
    self.init(right: m.xAxis, down: m.yAxis.negatedWithSaturation)
  }

  /// The coordinates of a point in the plane over 2^(1 + `bits`), rounded, for `bits` of 0…16.
  ///
  /// Q.14 · 2^exponent, at most √3 · 2²⁹ before the shift, and half of what is dropped, at most 2³⁰.
  @inline(__always)
  public func coordinates(
    of point: InkPoint, droppingBits bits: Int32 = 0
  ) -> (x: Int32, y: Int32) {
    let shift = 15 &- point.exponent &+ bits
    let half = Int32(bitPattern: (1 &<< UInt32(bitPattern: shift)) &>> 1)
    return ((right.dot(point) &+ half) &>> shift, (down.dot(point) &+ half) &>> shift)
  }
}
