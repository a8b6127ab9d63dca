/// Three components in one Q format: a quantity along the x, y and z axes of a frame.
///
/// The name and the doc comment of a variable state its quantity, unit and frame.
@frozen
public struct Vector3<let fractionBits: Int>: Equatable, Sendable {
  /// The component along x.
  public var x: Fixed<fractionBits>
  /// The component along y.
  public var y: Fixed<fractionBits>
  /// The component along z.
  public var z: Fixed<fractionBits>

  /// The vector with the given components.
  @inlinable @inline(__always)
  public init(_ x: Fixed<fractionBits>, _ y: Fixed<fractionBits>, _ z: Fixed<fractionBits>) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// (0, 0, 0).
  @inlinable @inline(__always)
  public static var zero: Self { Self(.zero, .zero, .zero) }
}
