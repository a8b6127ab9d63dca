import FixedPoint
import Geometry
import Models
import Motion
import Pipeline
import Recognition

/// A step of the integrator and the rest detector.
struct IntegrateStage: Stage {
  static var name: StaticString { "integrate" }
  private var tracker = MotionTracker(.standard)
  private var acceleration = Vector3<23>.zero
  private var rate = Vector3<25>.zero
  private var clock: UInt32 = 0

  mutating func randomize(_ noise: inout Noise) {
    acceleration = Vector3(
      Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
    rate = Vector3(
      Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
  }

  mutating func mutate(_ noise: inout Noise) { acceleration.x.bits ^= noise.flip() }

  @inline(never)
  mutating func run() {
    clock &+= 10_000
    _ = tracker.advance(to: clock, acceleration: acceleration)
    tracker.observe(acceleration, angularRate: rate, microseconds: 10_000)
  }
}

/// 26 × 28 scores and the verdict.
struct ScoresStage: Stage {
  static var name: StaticString { "scores" }
  private var features = ZoneFeatures(values: InlineArray(repeating: 0))
  private var label: UInt8 = 0

  mutating func randomize(_ noise: inout Noise) {
    for index in 0..<28 { features.values[index] = Int16(truncatingIfNeeded: noise.edgy()) }
  }

  mutating func mutate(_ noise: inout Noise) {
    features.values[Int(truncatingIfNeeded: noise.word() & 15)] ^= Int16(
      truncatingIfNeeded: noise.flip())
  }

  @inline(never)
  mutating func run() { label = LatencyImage.score(&features) }
}

/// A whole sample with the pen down: of a stroke that is started anew when its buffer is nearly full.
struct PushStage: Stage {
  static var name: StaticString { "push" }
  private var sample = InertialSample(
    timestamp: 0, acceleration: .specificForce(.zero), angularRate: .zero, attitude: .identity,
    pen: .down)
  private var rotation = RotateStage()

  mutating func randomize(_ noise: inout Noise) {
    if LatencyImage.strokeLength > 900 { LatencyImage.endStroke() }
    sample.acceleration = .specificForce(
      Vector3(Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy())))
    sample.angularRate = Vector3(
      Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
    sample.attitude = UnitQuaternion(
      normalizing: Fixed<30>(bits: noise.edgy()), Fixed(bits: noise.edgy()),
      Fixed(bits: noise.edgy()), Fixed(bits: noise.edgy()))
  }

  mutating func mutate(_ noise: inout Noise) { randomize(&noise) }

  @inline(never)
  mutating func run() {
    LatencyImage.clock &+= 10_000
    sample.timestamp = LatencyImage.clock
    LatencyImage.push(sample)
  }
}
