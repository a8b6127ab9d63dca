import FixedPoint

extension StateDigest {
  /// Takes a vector.
  @inlinable @inline(__always)
  public mutating func add<let f: Int>(_ vector: Vector3<f>) {
    add(vector.x)
    add(vector.y)
    add(vector.z)
  }

  /// Takes all that a mean remembers.
  public mutating func add(_ mean: AttitudeMean) {
    add(UInt32(bitPattern: mean.count))
    for k in 0..<16 { add(UInt32(bitPattern: mean.sum.entries[unchecked: k])) }
  }
}
