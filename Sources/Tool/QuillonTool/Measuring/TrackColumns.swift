import ArgumentParser
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel

/// Velocity and position as columns of a file.
struct TrackColumns: ParsableArguments {
  @Flag(
    help: """
      Also write velocity, m/s, and position, m, in the frame of the attitude, integrated as for \
      letters: both are 0 while the pen is up. The trace needs the column pen or stroke.
      """)
  var track = false

  /// The meaning of the columns, as a line of comment; empty without them.
  var legend: String {
    track ? "# velocity: m/s; position: m; both in the frame of q, 0 while the pen is up\n" : ""
  }

  /// What follows the header of the other columns.
  var header: String {
    track ? ",velocity_x,velocity_y,velocity_z,position_x,position_y,position_z" : ""
  }
}

/// Integrates linear accelerations to velocity and position within strokes, as the recognizer does.
struct StrokeTrack {
  private var tracker = MotionTracker(.standard)
  private var isWriting = false

  /// Velocity, m/s, and position, m, after a sample: six numbers. They are 0 unless the pen is down and was down before.
  ///
  /// - Parameters:
  ///   - fused: The attitude and the linear acceleration.
  ///   - timestamp: The board's clock, µs, modulo 2³².
  ///   - isPenDown: True while the pen is down.
  ///   - start: The attitude along whose axes the numbers are told; nil for the axes of the frame.
  mutating func values(
    after fused: FusedSample, timestamp: UInt32, isPenDown: Bool,
    relativeTo start: ReferenceQuaternion?
  ) -> [Double] {
    let acceleration = fused.attitude.rotate(fused.linearAcceleration)
    _ = tracker.advance(to: timestamp, acceleration: Vector3(acceleration))
    if !(isWriting && isPenDown) { tracker.restart() }
    isWriting = isPenDown
    let (velocity, position) = (tracker.integrator.velocity, tracker.integrator.position)
    return [velocity.double, position.double].flatMap { vector in
      let told = start?.conjugate.rotate(vector) ?? vector
      return [told.x, told.y, told.z]
    }
  }
}

extension TraceRow {
  /// True while the pen is down: as the column pen says, or without it within a stroke.
  var isWithinStroke: Bool { isPenDown ?? (stroke != nil) }
}
