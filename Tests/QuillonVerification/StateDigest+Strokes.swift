import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

extension StateDigest {
  /// Adds all state of a queue: points, times, sums of attitudes, and the reading position.
  mutating func add(_ strokes: inout StrokeQueue) {
    add(strokes.waitingCount)
    add(strokes.open.points)
    add(strokes.open.runTicks)
    add(strokes.open.remainder)
    add(strokes.open.attitudes)
    add(strokes.projectedCount)
    add(strokes.reader.number)
    add(strokes.reader.position)
    for offset in 0..<strokes.points.count {
      let index = strokes.points.index(offset)
      // Where it lies in the ring depends on the ring's length, which is a trait's.
      if index == strokes.open.bias, strokes.open.points > 0 { add(offset) }
      let point = strokes.points[unchecked: index]
      let position: Vector3<0> = point.position()
      add(position)
      add(point.ticks)
    }
  }

  private mutating func add(_ number: Int) { add(UInt32(truncatingIfNeeded: number)) }
}
