import QuillonFusion
import QuillonNumerics

/// What a user of the recognizer chooses; the defaults suit a board held like a pen or a phone.
public struct RecognizerParameters: Equatable, Sendable {
  /// How the attitude of a board that sends none is found from accelerometer and gyroscope. Letters need
  /// no north, and a magnetic field could but disturb.
  public var filter: SixAxisAHRS.Parameters
  /// From acceleration to position.
  public var motion: MotionTracker.Parameters
  /// Whether velocity and position are held at 0 while the pen is up, and every stroke so starts
  /// from rest. Without it they run on, as for a ribbon that follows the board all the time.
  public var resetsWithPen: Bool
  /// Whether rest within a stroke sets the velocity to 0 and corrects the positions stored so far.
  public var correctsAtRest: Bool
  /// Whether a stroke is taken to end at rest, and its drift is removed accordingly. Wants
  /// `resetsWithPen`, which makes it start at rest.
  public var removesDrift: Bool
  /// How the hand writes: what tells of the pen, which gates there are, in which plane letters stand.
  public var writing: WritingSettings
  /// The size below which a stroke in space is not magnified further, m, Q8.23.
  public var minimumSize: Fixed<23>

  /// Parameters from their parts. By default: raw samples fused without field, half steps without damping,
  /// drift removed at pen-up, rest when nothing moves by more than 0.5 m/s² and 0.1 rad/s for 0.25 s,
  /// steps of up to 100 ms, letters of 1 cm and more, written as `WritingSettings` has it.
  public init(
    filter: SixAxisAHRS.Parameters = .init(), motion: MotionTracker.Parameters = .standard,
    resetsWithPen: Bool = true,
    correctsAtRest: Bool = false, removesDrift: Bool = true,
    minimumSize: Fixed<23> = Fixed(bits: 83_886), writing: WritingSettings = .init()
  ) {
    self.filter = filter
    self.motion = motion
    self.resetsWithPen = resetsWithPen
    self.correctsAtRest = correctsAtRest
    self.removesDrift = removesDrift
    self.minimumSize = minimumSize
    self.writing = writing
  }
}

extension MotionTracker.Parameters {
  /// Half steps without damping; rest at 0.5 m/s², 0.1 rad/s, 0.25 s; steps of up to 100 ms.
  public static var standard: Self {
    Self(
      integrator: DampedIntegrator.Parameters(),
      rest: LinearAccelerationStationaryDetector.Parameters(
        accelerationTolerance: Fixed(bits: 1 &<< 22), rateTolerance: Fixed(bits: 3_355_443),
        period: 250_000),
      maximumStep: 100_000)
  }
}
