import QuillonReferenceModel

/// The errors of a three-axis sensor. The unit of the vectors is the sensor's: m/s², rad/s or µT.
///
/// They apply in the order of the signal path: misalignment, scale, bias, noise, saturation,
/// quantization.
public struct SensorChannel: Equatable, Sendable {
  /// The rotation of the sensor's axes against the board's: standard deviation per axis over
  /// devices, rad.
  public var misalignment = 0.0
  /// The relative error of each axis's scale: standard deviation over devices, without a unit.
  public var scaleError = 0.0
  /// The constant that is added to each axis: standard deviation over devices, in the sensor's
  /// unit.
  public var bias = 0.0
  /// White noise: standard deviation per sample and axis, in the sensor's unit.
  public var noise = 0.0
  /// The largest magnitude that an axis can report, in the sensor's unit. Larger ones are clamped.
  public var range = Double.infinity
  /// The step between neighboring readings, in the sensor's unit; 0 for none.
  public var resolution = 0.0

  /// A channel without errors.
  public init() {}

  /// The constant errors of one device.
  struct Device: Equatable, Sendable {
    var alignment: ReferenceQuaternion
    var scale: ReferenceVector
    var bias: ReferenceVector
  }

  /// A device with random errors, drawn from the tolerances.
  func device(random: inout SeededRandom) -> Device {
    Device(
      alignment: ReferenceQuaternion(rotationVector: random.normals() * misalignment),
      scale: 1 + random.normals() * scaleError,
      bias: random.normals() * bias)
  }

  /// The reading of `device` for the true value `truth`.
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
  /// Three independent normally distributed numbers of mean 0 and standard deviation 1.
  fileprivate mutating func normals() -> ReferenceVector {
    ReferenceVector(normal(), normal(), normal())
  }
}
