import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport

/// Any samples that the types can express, mostly with time going on as it should and a pen that
/// stays as it is for a while.
struct AnySamples {
  private var random: SeededRandom
  private var clock: UInt32 = 0
  private var pen = PenState.up

  init(random: SeededRandom) { self.random = random }

  mutating func next() -> InertialSample {
    let isOrderly = random.uniform() < 0.998
    clock &+=
      isOrderly ? UInt32(random.index(below: 20_000)) : UInt32(truncatingIfNeeded: random.next())
    if random.uniform() < 0.02 { pen = pen == .up ? .down : .up }
    return InertialSample(
      timestamp: clock,
      acceleration: random.uniform() < 0.5 ? .linear(vector()) : .specificForce(vector()),
      angularRate: random.uniform() < 0.5 ? nil : vector(),
      attitude: random.uniform() < 0.02 ? nil : attitude(), pen: pen)
  }

  private mutating func vector<let f: Int>() -> Vector3<f> {
    Vector3(
      Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
      Fixed(bits: random.edgyWord()))
  }

  private mutating func attitude() -> UnitQuaternion {
    let axis: Vector3<30> = vector()
    return UnitQuaternion(
      uncheckedUnit: Fixed(bits: random.edgyWord()), axis.x, axis.y, axis.z)
  }
}
