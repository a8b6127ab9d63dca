import BoardModels
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// What is measured, in memory of its own: too large for the stack.
enum Subject {
  nonisolated(unsafe) private static var recognizer = BoardRecognizer()
  nonisolated(unsafe) private static var clock: UInt32 = 0
  nonisolated(unsafe) private static var model = LinearModel.lab
  /// As many points as a stage is repeated.
  nonisolated(unsafe) static var points = PointRing<16>()
  nonisolated(unsafe) static var attitudes = AttitudeMean()

  /// Loads the model that firmware carries.
  static func start() {
    recognizer.use(.carried)
    #if Perceptron
      recognizer.adopt(Stabilizers.built)
    #endif
  }

  /// True while ended strokes wait for their events.
  static var isReading: Bool { recognizer.isReading }

  /// How many points the stroke has.
  static var strokeLength: Int { recognizer.pointCount }

  /// Pushes `sample` 10 ms after the one before, whatever its own time, which it is given.
  @inline(__always)
  static func push(_ sample: inout InertialSample) -> Event? {
    clock &+= 10_000
    sample.timestamp = clock
    return recognizer.push(sample)
  }

  /// Pushes a sample with the pen up, and with neither attitude nor angular rate, so that no other work
  /// is done with it.
  static func liftPen() -> Event? {
    var sample = InertialSample(timestamp: 0, acceleration: .specificForce(.zero), pen: .up)
    return push(&sample)
  }

  /// Lifts the pen and waits for the classification.
  static func endStroke() {
    repeat { _ = liftPen() } while recognizer.isReading
  }

  /// The label of `features` by the lab's kind of model.
  @inline(never)
  static func score(_ features: inout ZoneFeatures) -> UInt8 {
    model.classification(on: &features).label
  }
}
