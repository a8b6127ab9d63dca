import FixedPoint
import Ink
import Motion
import Wire

extension StrokeWriter {
  /// Takes the next point of a touch surface; see `StrokeRecognizer`.
  @usableFromInline
  mutating func follow(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Fixed<23>
  ) {
    let elapsed =
      switch touchClock.advance(to: timestamp) {
      case .step(let microseconds): microseconds
      case .gap: touchClock.maximumStep
      case .first, .none: UInt32(0)
      }
    if phase == .idle && pen == .down { begin(at: timestamp) }
    if phase == .writing {
      let isFull =
        pen == .down && strokes.append(touchX: x, y: y, microseconds: elapsed) == .full
      if isFull { counters.fullStrokes.add() }
      if isFull || pen == .up {
        strokes.end(in: .touch, minimumSize: minimumSize, time: timestamp)
        phase = .over
      }
    }
    if pen == .up { phase = .idle }
  }
}
