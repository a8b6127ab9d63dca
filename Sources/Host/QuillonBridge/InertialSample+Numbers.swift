import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// A sample as a row of numbers: acceleration, then angular rate, field and attitude as far as there are any.
extension InertialSample {
  /// True if both have the same quantities. The field does not count: it comes less often.
  func hasSameContent(as other: InertialSample) -> Bool {
    acceleration.isLinear == other.acceleration.isLinear
      && (angularRate == nil) == (other.angularRate == nil)
      && (attitude == nil) == (other.attitude == nil)
  }

  /// The numbers; of the two quaternions of the attitude the one nearer to `neighbor`, so that they can be averaged.
  func numbers(like neighbor: UnitQuaternion?) -> [Double] {
    var numbers: [Double] = []
    func add<let f: Int>(_ vector: Vector3<f>) {
      numbers += [vector.x.double, vector.y.double, vector.z.double]
    }
    switch acceleration {
    case .specificForce(let vector), .linear(let vector): add(vector)
    }
    if let angularRate { add(angularRate) }
    if let magneticField { add(magneticField) }
    if let attitude {
      let q = attitude.double
      let isFar = neighbor.map { (q * $0.double).sum() < 0 } ?? false
      numbers += (0..<4).map { isFar ? -q[$0] : q[$0] }
    }
    return numbers
  }

  /// Replaces the quantities that it has by these numbers, in the order of ``numbers(like:)``.
  mutating func set(_ numbers: [Double]) {
    var place = 0
    func vector<let f: Int>() -> Vector3<f> {
      defer { place += 3 }
      return Vector3(SIMD3(numbers[place], numbers[place + 1], numbers[place + 2]))
    }
    acceleration = acceleration.isLinear ? .linear(vector()) : .specificForce(vector())
    if angularRate != nil { angularRate = vector() }
    if magneticField != nil { magneticField = vector() }
    if attitude != nil {
      let q = SIMD4(
        numbers[place], numbers[place + 1], numbers[place + 2], numbers[place + 3])
      attitude = UnitQuaternion(q) ?? attitude
    }
  }
}

extension InertialSample.Acceleration {
  fileprivate var isLinear: Bool {
    if case .linear = self { true } else { false }
  }
}
