extension StateDigest {
  /// Adds a vector.
  @inlinable @inline(__always)
  public mutating func add<let f: Int>(_ vector: Vector3<f>) {
    add(vector.x)
    add(vector.y)
    add(vector.z)
  }

  /// Adds all state of a mean.
  public mutating func add(_ mean: AttitudeMean) {
    add(UInt32(bitPattern: mean.count))
    add(UInt32(bitPattern: mean.w))
    add(UInt32(bitPattern: mean.x))
    add(UInt32(bitPattern: mean.y))
    add(UInt32(bitPattern: mean.z))
  }
}
