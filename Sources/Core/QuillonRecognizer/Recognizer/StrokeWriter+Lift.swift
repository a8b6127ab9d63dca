import QuillonFusion
import QuillonNumerics

/// Letters of several strokes.
extension StrokeWriter {
  /// The pen is lifted, but may be set down again. `touchSize` is the smallest size to magnify on a
  /// touch surface.
  mutating func beginLift(touchSize: Fixed<23>? = nil) {
    lift = Lift(
      points: strokes.pointCount, impulse: tracker.integrator.impulse, time: now,
      touchSize: touchSize)
    strokes.movePen()
    phase = .lifted
  }

  /// Stores the path of the lifted pen. It becomes part of the letter if the pen is set down again.
  mutating func writeLifted(_ progress: MotionTracker.Progress, _ pen: PenState) {
    switch progress {
    case .started, .unchanged: return
    case .interrupted: return endLifted(after: 0)
    case .moved(let microseconds):
      let outcome = strokes.append(tracker.integrator.position, microseconds: microseconds)
      if outcome == .full { return endLifted(after: 0) }
    }
    guard pen == .down else { return }
    strokes.movePen()
    phase = .writing
  }

  /// Ends the letter where the pen was lifted, if that was at least `pause` µs ago.
  @usableFromInline
  mutating func endLifted(after pause: UInt32) {
    guard phase == .lifted, now &- lift.time >= pause else { return }
    strokes.trim(to: lift.points)
    if let size = lift.touchSize {
      strokes.end(in: .touch, minimumSize: size, time: lift.time)
    } else {
      end(impulse: lift.impulse, at: lift.time)
    }
    phase = .idle
  }
}
