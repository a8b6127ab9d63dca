import FixedPoint
import Geometry

/// The plane that a stroke is read in: two directions in the frame of its points.
@frozen
public struct WritingPlane: Equatable, Sendable {
  /// Where the writer's right is, Q1.30.
  public var right: Vector3<30>
  /// Where down is on the page, Q1.30.
  public var down: Vector3<30>

  /// A plane from two orthonormal directions.
  @inlinable
  public init(right: Vector3<30>, down: Vector3<30>) {
    self.right = right
    self.down = down
  }

  /// The plane of a touch surface: x is right, y is down.
  @inlinable
  public static var touch: Self {
    Self(right: Vector3(.one, .zero, .zero), down: Vector3(.zero, .one, .zero))
  }

  /// The plane of the board's face at its mean attitude: right is the body x axis, down the negative
  /// body y axis.
  @inlinable
  public init(meanAttitude: UnitQuaternion) {
    let m = RotationMatrix(meanAttitude)
    self.init(right: m.xAxis, down: m.yAxis.negatedWithSaturation)
  }

  /// The coordinates of a point in the plane, at half its resolution, so that the difference of any
  /// two fits in 32 bits: positions of at most 2³⁰ steps give at most 2³⁰.
  ///
  /// Q1.30 × Q8.23 = Q.53, three terms of at most 2⁶⁰, rounded to Q.22.
  @inlinable
  public func coordinates(of point: Vector3<23>) -> (x: Fixed<22>, y: Fixed<22>) {
    (right.dot(point), down.dot(point))
  }
}
