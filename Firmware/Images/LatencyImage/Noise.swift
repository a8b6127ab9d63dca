import QuillonFusion
import QuillonNumerics

/// Words that anyone can compute: an xorshift generator (Marsaglia 2003). From them samples as no hand
/// makes them.
struct Noise {
  private var state: UInt32 = 0x2545_F491

  /// Any word.
  mutating func word() -> UInt32 {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return state
  }

  /// A sample with the pen down, its values mostly extreme.
  @inline(never)
  mutating func sample() -> InertialSample {
    InertialSample(
      timestamp: 0, acceleration: .specificForce(vector()), angularRate: vector(),
      magneticField: vector(),
      attitude: UnitQuaternion(normalizing: Fixed<30>(bits: edgy()), edge(), edge(), edge())
        ?? .identity, pen: .down)
  }

  /// Changes one or two bits in each of three values of `sample`.
  mutating func mutate(_ sample: inout InertialSample) {
    var force = sample.acceleration.vector
    force.x.bits ^= flip()
    force.y.bits ^= flip()
    sample.acceleration = .specificForce(force)
    sample.angularRate?.z.bits ^= flip()
  }

  private mutating func flip() -> Int32 {
    Int32(bitPattern: 1 &<< (word() & 31) | 1 &<< (word() & 31))
  }

  private mutating func vector<let f: Int>() -> Vector3<f> { Vector3(edge(), edge(), edge()) }

  private mutating func edge<let f: Int>() -> Fixed<f> { Fixed(bits: edgy()) }

  /// Any word, a small one or one near an end of the range.
  private mutating func edgy() -> Int32 {
    let word = Int32(bitPattern: self.word())
    switch self.word() & 3 {
    case 0: return word &>> 24
    case 1: return (word < 0 ? Int32.min : .max) &- word &>> 28
    default: return word
    }
  }
}
