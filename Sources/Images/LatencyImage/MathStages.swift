import FixedPoint
import Geometry

/// Nothing: what a call and the loop around it cost, to be subtracted from the others.
struct EmptyStage: Stage {
  static var name: StaticString { "empty" }
  mutating func randomize(_ noise: inout Noise) {}
  mutating func mutate(_ noise: inout Noise) {}
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

  mutating func randomize(_ noise: inout Noise) {
    q =
      UnitQuaternion(
        normalizing: Fixed<30>(bits: noise.edgy()), Fixed(bits: noise.edgy()),
        Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy())) ?? .identity
    v = Vector3(Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
  }

  mutating func mutate(_ noise: inout Noise) { v.x.bits ^= noise.flip() }

  @inline(never)
  mutating func run() { result = q.rotate(v) }
}

/// ⌊√x⌋ of 32 bits.
struct SquareRootStage: Stage {
  static var name: StaticString { "squareRoot" }
  private var operand: UInt32 = 0
  private var result: UInt32 = 0

  mutating func randomize(_ noise: inout Noise) { operand = UInt32(bitPattern: noise.edgy()) }
  mutating func mutate(_ noise: inout Noise) { operand ^= UInt32(bitPattern: noise.flip()) }

  @inline(never)
  mutating func run() { result = integerSquareRoot(operand) }
}

/// The direction of a vector.
struct NormalizeStage: Stage {
  static var name: StaticString { "normalize" }
  private var v = Vector3<23>.zero
  private var result = Vector3<30>.zero

  mutating func randomize(_ noise: inout Noise) {
    v = Vector3(Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
  }

  mutating func mutate(_ noise: inout Noise) {
    v.x.bits ^= noise.flip()
    v.y.bits ^= noise.flip()
  }

  @inline(never)
  mutating func run() { result = v.normalized ?? .zero }
}
