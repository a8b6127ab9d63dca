import FixedPoint
import Geometry

extension StateDigest {
  /// Takes all that a buffer remembers: its points, their times, the sum of attitudes.
  public mutating func add<let capacity: Int>(_ stroke: inout StrokeBuffer<capacity>) {
    add(UInt32(truncatingIfNeeded: stroke.count))
    add(UInt32(truncatingIfNeeded: stroke.runStart))
    add(stroke.remainder)
    add(stroke.attitudeSum)
    var index = 0
    while index < stroke.count {
      let point = stroke.points[unchecked: index]
      let position: Vector3<0> = point.position()
      add(position.x)
      add(position.y)
      add(position.z)
      add(point.ticks)
      index &+= 1
    }
  }
}
