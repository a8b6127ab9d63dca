import FixedPoint
import Geometry

extension StrokeBuffer {
  /// Turns the positions into ink: projected onto `plane`, moved so that the smallest x and y are 0,
  /// divided by the larger of width, height and `minimumSize`. After this the points are Q1.14
  /// within 0…1, each within 2⁻¹⁵ of the exact quotient plus what storage in 16 bits has cost.
  ///
  /// `minimumSize`, in the unit of the positions, keeps a dot from being blown up to a letter.
  /// An empty stroke stays empty.
  @inlinable
  public mutating func rescale(in plane: WritingPlane, minimumSize: Fixed<23>) {
    var (minX, maxX) = (Fixed<22>.max, Fixed<22>.min)
    var (minY, maxY) = (Fixed<22>.max, Fixed<22>.min)
    var index = 0
    while index < count {
      let (x, y) = plane.coordinates(of: points[unchecked: index].position())
      minX = Swift.min(minX, x)
      maxX = Swift.max(maxX, x)
      minY = Swift.min(minY, y)
      maxY = Swift.max(maxY, y)
      index &+= 1
    }
    let size = Swift.max(maxX &- minX, maxY &- minY)
    let scale = Swift.max(size.bits, minimumSize.bits &>> 1, 1)
    guard let reciprocal = Reciprocal(of: UInt32(truncatingIfNeeded: scale)) else { return }
    index = 0
    while index < count {
      let point = points[unchecked: index]
      let (x, y) = plane.coordinates(of: point.position())
      points[unchecked: index] = InkPoint(
        Vector3<14>(
          reciprocal.quotient(of: (x &- minX).bits), reciprocal.quotient(of: (y &- minY).bits),
          .zero),
        ticks: point.ticks)
      index &+= 1
    }
  }

  /// Hands every point to `body` in order: x and y as they are stored after `rescale`, Q1.14, and the
  /// ticks of 32 µs since the point before.
  @inlinable @inline(__always)
  public mutating func forEachPoint(_ body: (_ x: Int16, _ y: Int16, _ ticks: UInt32) -> Void) {
    var index = 0
    while index < count {
      let point = points[unchecked: index]
      body(point.x, point.y, point.ticks)
      index &+= 1
    }
  }
}
