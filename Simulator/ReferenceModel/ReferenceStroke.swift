/// The points between pen down and pen up.
public struct ReferenceStroke: Equatable, Sendable {
  /// One sample of a stroke.
  public struct Point: Equatable, Sendable {
    /// Position, m, reference frame, the first point's 0.
    public var position: ReferenceVector
    /// Time since the point before, s; 0 for the first.
    public var step: Double
    /// True when the integrator took no regular step to get here: the first point, a time that did
    /// not grow, a gap.
    public var isStill: Bool

    /// A point from its parts.
    public init(position: ReferenceVector, step: Double, isStill: Bool = false) {
      self.position = position
      self.step = step
      self.isStill = isStill
    }
  }

  /// The points in order.
  public private(set) var points: [Point] = []
  /// The sum of the rotation matrices of all points' attitudes.
  public private(set) var attitudeSum = ReferenceMatrix.zero
  /// The last point at which the velocity is known to have been 0.
  public private(set) var lastStop = 0

  /// An empty stroke.
  public init() {}

  /// Adds a point and the attitude at it.
  public mutating func append(_ point: Point, attitude: ReferenceQuaternion) {
    points.append(point)
    attitudeSum = attitudeSum + ReferenceMatrix(attitude)
  }

  /// Notes that the velocity is 0 at the newest point.
  public mutating func markStop() { lastStop = max(points.count - 1, 0) }

  /// Removes the drift since the last stop, given that the integrator with `parameters` arrived at
  /// the newest point with `velocity` (m/s) although the hand stood still there.
  ///
  /// The drift is taken for a constant false acceleration b. The integrator is linear (shrinking
  /// and clamping apart), so its answer to b is b times its answer to 1 over the same steps, and b
  /// follows from the velocity at the end. Returns how far the newest point moved, m; the stop is
  /// then known there too.
  @discardableResult
  public mutating func removeDrift(
    velocity: ReferenceVector, parameters: ReferenceIntegrator.Parameters
  ) -> ReferenceVector {
    var linear = ReferenceIntegrator.Parameters()
    linear.rule = parameters.rule
    linear.damping = parameters.damping
    var unit = ReferenceIntegrator(linear)
    let one = ReferenceVector(1, 1, 1)
    let run = points.indices.dropFirst(lastStop + 1)
    let answers = run.map { index in
      if !points[index].isStill { unit.advance(by: points[index].step, acceleration: one) }
      return unit.position.x
    }
    defer { markStop() }
    guard unit.velocity.x > 0 else { return ReferenceVector(0, 0, 0) }
    let bias = velocity / unit.velocity.x
    for (index, answer) in zip(run, answers) { points[index].position -= bias * answer }
    return -bias * (answers.last ?? 0)
  }

  /// The rotation nearest to the mean of all points' attitudes; the identity if there are none.
  public var meanAttitude: ReferenceMatrix { attitudeSum.nearestRotation }

  /// The points in the writing plane that the mean attitude spans, m: x to the writer's right, y
  /// down, with the time since the point before.
  public var ink: [ReferenceInkPoint] {
    let intoPlane = meanAttitude.transpose
    return points.map { point in
      let inPlane = intoPlane * point.position
      return ReferenceInkPoint(x: inPlane.x, y: -inPlane.y, step: point.step)
    }
  }
}
