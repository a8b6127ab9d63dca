import QuillonNumerics

extension SensorReading {
  /// False for values that no sensor gives: a specific force of exactly zero, or a value at the
  /// limit of its Q format (26 g, 3666 °/s, 4 mT). For formats without a checksum.
  ///
  /// `mutating`, because a nonmutating getter would copy a reading that is being filled in.
  var isPlausible: Bool {
    mutating get {
      specificForce != .zero && Self.isInRange(specificForce) && Self.isInRange(linearAcceleration)
        && Self.isInRange(angularRate) && Self.isInRange(magneticField)
    }
  }

  private static func isInRange<let f: Int>(_ vector: Vector3<f>?) -> Bool {
    guard let vector else { return true }
    // Modulo 2³², the values at the limit are three neighbors: the greatest, the least and the one
    // above it.
    func isInRange(_ component: Fixed<f>) -> Bool {
      UInt32(bitPattern: component.bits) &- 0x7FFF_FFFF > 2
    }
    return isInRange(vector.x) && isInRange(vector.y) && isInRange(vector.z)
  }
}
