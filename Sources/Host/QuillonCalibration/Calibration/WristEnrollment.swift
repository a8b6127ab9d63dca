import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Finds out how a board is fastened to a wrist: by strokes to the right, seen from above.
public final class WristEnrollment {
  /// How many strokes it takes.
  public static let enough = 3
  /// By how much a stroke may stray from their common direction, rad: letters are read nearly as well with an azimuth
  /// that is so far off.
  public static let tolerance = 30 * Double.pi / 180
  /// The least way from end to end of a stroke, as a share of the whole: a line.
  private static let straightness = 0.8

  // One for each axis that the azimuth may be counted from.
  private var byX: Recognizer
  private var byY: Recognizer
  private var strokes: [Stroke] = []
  /// How many strokes were no lines, or given up.
  public private(set) var others = 0

  /// A stroke as seen by one axis: the sums of its points' squares about their mean, and the way from its first
  /// to its last point; x along the axis' level part, y to the left of it.
  private struct View {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var way = SIMD2(0.0, 0.0)
    /// How far the pen went.
    var length = 0.0

    /// True of a line, however it lies; a point is none.
    var isLine: Bool { length > 0 && (way * way).sum().squareRoot() >= straightness * length }

    /// The longer axis of the points, toward the end of the stroke, rad.
    var angle: Double {
      let axis = 0.5 * atan2(2 * xy, xx - yy)
      return cos(axis) * way.x + sin(axis) * way.y < 0 ? axis + .pi : axis
    }
  }

  private struct Stroke {
    var byX: View
    var byY: View
    /// How far the x axis was from level, as the sine.
    var steepness: Double
  }

  /// What the strokes tell.
  public struct Finding: Equatable, Sendable {
    /// The plane to read letters in.
    public var rule: PlaneRule
    /// How far right lies from the axis, rad, counterclockwise seen from above.
    public var azimuth: Double
    /// How far the strokes lie from that, root mean square, rad.
    public var spread: Double
    /// How far each lies from it, rad.
    public var deviations: [Double]

    /// True if all strokes go about the same way.
    public var isClear: Bool {
      deviations.allSatisfy { abs($0) <= WristEnrollment.tolerance }
    }
  }

  /// An enrollment that has seen nothing; `findsPenByMotion` for a board without a button.
  public init(findsPenByMotion: Bool) {
    func recognizer(_ axis: PlaneRule.Axis) -> Recognizer {
      let writing = WritingSettings(
        pen: findsPenByMotion ? .motion : .samples, plane: PlaneRule(.above, axis: axis))
      return Recognizer(parameters: RecognizerParameters(writing: writing))
    }
    byX = recognizer(.x)
    byY = recognizer(.y)
  }

  /// How many strokes there are.
  public var count: Int { strokes.count }

  /// Takes the next sample; true if it ended a stroke that counts.
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

  /// What the strokes so far tell; nil before the first.
  ///
  /// The azimuth is that of the longer axis of all strokes' points, each stroke of the same weight, toward where the
  /// strokes end. It is counted from the board's x axis, or from y if x stands nearer to upright than 30°.
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

  /// The stroke that waits; nil when it may not be read yet.
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
