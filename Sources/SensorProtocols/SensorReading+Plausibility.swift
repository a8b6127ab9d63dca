import FixedPoint
import Geometry

extension SensorReading {
  /// False for values that no sensor gives: an acceleration of exactly nothing, gravity missing too, or
  /// a value at the limit of its Q format (26 g, 3666 °/s, 4 mT). For formats without a checksum.
  ///
  /// `mutating` because a reading that is being filled in would be copied for the question otherwise.
  var isPlausible: Bool {
    mutating get {
      specificForce != .zero && Self.isInRange(specificForce) && Self.isInRange(linearAcceleration)
        && Self.isInRange(angularRate) && Self.isInRange(magneticField)
    }
  }

  private static func isInRange<let f: Int>(_ vector: Vector3<f>?) -> Bool {
    vector?.isWithin(Fixed(bits: .max &- 1)) ?? true
  }
}
