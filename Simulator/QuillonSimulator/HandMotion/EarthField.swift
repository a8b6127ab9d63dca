import Foundation
import QuillonReferenceModel

/// The Earth's magnetic field at one place.
public struct EarthField: Equatable, Sendable {
  /// The strength, µT.
  public var strength: Double
  /// The angle at which it points below the horizon, rad: positive in the north, negative in the
  /// south.
  public var inclination: Double

  /// A field from its parts; by default one of middle northern latitudes.
  public init(strength: Double = 48, inclination: Double = 64 * .pi / 180) {
    self.strength = strength
    self.inclination = inclination
  }

  /// The field, µT, in the frame with x to magnetic north, y west, z up.
  public var vector: ReferenceVector {
    ReferenceVector(strength * cos(inclination), 0, -strength * sin(inclination))
  }
}
