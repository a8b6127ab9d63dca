import QuillonNumerics

/// Follows the magnetic field beside an ``SixAxisAHRS``, in slices between those of the filter's blocks.
protocol FieldFollower {
  /// False if there is never anything to do.
  var isFollowing: Bool { get }

  /// True if no slice is due: asked first, since most samples have none.
  var isIdle: Bool { get }

  /// A block begins: the next field is to be looked at, if the one before is done with.
  mutating func begin()

  /// Does the slice that is due; false if there is none, or it wants a field and there is none.
  ///
  /// - Parameters:
  ///   - matrix: body to the filter's frame.
  ///   - field: any unit, body frame.
  ///   - rate: the angular rate of the same sample, rad/s, body frame.
  ///   - isRotating: whether the board turns by 20°/s or more.
  ///   - isAtRest: whether it lies still.
  mutating func work(
    _ matrix: RotationMatrix, _ field: Vector3<19>?, rate: Vector3<25>, isRotating: Bool,
    isAtRest: Bool
  ) -> Bool

  /// There was a gap.
  mutating func restart()
}

/// Follows no field: six axes.
struct NoField: FieldFollower {
  var isFollowing: Bool { false }
  var isIdle: Bool { true }
  mutating func begin() {}
  mutating func work(
    _ matrix: RotationMatrix, _ field: Vector3<19>?, rate: Vector3<25>, isRotating: Bool,
    isAtRest: Bool
  ) -> Bool { false }
  mutating func restart() {}
}
