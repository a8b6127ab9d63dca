import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport

/// A board that turns as scripted, with a gyroscope and an accelerometer that err as scripted, and the
/// filter that listens to it.
struct FusionScript {
  var filter: NineAxisAHRS
  /// Body to earth.
  var truth: ReferenceQuaternion
  /// rad/s.
  var bias = ReferenceVector.zero
  /// rad/s and m/s², standard deviation.
  var noise = (rate: 0.0, force: 0.0)
  /// µT, standard deviation.
  var fieldNoise = 0.0
  /// µT, in the earth frame: east, north, up.
  var field = ReferenceVector(0, 20, -45)
  /// µT, in the body frame: of a magnet that turns with the board.
  var magnet = ReferenceVector.zero
  /// How long after the rates of its sample the field was sensed, s.
  var fieldDelay = 0.0
  var random: SeededRandom
  var timestamp: UInt32 = 0
  /// µs.
  var period: UInt32 = 10_000

  init(
    _ parameters: SixAxisAHRS.Parameters = .init(), usesField: Bool = false,
    truth: ReferenceQuaternion = .identity, seed: UInt64 = 1
  ) {
    filter = NineAxisAHRS(parameters, usesField: usesField)
    self.truth = truth
    random = SeededRandom(seed: seed)
  }

  /// Turns at `rate` (rad/s, body frame) under `acceleration` (m/s², earth frame) for `seconds`.
  mutating func run(
    seconds: Double, acceleration: ReferenceVector = .zero,
    rate: (Double) -> ReferenceVector = { _ in .zero }
  ) {
    let step = Double(period) / 1e6
    for k in 0..<Int((seconds / step).rounded()) {
      let turn = rate(Double(k) * step)
      truth = (truth * ReferenceQuaternion(rotationVector: turn * step)).normalized
      timestamp &+= period
      let force = truth.conjugate.rotate(acceleration + ReferenceVector(0, 0, 9.80665))
      filter.push(
        timestamp: timestamp, specificForce: Vector3(force + noisy(noise.force)),
        angularRate: Vector3(turn + bias + noisy(noise.rate)),
        field: Vector3(sensedField(turn)))
    }
  }

  private mutating func sensedField(_ turn: ReferenceVector) -> ReferenceVector {
    let then = truth * ReferenceQuaternion(rotationVector: turn * -fieldDelay)
    let sensed = then.conjugate.rotate(field) + magnet
    return fieldNoise == 0 ? sensed : sensed + noisy(fieldNoise)
  }

  private mutating func noisy(_ deviation: Double) -> ReferenceVector {
    ReferenceVector(random.normal(), random.normal(), random.normal()) * deviation
  }

  /// Degrees.
  var inclinationError: Double {
    FusionScore.inclination(filter.attitudeWithoutField.reference * truth.conjugate)
  }

  /// Degrees.
  var totalError: Double {
    filter.attitude.reference.normalized.angle(to: truth) * 180 / Double.pi
  }

  /// Degrees per second.
  var biasError: ReferenceVector { (filter.bias.reference - bias) * 180 / Double.pi }
}
