import QuillonFusion
import QuillonNumerics

extension StrokeWriter {
  /// Processes the next point of a touch surface. See `StrokeRecognizer`.
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
    now = timestamp
    endLifted(after: UInt32(parameters.writing.penUpTime) &* 1_000)
    if phase == .idle && pen == .down { begin(at: now) }
    if pen == .up { return liftTouch(minimumSize) }
    guard phase == .writing || phase == .lifted else { return }
    if strokes.append(touchX: x, y: y, microseconds: elapsed) == .full {
      counters.fullStrokes.add()
      if phase == .writing { beginLift(touchSize: minimumSize) }
      endLifted(after: 0)
      phase = .over
    } else if phase == .lifted {
      strokes.movePen()
      phase = .writing
    }
  }

  private mutating func liftTouch(_ minimumSize: Fixed<23>) {
    if phase == .writing {
      beginLift(touchSize: minimumSize)
      if parameters.writing.penUpTime == 0 { endLifted(after: 0) }
    } else if phase == .over {
      phase = .idle
    }
  }
}
