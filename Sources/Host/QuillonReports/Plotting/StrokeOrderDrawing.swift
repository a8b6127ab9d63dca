import Foundation

/// How a letter is written in one stroke: a dot where it starts, an arrow on each part from corner to corner, and the numbers of the
/// parts. A line that is retraced stands beside the first one.
public struct StrokeOrderDrawing: Equatable, Sendable {
  /// The parts of the stroke from corner to corner, in the order of writing: x to the right, y down, 0…1. Each begins where the
  /// one before ends.
  public var parts: [[SIMD2<Double>]]
  /// The text below the letter.
  public var caption: String

  /// A drawing from its parts.
  public init(parts: [[SIMD2<Double>]], caption: String) {
    self.parts = parts
    self.caption = caption
  }

  /// Drawings in rows of seven, with a title above them, as a self-contained SVG file. It has a white ground and no style sheet, so
  /// that a page which forbids style sheets in files can show it.
  public static func picture(title: String, _ drawings: [StrokeOrderDrawing]) -> String {
    let rows = (drawings.count + columns - 1) / columns
    let (width, height) = (cell.x * Double(columns), cell.y * Double(rows) + 36)
    let groups = drawings.enumerated().map { index, drawing in
      let place = SIMD2(Double(index % columns), Double(index / columns)) * cell
      return """
        <g transform="translate(\(number(place.x)) \(number(place.y + 36)))">
        \(drawing.elements)
        </g>
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" font-family="system-ui, sans-serif" font-size="11" fill="#222">
      <title>\(escaped(title))</title>
      <rect width="100%" height="100%" fill="#fff"/>
      <text x="16" y="24" font-size="14" font-weight="600">\(escaped(title))</text>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }

  private static let columns = 7
  /// The size of a letter's place, and where its box of 80 × 80 begins there.
  private static let (cell, corner, size) = (SIMD2(110.0, 130.0), SIMD2(18.0, 14.0), 80.0)
  /// How far a part lies to the right of its path, so that retraced lines stand side by side, and how far its number does.
  private static let (lane, numberLane) = (2.0, 10.0)

  private var elements: String {
    let width = parts.joined().map(\.x).max() ?? 0
    let origin = Self.corner + SIMD2((1 - width) / 2 * Self.size, 0)
    let paths = parts.filter { $0.count > 1 }.map { part in part.map { origin + Self.size * $0 } }
    let line = paths.flatMap { path in
      path.indices.map { Self.point($0, of: path, aside: Self.lane) }
    }
    let points = line.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    var elements = [
      "<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"\(points)\"/>"
    ]
    if let start = line.first {
      elements.append(
        "<circle fill=\"#d55e00\" cx=\"\(Self.number(start.x))\" cy=\"\(Self.number(start.y))\" r=\"4.5\"/>"
      )
    }
    for (index, path) in paths.enumerated() {
      elements.append(Self.arrow(on: path))
      guard paths.count > 1 else { continue }
      let place = Self.mark(of: path, aside: Self.numberLane)
      elements.append(
        """
        <text x="\(Self.number(place.x))" y="\(Self.number(place.y + 4))" text-anchor="middle">\(index + 1)</text>
        """)
    }
    elements.append(
      """
      <text x="\(Self.number(Self.cell.x / 2))" y="124" text-anchor="middle" font-size="14" font-weight="600">\
      \(escaped(caption))</text>
      """)
    return elements.joined(separator: "\n")
  }

  /// A triangle on the part, in the direction of writing.
  private static func arrow(on path: [SIMD2<Double>]) -> String {
    let (along, place) = (direction(at: path.count / 3, of: path), mark(of: path, aside: lane))
    let (back, aside) = (place - 4 * along, 4 * SIMD2(-along.y, along.x))
    let corners: [SIMD2<Double>] = [place + 5 * along, back + aside, back - aside]
    let points = corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    return "<polygon fill=\"#0072b2\" points=\"\(points)\"/>"
  }

  /// The place of a part's arrow and number, moved to the writer's right by `aside`. It lies before the middle, so that those of two
  /// parts which cross or retrace each other lie apart.
  private static func mark(of path: [SIMD2<Double>], aside: Double) -> SIMD2<Double> {
    guard path.count == 2 else { return point(path.count / 3, of: path, aside: aside) }
    let (start, end) = (point(0, of: path, aside: aside), point(1, of: path, aside: aside))
    return start + 0.37 * (end - start)
  }

  /// A point of the path, moved to the writer's right by `aside`.
  private static func point(_ index: Int, of path: [SIMD2<Double>], aside: Double) -> SIMD2<Double>
  {
    let along = direction(at: index, of: path)
    return path[index] + aside * SIMD2(-along.y, along.x)
  }

  /// The direction of writing at a point of the path, of length 1.
  private static func direction(at index: Int, of path: [SIMD2<Double>]) -> SIMD2<Double> {
    let way = path[min(index + 1, path.count - 1)] - path[max(index - 1, 0)]
    return way / max((way * way).sum().squareRoot(), 1e-9)
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
