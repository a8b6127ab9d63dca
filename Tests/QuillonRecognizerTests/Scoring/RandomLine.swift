import Foundation
import QuillonReferenceModel

/// Lines to compute features of.
enum RandomLine {
  /// A line that wanders through the unit square in even steps, each of them long enough to be kept when
  /// there are at most 24.
  static func points(_ points: Int, _ random: inout SeededRandom) -> [ReferencePath.Point] {
    var (x, y, heading) = (0.0, 0.0, random.uniform(in: 0...6.3))
    let bend = 2 / Double(points).squareRoot()
    let line = (0..<points).map { _ in
      heading += random.normal(deviation: bend)
      x += cos(heading)
      y += sin(heading)
      return (x, y)
    }
    let (xs, ys) = (line.map(\.0).sorted(), line.map(\.1).sorted())
    let size = max(xs[points - 1] - xs[0], ys[points - 1] - ys[0])
    func placed(_ value: Double) -> Double { (value / size * 0x1p14).rounded() * 0x1p-14 }
    return line.map { ReferencePath.Point(x: placed($0.0 - xs[0]), y: placed($0.1 - ys[0])) }
  }
}
