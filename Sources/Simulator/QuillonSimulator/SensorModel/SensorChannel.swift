import QuillonMath
import QuillonReferenceModel

/// How a three-axis sensor errs. The unit of the vectors is the sensor's: m/s², rad/s or µT. In the
/// order of the signal's way: axes out of line, scale, bias, noise, saturation, quantization.
public struct SensorChannel: Equatable, Sendable {
  /// How far the sensor's axes are turned against the board's, standard deviation per axis over
  /// devices, rad.
  public var misalignment = 0.0
  /// How far each axis's scale is off, standard deviation over devices, 1.
  public var scaleError = 0.0
  /// The constant added to each axis, standard deviation over devices, in the unit.
  public var bias = 0.0
  /// White noise, standard deviation per sample and axis, in the unit.
  public var noise = 0.0
  /// The largest magnitude that an axis can tell, in the unit.
  public var range = Double.infinity
  /// The step between neighboring readings, in the unit; 0 is none.
  public var resolution = 0.0

  /// A channel without errors.
  public init() {}

  /// What is wrong with one device, for as long as it lives.
  struct Device: Equatable, Sendable {
    var alignment: ReferenceQuaternion
    var scale: ReferenceVector
    var bias: ReferenceVector
  }

  /// A device drawn from the makers' tolerances.
  func device(random: inout SeededRandom) -> Device {
    Device(
      alignment: ReferenceQuaternion(rotationVector: random.normals() * misalignment),
      scale: 1 + random.normals() * scaleError,
      bias: random.normals() * bias)
  }

  /// What `device` reads where the truth is `truth`.
  func reading(
    of truth: ReferenceVector, device: Device, random: inout SeededRandom
  ) -> ReferenceVector {
    let sensed =
      device.alignment.rotate(truth) * device.scale + device.bias + random.normals() * noise
    let limit = ReferenceVector(repeating: range)
    let held = sensed.clamped(lowerBound: -limit, upperBound: limit)
    guard resolution > 0 else { return held }
    return (held / resolution).rounded(.toNearestOrEven) * resolution
  }
}

extension SeededRandom {
  /// Three independent normal numbers of mean 0 and deviation 1.
  fileprivate mutating func normals() -> ReferenceVector {
    ReferenceVector(normal(), normal(), normal())
  }
}
