import FixedPoint
import Ink
import Motion

/// Letters of several strokes.
extension StrokeWriter {
  /// The pen is lifted, but may be set down again.
  mutating func beginLift() {
    lift = Lift(points: strokes.pointCount, impulse: tracker.integrator.impulse, time: now)
    strokes.movePen()
    phase = .lifted
  }

  /// The way of a lifted pen, which is the letter's if the pen is set down again.
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

  /// The letter ended where the pen was lifted, if that is so long ago, µs.
  @usableFromInline
  mutating func endLifted(after pause: UInt32) {
    guard phase == .lifted, now &- lift.time >= pause else { return }
    strokes.trim(to: lift.points)
    end(impulse: lift.impulse, at: lift.time)
    phase = .idle
  }
}
