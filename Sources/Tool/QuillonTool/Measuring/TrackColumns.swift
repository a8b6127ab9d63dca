import ArgumentParser
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining

/// Velocity and position as columns of a file.
struct TrackColumns: ParsableArguments {
  @Flag(
    help: """
      Also write velocity, m/s, and position, m, in the frame of the attitude, integrated as for \
      letters: both are 0 while the pen is up. The trace needs the column pen or stroke.
      """)
  var track = false

  @Flag(
    help: """
      The same without a pen, from the first sample on. Errors of the sensor grow with the square \
      of time: add --damping.
      """)
  var trackAlways = false

  @Option(
    help: """
      Damp velocity and position of --track and --track-always, per second, 0 to 15. The default \
      is 0.
      """)
  var damping: Double?

  func validate() throws {
    if track, trackAlways {
      throw ValidationError("--track-always has no pen: leave out --track.")
    }
    guard let damping else { return }
    guard isOn else { throw ValidationError("--damping needs --track or --track-always: add one.") }
    guard (0...15).contains(damping) else {
      throw ValidationError("Choose another value: --damping is 0 to 15 per second.")
    }
  }

  /// True if the columns are written.
  var isOn: Bool { track || trackAlways }

  /// What integrates; nil without the columns.
  var integration: StrokeTrack? {
    isOn ? StrokeTrack(damping: damping ?? 0, isAlways: trackAlways) : nil
  }

  /// The meaning of the columns, as a line of comment; empty without them.
  var legend: String {
    let rest = track ? ", 0 while the pen is up" : ""
    return isOn ? "# velocity: m/s; position: m; both in the frame of q\(rest)\n" : ""
  }

  /// What follows the header of the other columns.
  var header: String {
    isOn ? ",velocity_x,velocity_y,velocity_z,position_x,position_y,position_z" : ""
  }
}

/// Integrates linear accelerations to velocity and position, as the recognizer does.
struct StrokeTrack {
  private var tracker: MotionTracker
  private let isAlways: Bool
  private var isWriting = false

  /// Integration that is damped by `damping` per second, of strokes or of all samples.
  init(damping: Double, isAlways: Bool) {
    var settings = StabilizerSettings()
    settings.damping = damping
    tracker = MotionTracker(settings.parameters().motion)
    self.isAlways = isAlways
  }

  /// Velocity, m/s, and position, m, after a sample: six numbers. Of strokes, they are 0 unless the pen is down and was down before.
  ///
  /// - Parameters:
  ///   - fused: The attitude and the linear acceleration.
  ///   - timestamp: The board's clock, µs, modulo 2³².
  ///   - isPenDown: True while the pen is down.
  ///   - start: The attitude along whose axes the numbers are given; nil for the axes of the frame.
  mutating func values(
    after fused: FusedSample, timestamp: UInt32, isPenDown: Bool,
    relativeTo start: ReferenceQuaternion?
  ) -> [Double] {
    let acceleration = fused.attitude.rotate(fused.linearAcceleration)
    _ = tracker.advance(to: timestamp, acceleration: Vector3(acceleration))
    if !isAlways, !(isWriting && isPenDown) { tracker.restart() }
    isWriting = isPenDown
    let (velocity, position) = (tracker.integrator.velocity, tracker.integrator.position)
    return [velocity.double, position.double].flatMap { vector in
      let told = start?.conjugate.rotate(vector) ?? vector
      return [told.x, told.y, told.z]
    }
  }
}

extension TraceRow {
  /// True while the pen is down: by the column pen or, without it, within a stroke.
  var isWithinStroke: Bool { isPenDown ?? (stroke != nil) }
}
