import QuillonNumerics

/// The inclination of a board with an accelerometer alone, and its acceleration without gravity.
///
/// Gravity is a slow average of the specific force. While the force is even, the board is at rest
/// and the average follows it within 0.1 s. While the force changes, a hand moves, and the average
/// follows within 2.5 s. What is left of the force is the acceleration of the hand. The filter can't
/// distinguish a turn of the board from an acceleration, so it is coarser than with a gyroscope.
///
/// The averages are first-order low-passes with one value per sample: v ← v + (x − v)/2ᵏ. The times
/// hold at about 100 samples a second.
public struct InclinationFilter: Sendable {
  /// Gravity's reaction in the body frame, m/s²: what the sensor reads at rest.
  public private(set) var gravity = Vector3<23>.zero
  /// From the body to a frame with z up. No sensor measures the heading. It is 0 at the first sample and
  /// stays as the board was when it turned last.
  public private(set) var attitude = UnitQuaternion.identity
  private var recent = Vector3<23>.zero
  private var quiet: UInt8 = 0
  private var hasForce = false

  /// The averages follow 1/2ᵏ of the difference per sample: for the recent force, for gravity at
  /// rest, and for gravity in motion.
  private static var recentShift: Int32 { 3 }
  private static var restShift: Int32 { 3 }
  private static var motionShift: Int32 { 8 }
  /// How far each axis may be from its recent average at rest: 0.4 m/s², Q8.23.
  private static var tolerance: Fixed<23> { Fixed(bits: 3_355_443) }
  /// How many samples must be even: 0.2 s.
  private static var restCount: UInt8 { 20 }

  /// A filter without samples.
  public init() {}

  /// True while the force has been even for 20 samples. The inclination is that of the board then,
  /// and the average of the last moments otherwise.
  public var isAtRest: Bool { quiet == Self.restCount }

  /// The upward direction in the body frame, Q1.30; nil before the first sample and in free fall.
  public var vertical: Vector3<30>? { gravity.normalized }

  /// Processes the next specific force, m/s², body frame; all zero counts as missing.
  public mutating func push(_ force: Vector3<23>) {
    guard force != .zero else { return }
    guard hasForce else {
      hasForce = true
      (gravity, recent) = (force, force)
      return level()
    }
    quiet =
      force.subtractingWithSaturation(recent).isWithin(Self.tolerance)
      ? Swift.min(quiet &+ 1, Self.restCount) : 0
    recent = Self.following(recent, force, by: Self.recentShift)
    gravity = Self.following(gravity, force, by: isAtRest ? Self.restShift : Self.motionShift)
    level()
  }

  /// The sample as a board with this inclination would send it: with an attitude, an acceleration
  /// without gravity, and no angular rate.
  ///
  /// Only the specific force is used. That of a sample with a linear acceleration a is
  /// a + q* (0, 0, 9.80665) q, with the attitude q of the sample. A sample that has neither is
  /// returned as it is.
  public mutating func inclined(_ sample: InertialSample) -> InertialSample {
    guard let force = Self.specificForce(of: sample) else { return sample }
    push(force)
    var inclined = sample
    inclined.acceleration = .linear(force.subtractingWithSaturation(gravity))
    inclined.attitude = attitude
    inclined.angularRate = nil
    return inclined
  }

  private static func specificForce(of sample: InertialSample) -> Vector3<23>? {
    switch sample.acceleration {
    case .specificForce(let force): return force
    case .linear(let acceleration):
      guard let attitude = sample.attitude?.validated else { return nil }
      let up = attitude.conjugate.rotate(Vector3<23>(.zero, .zero, Gravity.standard))
      return acceleration.addingWithSaturation(up)
    }
  }

  /// v + (x − v)/2ᵏ, rounded toward −∞: between v and x, so it can't overflow. The difference is
  /// clamped.
  private static func following(
    _ average: Vector3<23>, _ force: Vector3<23>, by shift: Int32
  ) -> Vector3<23> {
    let difference = force.subtractingWithSaturation(average)
    return average
      &+ Vector3(
        Fixed(bits: difference.x.bits &>> shift), Fixed(bits: difference.y.bits &>> shift),
        Fixed(bits: difference.z.bits &>> shift))
  }

  /// Turns the attitude by the smallest rotation that makes gravity's reaction point up. So no
  /// posture of the board makes the heading jump. Does nothing in free fall.
  private mutating func level() {
    guard let up = attitude.rotate(gravity).normalized else { return }
    attitude = (SixAxisAHRS.rotation(toUpFrom: up.x, up.y, up.z) &* attitude).renormalized
  }
}
