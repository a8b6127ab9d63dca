import QuillonNumerics

/// Detects when the board is at rest: for a period, neither acceleration nor angular rate has moved
/// by more than a tolerance.
///
/// The acceleration is compared with an anchor, the acceleration when the quiet began. It is not
/// compared with zero, because a bias must not hide rest.
public struct LinearAccelerationStationaryDetector: Sendable {
  /// The parameters of the detector.
  public struct Parameters: Equatable, Sendable {
    /// The most that each component of the acceleration may move from the anchor, m/s², Q8.23, ≥ 0.
    public let accelerationTolerance: Fixed<23>
    /// The largest magnitude of each component of the angular rate, rad/s, Q6.25, ≥ 0.
    public let rateTolerance: Fixed<25>
    /// How long the quiet must last, µs.
    public var period: UInt32

    /// Parameters from their parts; a negative tolerance is treated as 0.
    public init(accelerationTolerance: Fixed<23>, rateTolerance: Fixed<25>, period: UInt32) {
      self.accelerationTolerance = Swift.max(accelerationTolerance, .zero)
      self.rateTolerance = Swift.max(rateTolerance, .zero)
      self.period = period
    }
  }

  /// The parameters in use.
  public let parameters: Parameters
  package private(set) var anchor = Vector3<23>.zero
  package private(set) var quiet: UInt32 = 0

  /// A detector without samples: not at rest.
  public init(_ parameters: Parameters) { self.parameters = parameters }

  /// True if the quiet has lasted for the period.
  public var isAtRest: Bool { quiet >= parameters.period }

  /// Processes a sample.
  ///
  /// - Parameters:
  ///   - acceleration: Linear acceleration, m/s², always in the same frame.
  ///   - angularRate: rad/s; nil if unknown, which does not prevent rest.
  ///   - microseconds: The time since the sample before, µs.
  public mutating func observe(
    _ acceleration: Vector3<23>, angularRate: Vector3<25>?, microseconds: UInt32
  ) {
    if let angularRate, Self.isLarge(angularRate, parameters.rateTolerance) {
      return restart(at: acceleration)
    }
    let change = acceleration.subtractingWithSaturation(anchor)
    if Self.isLarge(change, parameters.accelerationTolerance) {
      return restart(at: acceleration)
    }
    let (sum, overflow) = quiet.addingReportingOverflow(microseconds)
    quiet = overflow ? .max : sum
  }

  private mutating func restart(at acceleration: Vector3<23>) {
    anchor = acceleration
    quiet = 0
  }

  /// True if a component is outside ±`limit`, which is not negative. Modulo 2³², x + limit is in
  /// 0…2 limit for the others, so one comparison covers both sides.
  @inline(__always)
  private static func isLarge<let f: Int>(_ v: Vector3<f>, _ limit: Fixed<f>) -> Bool {
    let width = UInt32(bitPattern: limit.bits) &<< 1
    return UInt32(bitPattern: v.x.bits &+ limit.bits) > width
      || UInt32(bitPattern: v.y.bits &+ limit.bits) > width
      || UInt32(bitPattern: v.z.bits &+ limit.bits) > width
  }

  /// Resets to not at rest. The next sample becomes the anchor unless it is near the last anchor.
  public mutating func reset() { quiet = 0 }
}
