/// The points between pen down and pen up.
public struct ReferenceStroke: Equatable, Sendable {
  /// One sample of a stroke.
  public struct Point: Equatable, Sendable {
    /// The position, m, reference frame; 0 for the first point.
    public var position: ReferenceVector
    /// The time since the previous point, s; 0 for the first point.
    public var step: Double
    /// The linear acceleration on the way from the previous point to this one, m/s², reference
    /// frame.
    public var acceleration: ReferenceVector
    /// True when the integrator made no regular step to this point: it is the first point, the time
    /// did not increase, or there was a gap.
    public var isStill: Bool

    /// A point from its parts.
    public init(
      position: ReferenceVector, step: Double, acceleration: ReferenceVector = .zero,
      isStill: Bool = false
    ) {
      self.position = position
      self.step = step
      self.acceleration = acceleration
      self.isStill = isStill
    }
  }

  /// The points in order.
  public private(set) var points: [Point] = []
  /// The sum of all points' attitudes. Each quaternion has the sign that makes the sum longer.
  private var attitudeSum = SIMD4<Double>.zero
  /// The attitude at the first point.
  public var firstAttitude: ReferenceQuaternion { attitudes.first ?? .identity }
  /// The attitude at each point.
  public private(set) var attitudes: [ReferenceQuaternion] = []
  /// The index of the last point at which the velocity is known to have been 0.
  public private(set) var lastStop = 0

  /// An empty stroke.
  public init() {}

  /// Adds a point and its attitude.
  public mutating func append(_ point: Point, attitude: ReferenceQuaternion) {
    attitudes.append(attitude)
    points.append(point)
    let quaternion = attitude.components
    attitudeSum += (attitudeSum * quaternion).sum() < 0 ? -quaternion : quaternion
  }

  /// Records that the velocity is 0 at the newest point.
  public mutating func markStop() { lastStop = max(points.count - 1, 0) }

  /// Removes the drift since the last stop. The hand must stand still at the newest point, which an
  /// integrator with `parameters` has reached.
  ///
  /// From stop to stop the true acceleration averages to 0, so its mean over time is the error. The
  /// integrator is linear, apart from shrinking and clamping. So the effect of the error on the
  /// positions is the integrator's response to a constant 1 over the same steps, times the mean.
  ///
  /// - Returns: how far the newest point moved, m. The newest point is now the last stop.
  @discardableResult
  public mutating func removeDrift(
    parameters: ReferenceIntegrator.Parameters
  ) -> ReferenceVector {
    var linear = ReferenceIntegrator.Parameters()
    linear.rule = parameters.rule
    linear.damping = parameters.damping
    var unit = ReferenceIntegrator(linear)
    let run = points.indices.dropFirst(lastStop + 1)
    let moving = run.map { points[$0] }.filter { !$0.isStill }
    let duration = moving.reduce(0) { $0 + $1.step }
    defer { markStop() }
    guard duration > 0 else { return .zero }
    let bias = moving.reduce(ReferenceVector.zero) { $0 + $1.acceleration * $1.step } / duration
    for index in run {
      if !points[index].isStill {
        unit.advance(by: points[index].step, acceleration: ReferenceVector(1, 1, 1))
      }
      points[index].position -= bias * unit.position.x
    }
    return -bias * unit.position.x
  }

  /// The mean attitude: the direction of the sum of all points' attitudes; the identity if there
  /// are none.
  public var meanAttitude: ReferenceMatrix {
    let sum = attitudeSum
    return ReferenceMatrix(ReferenceQuaternion(sum[0], sum[1], sum[2], sum[3]).normalized)
  }

  /// The points in the writing plane that the mean attitude defines, m: x to the writer's right, y
  /// down, with the time since the previous point, s.
  public var ink: [ReferenceInkPoint] {
    let intoPlane = meanAttitude.transpose
    return points.map { point in
      let inPlane = intoPlane * point.position
      return ReferenceInkPoint(x: inPlane.x, y: -inPlane.y, step: point.step)
    }
  }
}
