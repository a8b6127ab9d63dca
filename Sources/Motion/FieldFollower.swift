import Geometry

/// Follows the magnetic field beside an ``InertialFilter``, in slices between those of the filter's blocks.
protocol FieldFollower {
  /// False if there is never anything to do.
  var isFollowing: Bool { get }

  /// A block begins: the next field is to be looked at.
  mutating func begin()

  /// Does the slice that is due; false if there is none, or it wants a field and there is none.
  ///
  /// - Parameters:
  ///   - matrix: body to the filter's frame.
  ///   - field: any unit, body frame.
  ///   - isRotating: whether the board turns by 20°/s or more.
  mutating func work(_ matrix: RotationMatrix, _ field: Vector3<19>?, isRotating: Bool) -> Bool

  /// There was a gap.
  mutating func restart()
}

/// Follows no field: six axes.
struct NoField: FieldFollower {
  var isFollowing: Bool { false }
  mutating func begin() {}
  mutating func work(_ matrix: RotationMatrix, _ field: Vector3<19>?, isRotating: Bool) -> Bool {
    false
  }
  mutating func restart() {}
}
