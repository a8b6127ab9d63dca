import QuillonNumerics

/// The plane that a stroke is read in: two directions in the frame of its points.
///
/// Q1.14 turns and shears the plane by less than 10⁻⁴. Points and drift are projected onto the same
/// plane, so the drift is removed completely.
@frozen
public struct WritingPlane: Equatable, Sendable {
  /// A unit vector, Q1.14.
  @frozen
  public struct Direction: Equatable, Sendable {
    var x: Int16
    var y: Int16
    var z: Int16

    init(x: Int16, y: Int16, z: Int16) {
      (self.x, self.y, self.z) = (x, y, z)
    }

    /// The direction of a unit vector. Each component is within ½ ulp.
    public init(_ v: Vector3<30>) {
      x = Self.rounded(v.x)
      y = Self.rounded(v.y)
      z = Self.rounded(v.z)
    }

    /// True if `other` makes more than a right angle with this direction.
    ///
    /// Q1.14 × Q1.14 = Q2.28, three terms: at most 1.
    func isOpposite(to other: Self) -> Bool {
      Int32(truncatingIfNeeded: x) &* Int32(truncatingIfNeeded: other.x)
        &+ Int32(truncatingIfNeeded: y) &* Int32(truncatingIfNeeded: other.y)
        &+ Int32(truncatingIfNeeded: z) &* Int32(truncatingIfNeeded: other.z) < 0
    }

    private static func rounded(_ c: Fixed<30>) -> Int16 {
      Int16(truncatingIfNeeded: (c.bits &+ 0x8000) &>> 16)
    }

    /// The component of a point's mantissas in this direction.
    ///
    /// Int16 × Q1.14 = Q.14, three terms: at most the length of the mantissas, below √3 · 2²⁹.
    @inline(__always)
    func dot(_ point: InkPoint) -> Int32 {
      assert(Swift.max(x.magnitude, y.magnitude, z.magnitude) <= 1 << 14)
      return Int32(truncatingIfNeeded: x) &* Int32(truncatingIfNeeded: point.x)
        &+ Int32(truncatingIfNeeded: y) &* Int32(truncatingIfNeeded: point.y)
        &+ Int32(truncatingIfNeeded: z) &* Int32(truncatingIfNeeded: point.z)
    }
  }

  /// The direction of the writer's right.
  public var right: Direction
  /// The direction of down on the page.
  public var down: Direction

  /// A plane from two orthonormal directions.
  public init(right: Vector3<30>, down: Vector3<30>) {
    self.right = Direction(right)
    self.down = Direction(down)
  }

  init(right: Direction, down: Direction) {
    self.right = right
    self.down = down
  }

  /// The plane of a touch surface: x is right, y is down.
  public static var touch: Self {
    Self(right: Vector3(.one, .zero, .zero), down: Vector3(.zero, .one, .zero))
  }

  /// The coordinates of a point in the plane, divided by 2^(1 + `bits`) and rounded, for `bits` of
  /// 0…16.
  ///
  /// Q.14 · 2^exponent, at most √3 · 2²⁹ before the shift, and half of what is dropped, at most
  /// 2³⁰.
  @inline(never)
  public func coordinates(
    of point: InkPoint, droppingBits bits: Int32 = 0
  ) -> (x: Int32, y: Int32) {
    let shift = 15 &- point.exponent &+ bits
    assert(bits >= 0 && bits <= 16)
    let half = Int32(bitPattern: (1 &<< UInt32(bitPattern: shift)) &>> 1)
    assert(Swift.max(right.dot(point).magnitude, down.dot(point).magnitude) < 1 << 30)
    assert(!right.dot(point).addingReportingOverflow(half).overflow)
    assert(!down.dot(point).addingReportingOverflow(half).overflow)
    return ((right.dot(point) &+ half) &>> shift, (down.dot(point) &+ half) &>> shift)
  }
}
