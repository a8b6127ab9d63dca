// This file is also available under the MIT license.

/// How a chip moves at one moment, along its own axes.
public struct ChipMotion: Equatable, Sendable {
  /// The specific force, g: +1 along the axis that points up at rest.
  public var force: SIMD3<Double>
  /// The angular rate, °/s.
  public var rate: SIMD3<Double>
  /// The magnetic field, µT.
  public var field: SIMD3<Double>

  /// A motion from its parts.
  public init(force: SIMD3<Double>, rate: SIMD3<Double>, field: SIMD3<Double> = .zero) {
    self.force = force
    self.rate = rate
    self.field = field
  }

  /// At rest, face up.
  public static let rest = ChipMotion(force: [0, 0, 1], rate: .zero)
}
