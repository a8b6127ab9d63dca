import Foundation

/// The rule that determines which directions are right and up for a hand that writes in the air.
public enum ReferencePlane: Equatable, Sendable {
  /// A horizontal direction that is known from how the board is fastened.
  ///
  /// It is the horizontal part of the board's axis at the mean attitude, turned by `azimuth`.
  public struct Mounting: Equatable, Sendable {
    /// The board's axis: 0 for x, 1 for y.
    public var axis: Int
    /// The angle from the axis to the right, rad, counterclockwise as seen from above.
    public var azimuth: Double

    /// A mounting from its parts.
    public init(axis: Int = 0, azimuth: Double) {
      self.axis = axis
      self.azimuth = azimuth
    }
  }

  /// The board's x and y at the mean attitude.
  case device
  /// The board's x and y at the first point.
  case penDown
  /// Up is against gravity; right is from the mounting.
  case wrist(Mounting)
  /// The plane that fits the accelerations best. These are second differences over 8 steps on
  /// either side of the points, after the drift is removed.
  ///
  /// Up is the direction in the plane that is closest to being against gravity. Right is horizontal
  /// and within 90° of the mounting's right.
  case principal(Mounting)
  /// The horizontal plane, seen from above; right is from the mounting.
  case above(Mounting)

  /// The points of a stroke in this plane, m: x to the right, y down, with the time since the
  /// previous point, s.
  public func ink(of stroke: ReferenceStroke) -> [ReferenceInkPoint] {
    let (right, up) = directions(of: stroke)
    return stroke.points.map { point in
      ReferenceInkPoint(
        x: right.dot(point.position), y: -up.dot(point.position), step: point.step)
    }
  }

  /// The same without the drift that the turning of the arm shows: see ``ReferenceLeverArm``. The drift that the mean acceleration shows is
  /// removed already. In the planes `principal` and `above` nothing is removed.
  public func inkByLeverArm(of stroke: ReferenceStroke) -> [ReferenceInkPoint] {
    let ink = ink(of: stroke)
    switch self {
    case .principal, .above: return ink
    case .device, .penDown, .wrist: break
    }
    var beginning = ReferenceStroke()
    for (point, attitude) in zip(stroke.points, stroke.attitudes).prefix(1) {
      beginning.append(point, attitude: attitude)
    }
    let (right, up) = directions(of: stroke)
    let (firstRight, firstUp) = directions(of: beginning)
    let arm = ReferenceLeverArm.arm
    let placed =
      firstRight * arm.x + firstUp * arm.y - firstRight.cross(firstUp) * arm.z
    let held = stroke.firstAttitude.conjugate.rotate(placed)
    let turned = stroke.attitudes.map { attitude in
      let place = attitude.rotate(held)
      return SIMD2(right.dot(place), -up.dot(place))
    }
    let path = ReferenceLeverArm.corrected(
      ink.map { SIMD2($0.x, $0.y) }, by: turned, duration: ink.reduce(0) { $0 + $1.step })
    return zip(ink, path).map { ReferenceInkPoint(x: $1.x, y: $1.y, step: $0.step) }
  }

  /// The unit vectors to the right and up in the reference frame.
  public func directions(
    of stroke: ReferenceStroke
  ) -> (right: ReferenceVector, up: ReferenceVector) {
    let vertical = ReferenceVector(0, 0, 1)
    switch self {
    case .device: return (stroke.meanAttitude.columns.0, stroke.meanAttitude.columns.1)
    case .penDown:
      let attitude = ReferenceMatrix(stroke.firstAttitude)
      return (attitude.columns.0, attitude.columns.1)
    case .wrist(let mounting): return (mounting.right(of: stroke), vertical)
    case .above(let mounting):
      let right = mounting.right(of: stroke)
      return (right, vertical.cross(right))
    case .principal(let mounting):
      let expected = mounting.right(of: stroke)
      guard let normal = Self.normal(of: stroke) else { return (expected, vertical) }
      let up = vertical - normal * normal.z
      guard up.length > sin(20 * .pi / 180) else { return (expected, vertical.cross(expected)) }
      let level = up.cross(normal) / up.length
      return (level.dot(expected) < 0 ? -level : level, up / up.length)
    }
  }

  private static func normal(of stroke: ReferenceStroke) -> ReferenceVector? {
    let places = stroke.points.map(\.position)
    guard places.count > 17 else { return nil }
    let changes: [ReferenceVector] = (16..<places.count).map { index in
      let (after, before) = (
        places[index] - places[index - 8], places[index - 8] - places[index - 16]
      )
      return after - before
    }
    let mean = changes.reduce(ReferenceVector.zero, +) / Double(changes.count)
    var covariance = ReferenceMatrix.zero
    for change in changes {
      let d = change - mean
      covariance = covariance + ReferenceMatrix(columns: d * d.x, d * d.y, d * d.z)
    }
    return covariance.singularValues.v.columns.2
  }
}

extension ReferencePlane.Mounting {
  /// The unit vector to the right, horizontal, in the reference frame.
  func right(of stroke: ReferenceStroke) -> ReferenceVector {
    let mean = stroke.meanAttitude
    let axis = self.axis == 0 ? mean.columns.0 : mean.columns.1
    let heading = atan2(axis.y, axis.x) + azimuth
    return ReferenceVector(cos(heading), sin(heading), 0)
  }
}
