/// The points between pen down and pen up.
public struct ReferenceStroke: Equatable, Sendable {
  /// One sample of a stroke.
  public struct Point: Equatable, Sendable {
    /// Position, m, reference frame, the first point's 0.
    public var position: ReferenceVector
    /// Time since the point before, s; 0 for the first.
    public var step: Double
    /// The linear acceleration that led here from the point before, m/s², reference frame.
    public var acceleration: ReferenceVector
    /// True when the integrator took no regular step to get here: the first point, a time that did
    /// not grow, a gap.
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
  /// The sum of all points' attitudes, each quaternion with the sign that makes the sum longer.
  private var attitudeSum = SIMD4<Double>.zero
  /// The attitude at the first point.
  public private(set) var firstAttitude = ReferenceQuaternion.identity
  /// The last point at which the velocity is known to have been 0.
  public private(set) var lastStop = 0

  /// An empty stroke.
  public init() {}

  /// Adds a point and the attitude at it.
  public mutating func append(_ point: Point, attitude: ReferenceQuaternion) {
    if points.isEmpty { firstAttitude = attitude }
    points.append(point)
    let quaternion = attitude.components
    attitudeSum += (attitudeSum * quaternion).sum() < 0 ? -quaternion : quaternion
  }

  /// Notes that the velocity is 0 at the newest point.
  public mutating func markStop() { lastStop = max(points.count - 1, 0) }

  /// Removes the drift since the last stop, given that the hand stands still at the newest point,
  /// which an integrator with `parameters` has reached.
  ///
  /// From stop to stop the true acceleration averages to 0: its mean over time is the false part. The
  /// integrator is linear (shrinking and clamping apart), so what that part has done to the positions
  /// is its answer to 1 over the same steps, times the mean. Returns how far the newest point moved,
  /// m; the stop is then known there too.
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

  /// The direction of the sum of all points' attitudes; the identity if there are none.
  public var meanAttitude: ReferenceMatrix {
    let sum = attitudeSum
    return ReferenceMatrix(ReferenceQuaternion(sum[0], sum[1], sum[2], sum[3]).normalized)
  }

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
