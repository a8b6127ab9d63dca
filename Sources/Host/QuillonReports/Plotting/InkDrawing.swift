import Foundation

/// A letter as ink, in a frame of 3 × 3 zones, with a caption below it.
public struct InkDrawing: Equatable, Sendable {
  /// The strokes in the order of writing: x to the right, y down, any unit.
  public var strokes: [[SIMD2<Double>]]
  /// The text below the frame, at most two lines.
  public var caption: String
  /// True for a letter that is drawn in another color, for example a mistake.
  public var isMarked: Bool

  /// A drawing from its parts.
  public init(strokes: [[SIMD2<Double>]], caption: String, isMarked: Bool = false) {
    self.strokes = strokes
    self.caption = caption
    self.isMarked = isMarked
  }

  /// The drawing as an `<svg>` element of 132 × 172 points. The ink is moved and scaled so that its
  /// larger side fills the frame. Points that are not finite are left out. Needs
  /// ``PlotStyle/sheet`` in the page.
  public var svg: String {
    let caption = escaped(caption.replacingOccurrences(of: "\n", with: ", "))
    return """
      <svg class="chart ink" viewBox="0 0 132 172" width="132" height="172" role="img" \
      aria-label="\(caption)" xmlns="http://www.w3.org/2000/svg">
      \(elements)
      </svg>
      """
  }

  /// Several drawings in rows. Each row holds as many as the page is wide.
  public static func gallery(_ drawings: [InkDrawing]) -> String {
    drawings.isEmpty ? "" : "<p>\n\(drawings.map(\.svg).joined(separator: "\n"))\n</p>"
  }

  /// The content of the `<svg>` element.
  var elements: String {
    let grid = [1.0, 2.0].flatMap { third -> [String] in
      let place = Self.number(6 + 40 * third)
      return [
        "<line class=\"grid\" x1=\"\(place)\" y1=\"6\" x2=\"\(place)\" y2=\"126\"/>",
        "<line class=\"grid\" x1=\"6\" y1=\"\(place)\" x2=\"126\" y2=\"\(place)\"/>",
      ]
    }
    let color = isMarked ? "s1" : "s0"
    let lines = fitted.filter { !$0.isEmpty }.flatMap { stroke -> [String] in
      let path = stroke.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
      let start = stroke[0]
      return [
        "<polyline class=\"line \(color)\" points=\"\(path)\"/>",
        """
        <circle class="fill \(color)" cx="\(Self.number(start.x))" cy="\(Self.number(start.y))" \
        r="3"/>
        """,
      ]
    }
    let frame = "<rect class=\"frame\" x=\"6\" y=\"6\" width=\"120\" height=\"120\"/>"
    let texts = caption.split(separator: "\n").enumerated().map { index, line in
      // A long line is made narrower so that it stays within the drawing.
      let fit = line.count > 18 ? " textLength=\"126\" lengthAdjust=\"spacingAndGlyphs\"" : ""
      return """
        <text x="66" y="\(146 + 17 * index)" text-anchor="middle"\(fit)>\(escaped(String(line)))</text>
        """
    }
    return (grid + [frame] + lines + texts).joined(separator: "\n")
  }

  /// The ink, scaled to the frame.
  private var fitted: [[SIMD2<Double>]] {
    let strokes = strokes.map { $0.filter { $0.x.isFinite && $0.y.isFinite } }
    let points = strokes.flatMap(\.self)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return [] }
    let size = max(right - left, bottom - top)
    let scale = 112 / size
    // Ink that is infinitely large, or a single point, cannot be scaled.
    guard size.isFinite, scale.isFinite else { return strokes.map { $0.map { _ in [10, 10] } } }
    return strokes.map { $0.map { SIMD2(10, 10) + scale * ($0 - SIMD2(left, top)) } }
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
