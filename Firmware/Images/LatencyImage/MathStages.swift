import QuillonFusion
import QuillonNumerics

/// Nothing: what a call and the loop around it cost, to be subtracted from the others.
struct EmptyStage: Stage {
  static var name: StaticString { "empty" }
  mutating func take(_ sample: InertialSample) {}
  @inline(never)
  mutating func run() { forget() }
  private func forget() {}
}

/// A vector turned by a quaternion.
struct RotateStage: Stage {
  static var name: StaticString { "rotate" }
  private var q = UnitQuaternion.identity
  private var v = Vector3<23>.zero
  private var result = Vector3<23>.zero

  mutating func take(_ sample: InertialSample) {
    q = sample.attitude ?? .identity
    v = sample.acceleration.vector
  }

  @inline(never)
  mutating func run() { result = q.rotate(v) }
}

/// ⌊√x⌋ of 32 bits.
struct SquareRootStage: Stage {
  static var name: StaticString { "squareRoot" }
  private var operand: UInt32 = 0
  private var result: UInt32 = 0

  mutating func take(_ sample: InertialSample) {
    operand = UInt32(bitPattern: sample.acceleration.vector.x.bits)
  }

  @inline(never)
  mutating func run() { result = integerSquareRoot(operand) }
}

/// The direction of a vector.
struct NormalizeStage: Stage {
  static var name: StaticString { "normalize" }
  private var v = Vector3<23>.zero
  private var result = Vector3<30>.zero

  mutating func take(_ sample: InertialSample) { v = sample.acceleration.vector }

  @inline(never)
  mutating func run() { result = v.normalized ?? .zero }
}

extension InertialSample.Acceleration {
  /// The vector, of whichever kind it is.
  var vector: Vector3<23> {
    switch self {
    case .specificForce(let force): force
    case .linear(let acceleration): acceleration
    }
  }
}
