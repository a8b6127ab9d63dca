import QuillonFusion
import QuillonNumerics

/// The parameters of the recognizer. The defaults suit a board held like a pen or a phone.
public struct RecognizerParameters: Equatable, Sendable {
  /// How the 6-axis AHRS finds the attitude of a board that does not send one. Letters need no
  /// north, and a magnetic field could only disturb.
  public var filter: SixAxisAHRS.Parameters
  /// How acceleration is integrated to position.
  public var motion: MotionTracker.Parameters
  /// Holds velocity and position at 0 while the pen is up, so that every stroke starts from rest.
  /// Without it, integration continues while the pen is up, as for a ribbon that follows the board
  /// all the time.
  public var resetsWithPen: Bool
  /// A rest within a stroke sets the velocity to 0 and corrects the positions stored so far.
  public var correctsAtRest: Bool
  /// Assumes that a stroke ends at rest and removes its drift accordingly. Needs `resetsWithPen`,
  /// which makes the stroke start at rest.
  public var removesDrift: Bool
  /// How the hand writes: the source of the pen state, the gates, and the plane of the letters.
  public var writing: WritingSettings
  /// The minimum size of a letter, m, Q8.23. A smaller stroke in space is magnified as if it had
  /// this size, and rejected unless the scorer reads small strokes.
  public var minimumSize: Fixed<23>

  /// Parameters from their parts.
  ///
  /// The defaults: raw samples are fused without a magnetic field. Integration uses half steps
  /// without damping. Drift is removed at pen-up. The hand is at rest when nothing moves by more
  /// than 0.5 m/s² and 0.1 rad/s for 0.25 s. The maximum step is 100 ms. The minimum size is 3 cm.
  /// Writing is as `WritingSettings` defaults it.
  public init(
    filter: SixAxisAHRS.Parameters = .init(), motion: MotionTracker.Parameters = .standard,
    resetsWithPen: Bool = true,
    correctsAtRest: Bool = false, removesDrift: Bool = true,
    minimumSize: Fixed<23> = Fixed(bits: 251_658), writing: WritingSettings = .init()
  ) {
    self.filter = filter
    self.motion = motion
    self.resetsWithPen = resetsWithPen
    self.correctsAtRest = correctsAtRest
    self.removesDrift = removesDrift
    self.minimumSize = minimumSize
    self.writing = writing
  }

  /// True if the arm's turning corrects the drift of strokes: if they have no other correction than that of ``removesDrift``, and their plane
  /// is known when they end.
  package var usesLeverArm: Bool {
    // Not `get`: a board would copy all parameters first.
    mutating get {
      Features.hasLeverArm && removesDrift && resetsWithPen && !correctsAtRest
        && motion.integrator.isFree && writing.plane.kind != .principal
        && writing.plane.kind != .above
    }
  }
}

extension MotionTracker.Parameters {
  /// Half steps without damping. Rest: within 0.5 m/s² and 0.1 rad/s for 0.25 s. The maximum step
  /// is 100 ms.
  public static var standard: Self {
    Self(
      integrator: DampedIntegrator.Parameters(),
      rest: LinearAccelerationStationaryDetector.Parameters(
        accelerationTolerance: Fixed(bits: 1 &<< 22), rateTolerance: Fixed(bits: 3_355_443),
        period: 250_000),
      maximumStep: 100_000)
  }
}

/// What this build of the recognizer has.
enum Features {
  /// True if it fuses raw sensor data, finds the pen by the motion, has gates and planes of a wrist. This is the package trait
  /// `FullRecognizer`. Without it, firmware has the chain alone: rotation, integration, projection, scores.
  @inline(__always)
  static var isFull: Bool {
    #if FullRecognizer
      true
    #else
      false
    #endif
  }

  /// True if it corrects the drift of free strokes by the arm's turning. This is the package trait `LeverArm`. Firmware that damps its
  /// strokes leaves it out.
  @inline(__always)
  static var hasLeverArm: Bool {
    #if LeverArm
      true
    #else
      false
    #endif
  }
}
