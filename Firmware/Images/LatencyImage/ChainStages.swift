import BoardModels
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// The board's calibration applied to a sample. One that changes nothing takes as long as any other.
struct CalibrateStage: Stage {
  static var name: StaticString { "calibrate" }
  private var calibration = SensorCalibration()
  private var sample = InertialSample(timestamp: 0, acceleration: .linear(.zero), pen: .down)
  private var calibrated = InertialSample(timestamp: 0, acceleration: .linear(.zero), pen: .down)

  mutating func take(_ sample: InertialSample) { self.sample = sample }

  @inline(never)
  mutating func run() {
    calibrated = sample
    calibration.correct(&calibrated)
  }
}

/// A step of the integrator and the rest detector.
struct IntegrateStage: Stage {
  static var name: StaticString { "integrate" }
  private var tracker = MotionTracker(parameters)
  private var acceleration = Vector3<23>.zero
  private var rate: Vector3<25>?
  private var clock: UInt32 = 0

  /// With a perceptron those that the image was built with.
  private static var parameters: MotionTracker.Parameters {
    var parameters = RecognizerParameters()
    #if Perceptron
      parameters.stabilizers = .built
    #endif
    return parameters.motion
  }

  mutating func take(_ sample: InertialSample) {
    acceleration = sample.acceleration.vector
    rate = sample.angularRate
  }

  @inline(never)
  mutating func run() {
    clock &+= 10_000
    _ = tracker.advance(to: clock, acceleration: acceleration)
    tracker.observe(acceleration, angularRate: rate, microseconds: 10_000)
  }
}

/// A point stored, and its attitude added to the mean's.
struct BufferStage: Stage {
  static var name: StaticString { "buffer" }
  private var position = Vector3<23>.zero
  private var attitude = UnitQuaternion.identity

  mutating func take(_ sample: InertialSample) {
    Subject.points.removeFirst(Subject.points.count)
    position = sample.acceleration.vector
    attitude = sample.attitude ?? .identity
  }

  @inline(never)
  mutating func run() {
    _ = Subject.points.append(InkPoint(position, ticks: 312))
    Subject.attitudes.add(attitude)
  }
}

/// 26 × 28 scores and the classification, of features that any words may be.
struct ScoresStage: Stage {
  static var name: StaticString { "scores" }
  var features = ZoneFeatures()
  private var label: UInt8 = 0

  mutating func take(_ sample: InertialSample) {
    let (force, rate) = (sample.acceleration.vector, sample.angularRate ?? .zero)
    // The multiplier of a congruential generator spreads few words over many.
    for index in 0..<7 {
      let factor = Int32(truncatingIfNeeded: index) &* 69_069 &+ 1
      features[index] = Int16(truncatingIfNeeded: force.x.bits &* factor)
      features[index &+ 7] = Int16(truncatingIfNeeded: force.y.bits &* factor)
      features[index &+ 14] = Int16(truncatingIfNeeded: force.z.bits &* factor)
      features[index &+ 21] = Int16(truncatingIfNeeded: rate.z.bits &* factor)
    }
  }

  @inline(never)
  mutating func run() { label = Subject.score(&features) }
}

/// A whole sample with the pen down: of a stroke that is restarted when its buffer is nearly full.
struct PushStage: Stage {
  static var name: StaticString { "push" }
  private var sample = InertialSample(timestamp: 0, acceleration: .linear(.zero), pen: .down)

  mutating func take(_ sample: InertialSample) {
    if Subject.strokeLength > 900 { Subject.endStroke() }
    self.sample = sample
  }

  @inline(never)
  mutating func run() { _ = Subject.push(&sample) }
}
