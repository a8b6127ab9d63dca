import QuillonNumerics

/// Follows the magnetic field for a ``SixAxisAHRS``, in slices between those of the filter's
/// blocks.
protocol FieldFollower {
  /// False if there is never work to do.
  var isFollowing: Bool { get }

  /// True if no slice is due. Asked first, because most samples have none.
  var isIdle: Bool { get }

  /// Begins a block: the next field will be processed, if the one before is finished.
  mutating func begin()

  /// Does the slice that is due. False if none is due, or if it needs a field and there is none.
  ///
  /// - Parameters:
  ///   - matrix: Body to the filter's frame.
  ///   - field: Any unit, body frame.
  ///   - rate: The angular rate of the same sample, rad/s, body frame.
  ///   - isRotating: True if the board turns by 20°/s or more.
  ///   - isAtRest: True if the board is at rest.
  mutating func work(
    _ matrix: RotationMatrix, _ field: Vector3<19>?, rate: Vector3<25>, isRotating: Bool,
    isAtRest: Bool
  ) -> Bool

  /// Call this after a gap.
  mutating func restart()
}

/// Follows no field, for six axes.
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
