import QuillonNumerics

/// Tells when the board lies still: neither acceleration nor angular rate has moved by more than
/// a tolerance for a while.
///
/// The acceleration is compared with an anchor, the acceleration when the quiet began, not with
/// zero, because a bias must not hide rest.
public struct LinearAccelerationStationaryDetector: Sendable {
  /// What a user chooses.
  public struct Parameters: Equatable, Sendable {
    /// How far each component of the acceleration may move from the anchor, m/s², Q8.23, ≥ 0.
    public let accelerationTolerance: Fixed<23>
    /// How large each component of the angular rate may be, rad/s, Q6.25, ≥ 0.
    public let rateTolerance: Fixed<25>
    /// How long it must stay so, µs.
    public var period: UInt32

    /// Parameters from their parts; a negative tolerance is taken as 0.
    public init(accelerationTolerance: Fixed<23>, rateTolerance: Fixed<25>, period: UInt32) {
      self.accelerationTolerance = Swift.max(accelerationTolerance, .zero)
      self.rateTolerance = Swift.max(rateTolerance, .zero)
      self.period = period
    }
  }

  /// What a user chose.
  public let parameters: Parameters
  package private(set) var anchor = Vector3<23>.zero
  package private(set) var quiet: UInt32 = 0

  /// A detector that has seen nothing: not at rest.
  public init(_ parameters: Parameters) { self.parameters = parameters }

  /// True when the quiet has lasted for the period.
  public var isAtRest: Bool { quiet >= parameters.period }

  /// Takes a sample: linear acceleration, m/s², any one frame; angular rate, rad/s, if known; and
  /// the time since the sample before, µs. A rate that is not known is not held against rest.
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

  /// True when a component lies beyond ±`limit`, which is not negative: modulo 2³², x + limit is in
  /// 0…2 limit for the others, so that one comparison serves for both sides.
  @inline(__always)
  private static func isLarge<let f: Int>(_ v: Vector3<f>, _ limit: Fixed<f>) -> Bool {
    let width = UInt32(bitPattern: limit.bits) &<< 1
    return UInt32(bitPattern: v.x.bits &+ limit.bits) > width
      || UInt32(bitPattern: v.y.bits &+ limit.bits) > width
      || UInt32(bitPattern: v.z.bits &+ limit.bits) > width
  }

  /// Not at rest; the next sample becomes the anchor unless it lies near the last one.
  public mutating func reset() { quiet = 0 }
}
