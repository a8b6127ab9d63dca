import FixedPoint
import Geometry
import Ink
import Models
import Motion
import Pipeline
import Recognition

/// What is measured, in memory of its own: too large for the stack.
enum Subject {
  nonisolated(unsafe) private static var recognizer = Recognizer()
  nonisolated(unsafe) private static var model = LinearModel()
  nonisolated(unsafe) private static var clock: UInt32 = 0
  /// A stroke of as many points as a stage is repeated.
  nonisolated(unsafe) static var points = StrokeBuffer<16>()

  /// Loads the model.
  static func start() {
    recognizer.loadModel(StandardModel.load)
    StandardModel.load(into: &model)
  }

  /// How many points the stroke has.
  static var strokeLength: Int { recognizer.stroke.count }

  /// Pushes `sample` 10 ms after the one before, whatever its own time, which it is given.
  @inline(__always)
  static func push(_ sample: inout InertialSample) -> Event? {
    clock &+= 10_000
    sample.timestamp = clock
    return recognizer.push(sample)
  }

  /// Pushes a sample with the pen up.
  static func liftPen() -> Event? {
    var sample = InertialSample(
      timestamp: 0, acceleration: .specificForce(.zero), angularRate: .zero,
      attitude: .identity, pen: .up)
    return push(&sample)
  }

  /// The features of the stroke that has ended.
  @inline(never)
  static func features() -> ZoneFeatures { recognizer.strokeFeatures() }

  /// The label of `features`.
  @inline(never)
  static func score(_ features: inout ZoneFeatures) -> UInt8 {
    model.verdict(on: &features).label
  }
}
