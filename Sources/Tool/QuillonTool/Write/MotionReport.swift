import Foundation
import QuillonBridge
import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

/// Reports a board's attitude once a second, and what is to be known about its reference frame and its field.
struct MotionReport {
  /// s of the board's clock.
  private static let period = 1.0

  private var due = 0.0
  private var note: String?
  private var fieldCheck = EarthFieldCheck()
  private var fieldAccuracy: CalibrationAccuracy?
  private var hasToldField = false

  /// The line for a motion at `time`, s; nil if none is due, or the attitude is not known.
  mutating func line(_ motion: BoardMotion, at time: Double) -> MotionLine? {
    if motion.knowsFrameNote {
      if let words = motion.frameNote, words != note { Console.note(words) }
      note = motion.frameNote
    }
    if let fused = motion.fused, fused.frame.usesField { look(at: fused) }
    guard time >= due, let attitude = motion.attitude else { return nil }
    due = time + Self.period
    if !hasToldField, let objection = fieldCheck.objection {
      hasToldField = true
      Console.note(
        EarthFieldCheck.warning(
          objection, heading: "The heading follows it and is wrong", "--port PORT"))
    }
    return MotionLine(motion, attitude, at: time)
  }

  /// Checks the field of a sample. A better calibration changes the field, so the check restarts.
  private mutating func look(at fused: DeviceMotion) {
    guard let field = fused.magneticField else { return }
    if field.accuracy != fieldAccuracy {
      (fieldCheck, fieldAccuracy) = (EarthFieldCheck(), field.accuracy)
    }
    fieldCheck.add(field.field, attitude: fused.attitude)
  }
}

/// A board's attitude, as a line of JSON: `t` in s, angles in degrees; the heading only in a frame with north, the
/// field's accuracy only with a field, the state only of a filter of this program's.
struct MotionLine: Encodable {
  let event = "motion"
  var t: Double
  var roll: Double
  var pitch: Double
  var yaw: Double
  var heading: Double?
  var field: String?
  /// `starting`, `converging` or `ready`; nil of a board that sends its attitude.
  var state: String?
  var relative: Bool
  /// The reference frame of the angles, as in `--frame`; nil for the frame of a board that sends its attitude.
  var frame: String?
  /// m/s, along the axes of the reference frame, with `relative` along those that the board had. It starts from 0 with each stroke.
  var velocity: [Double]
  /// m, along the same axes. It starts from 0 with each stroke.
  var position: [Double]

  init(_ motion: BoardMotion, _ attitude: UnitQuaternion, at time: Double) {
    let angles = EulerAngles(attitude)
    t = time
    roll = angles.roll.double * 180 / .pi
    pitch = angles.pitch.double * 180 / .pi
    yaw = angles.yaw.double * 180 / .pi
    heading = motion.fused?.heading.map { $0.degrees.double }
    field = motion.fused?.magneticField.map { "\($0.accuracy)" }
    state = motion.fused?.status.name
    relative = motion.reference != nil
    velocity = motion.velocity.numbers
    position = motion.position.numbers
    frame = motion.fused.map { $0.frame.name }
  }

  /// For people.
  var words: String {
    let heading = heading.map { String(format: "  heading %.1f°", $0) } ?? ""
    let field = field.map { "  field \($0)" } ?? ""
    let doubt = state.map { $0 == "ready" ? "" : "  (\($0))" } ?? ""
    return String(format: "roll %.1f°  pitch %.1f°  yaw %.1f°", roll, pitch, yaw) + heading + field
      + doubt
  }
}

extension ReferenceFrame {
  /// The name of the frame on the command line.
  fileprivate var name: String {
    switch self {
    case .arbitrary: "arbitrary"
    case .arbitraryCorrected: "corrected"
    case .magneticNorth: "magnetic"
    case .trueNorth: "true"
    }
  }
}

extension Vector3 {
  /// The components, exactly.
  fileprivate var numbers: [Double] { [x.double, y.double, z.double] }
}

extension EarthFieldCheck {
  /// The warning that a field can't be the Earth's, for people.
  ///
  /// - Parameters:
  ///   - objection: Why it can't be: see ``objection``.
  ///   - heading: What follows for the heading, as a sentence without its point.
  ///   - source: The option of `quillon calibrate` that names where the field comes from.
  static func warning(_ objection: String, heading: String, _ source: String) -> String {
    """
    warning: the magnetic field can't be the Earth's: \(objection). \(heading): calibrate the magnetometer with \
    `quillon calibrate \(source) --out board.json` and give --calibration board.json
    """
  }
}
