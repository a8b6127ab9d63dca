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
    let sum = mean.sum
    add(sum.ww, sum.wx, sum.wy, sum.wz, sum.xx)
    add(sum.xy, sum.xz, sum.yy, sum.yz, sum.zz)
  }

  private mutating func add(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ e: Int32) {
    add(UInt32(bitPattern: a))
    add(UInt32(bitPattern: b))
    add(UInt32(bitPattern: c))
    add(UInt32(bitPattern: d))
    add(UInt32(bitPattern: e))
  }
}
