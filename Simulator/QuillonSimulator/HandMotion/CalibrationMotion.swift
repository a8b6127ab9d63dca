import QuillonRecordings
import QuillonReferenceModel

/// A person who calibrates a board by the instructions: lays it down, sets it on each side, then
/// turns it about every axis.
public struct CalibrationMotion: Sendable {
  /// One step: a turn about an axis of the body, smooth from rest to rest, then a rest.
  public struct Turn: Equatable, Sendable {
    /// The axis in the body frame, of length 1.
    public var axis: ReferenceVector
    /// The angle of the turn, rad, right-handed.
    public var angle: Double
    /// How long the turn takes, s.
    public var duration: Double
    /// How long the board rests after it, s.
    public var rest: Double

    /// A turn from its parts.
    public init(axis: ReferenceVector, angle: Double, duration: Double, rest: Double) {
      self.axis = axis
      self.angle = angle
      self.duration = duration
      self.rest = rest
    }
  }

  /// The steps in order. The board lies face up at the start.
  public var turns: [Turn]

  /// A person who makes these turns.
  public init(turns: [Turn]) { self.turns = turns }

  /// A complete calibration of 85 s: rest face up, then face down, top up, bottom up, right side
  /// up, left side up, and full turns about axes in all directions.
  public static let complete = CalibrationMotion(turns: sides + fullTurns)

  /// The six sides only: 20 s.
  public static let sides: [Turn] = {
    let (x, y) = (ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0))
    func turn(_ axis: ReferenceVector, _ quarters: Double, rest: Double = 1.5) -> Turn {
      Turn(axis: axis, angle: quarters * .pi / 2, duration: 1, rest: rest)
    }
    return [
      turn(x, 0, rest: 4), turn(x, 2), turn(x, -1), turn(x, 2), turn(x, 1, rest: 0), turn(y, -1),
      turn(y, 2), turn(y, -1),
    ]
  }()

  /// Full turns about nine axes, with a tilt after each.
  public static let fullTurns: [Turn] = {
    let axes: [ReferenceVector] = [
      ReferenceVector(1, 0, 0), ReferenceVector(0, 1, 0), ReferenceVector(0, 0, 1),
      ReferenceVector(1, 1, 0), ReferenceVector(0, 1, 1), ReferenceVector(1, 0, 1),
      ReferenceVector(1, -1, 0), ReferenceVector(0, 1, -1), ReferenceVector(-1, 0, 1),
    ]
    return axes.flatMap { axis in
      let tilt = axis.cross(ReferenceVector(0.3, 0.5, 0.8))
      return [
        Turn(axis: axis / axis.length, angle: 2 * .pi, duration: 6, rest: 0),
        Turn(axis: tilt / tilt.length, angle: 1.1, duration: 1, rest: 0),
      ]
    }
  }()

  /// The trace that an ideal board without sensor fusion would measure: specific force, angular
  /// rate, and the Earth's magnetic field of middle northern latitudes, with `rate` rows a second.
  public func trace(rate: Double = 100) -> Trace {
    var trace = Trace(comments: ["simulated: calibration, \(rate) Hz"], rows: [])
    var start = (time: 0.0, attitude: ReferenceQuaternion.identity)
    for turn in turns {
      let end = start.time + turn.duration + turn.rest
      var number = Int((start.time * rate).rounded(.up))
      while Double(number) / rate < end {
        let time = Double(number) / rate
        trace.rows.append(Self.row(at: time, elapsed: time - start.time, of: turn, start.attitude))
        number += 1
      }
      let whole = ReferenceQuaternion(angle: turn.angle, axis: turn.axis)
      start = (end, start.attitude * whole)
    }
    return trace
  }

  private static func row(
    at time: Double, elapsed: Double, of turn: Turn, _ start: ReferenceQuaternion
  ) -> TraceRow {
    // A fifth-degree polynomial from rest to rest, like the movement of a hand.
    let t = min(elapsed / turn.duration, 1)
    let share = t * t * t * (10 - 15 * t + 6 * t * t)
    let speed = 30 * t * t * (1 - t) * (1 - t) / turn.duration
    let attitude = start * ReferenceQuaternion(angle: turn.angle * share, axis: turn.axis)
    var row = TraceRow(time: time)
    row.specificForce = attitude.conjugate.rotate(ReferenceVector(0, 0, ReferenceSample.gravity))
    row.angularRate = turn.axis * (turn.angle * speed)
    row.magneticField = attitude.conjugate.rotate(EarthField().vector)
    row.isPenDown = false
    return row
  }
}
