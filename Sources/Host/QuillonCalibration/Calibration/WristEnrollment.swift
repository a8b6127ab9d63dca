import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Finds out how a board is fastened to a wrist. The user draws strokes to the right, as seen from
/// above.
public final class WristEnrollment {
  /// How many strokes an enrollment needs.
  public static let enough = 3
  /// The largest deviation of a stroke from the strokes' common direction, rad. Letters are read
  /// nearly as well with an azimuth that is wrong by this much.
  public static let tolerance = 30 * Double.pi / 180
  /// The least distance between the ends of a stroke that counts as a line, as a share of the
  /// stroke's length.
  private static let straightness = 0.8

  // One recognizer for each axis that the azimuth may be measured from.
  private var byX: Recognizer
  private var byY: Recognizer
  private var strokes: [Stroke] = []
  /// How many strokes were not lines, or were abandoned.
  public private(set) var others = 0

  /// A stroke as measured from one axis. It holds the sums of squares of the points about their
  /// mean, and the vector from the first point to the last. x points along the level part of the
  /// axis, y to the left of it.
  private struct View {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var way = SIMD2(0.0, 0.0)
    /// The length of the pen's path.
    var length = 0.0

    /// True for a line in any direction; false for a single point.
    var isLine: Bool { length > 0 && (way * way).sum().squareRoot() >= straightness * length }

    /// The direction of the points' longer principal axis, toward the end of the stroke, rad.
    var angle: Double {
      let axis = 0.5 * atan2(2 * xy, xx - yy)
      return cos(axis) * way.x + sin(axis) * way.y < 0 ? axis + .pi : axis
    }
  }

  private struct Stroke {
    var byX: View
    var byY: View
    /// The sine of the angle between the x axis and the horizontal plane.
    var steepness: Double
  }

  /// The result of the strokes.
  public struct Finding: Equatable, Sendable {
    /// The rule for the plane in which letters are read.
    public var rule: PlaneRule
    /// The angle from the axis to the direction "right", rad, counterclockwise as seen from above.
    public var azimuth: Double
    /// The root mean square of the strokes' deviations from the azimuth, rad.
    public var spread: Double
    /// The deviation of each stroke from the azimuth, rad.
    public var deviations: [Double]

    /// True if every stroke deviates by at most ``WristEnrollment/tolerance``.
    public var isClear: Bool {
      deviations.allSatisfy { abs($0) <= WristEnrollment.tolerance }
    }
  }

  /// An enrollment without any strokes yet.
  ///
  /// - Parameter findsPenByMotion: true for a board without a button.
  public init(findsPenByMotion: Bool) {
    func recognizer(_ axis: PlaneRule.Axis) -> Recognizer {
      let writing = WritingSettings(
        pen: findsPenByMotion ? .motion : .samples, plane: PlaneRule(.above, axis: axis))
      return Recognizer(parameters: RecognizerParameters(writing: writing))
    }
    byX = recognizer(.x)
    byY = recognizer(.y)
  }

  /// How many strokes count so far.
  public var count: Int { strokes.count }

  /// Accepts the next sample. Returns true if the sample ended a stroke that counts.
  public func push(_ sample: InertialSample) -> Bool {
    _ = byY.push(sample)
    if byX.push(sample) != nil { others += 1 }
    guard byX.isReading, let x = Self.view(from: &byX), let y = Self.view(from: &byY) else {
      return false
    }
    guard x.isLine, y.isLine else {
      others += 1
      return false
    }
    let attitude = sample.attitude ?? byX.motion(of: sample)?.attitude ?? .identity
    let steepness = Double(RotationMatrix(attitude).xAxis.z.bits) * 0x1p-30
    strokes.append(Stroke(byX: x, byY: y, steepness: abs(steepness)))
    return true
  }

  /// The result of the strokes so far; nil before the first.
  ///
  /// The azimuth is the direction of the longer principal axis of all strokes' points, toward where
  /// the strokes end. Each stroke has the same weight. The azimuth is measured from the board's x
  /// axis, or from its y axis if x is within 30° of vertical.
  public var finding: Finding? {
    guard !strokes.isEmpty else { return nil }
    let isSteep = strokes.reduce(0) { $0 + $1.steepness } > 0.87 * Double(count)
    let views = strokes.map { isSteep ? $0.byY : $0.byX }
    var sum = View()
    for view in views {
      let size = view.xx + view.yy
      sum.xx += view.xx / size
      sum.xy += view.xy / size
      sum.yy += view.yy / size
      sum.way += view.way
    }
    let azimuth = remainder(sum.angle, 2 * .pi)
    let deviations = views.map { remainder($0.angle - azimuth, 2 * .pi) }
    let squares = deviations.reduce(0) { $0 + $1 * $1 }
    return Finding(
      rule: PlaneRule(
        .wrist, axis: isSteep ? .y : .x, azimuth: BinaryAngle(degrees: azimuth * 180 / .pi)),
      azimuth: azimuth, spread: (squares / Double(count)).squareRoot(), deviations: deviations)
  }

  /// The finished stroke that waits to be read; nil when there is none, or it may not be read yet.
  private static func view(from reader: inout Recognizer) -> View? {
    var points: [SIMD2<Double>] = []
    guard
      reader.finishedInk({ x, y, _ in points.append(SIMD2(Double(x), -Double(y)) * 0x1p-14) }),
      let first = points.first, let last = points.last
    else { return nil }
    var view = View()
    view.way = last - first
    let mean = points.reduce(.zero, +) / Double(points.count)
    for point in points {
      let d = point - mean
      view.xx += d.x * d.x
      view.xy += d.x * d.y
      view.yy += d.y * d.y
    }
    for (start, end) in zip(points, points.dropFirst()) {
      let step = end - start
      view.length += (step * step).sum().squareRoot()
    }
    return view
  }
}
