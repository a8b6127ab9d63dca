import QuillonCalibration
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings

/// The first steps with a new board: what was found is shown, then the board is calibrated, enrolled if it is worn on a
/// wrist, and its first letter is read.
public struct BoardSetup {
  /// A step, in the order of the steps.
  public enum Step: String, Codable, Sendable {
    /// The port, the format, the columns and the units that were found are shown.
    case board
    /// The board is laid down, set on its sides and turned.
    case calibration
    /// Strokes to the right show how the board is fastened to a wrist.
    case wrist
    /// A letter is written.
    case letter
    /// Nothing more is to be done.
    case done
  }

  /// What a sample has brought.
  enum Progress {
    /// Nothing that is shown.
    case none
    /// What is to be shown has changed.
    case shown
    /// The calibration is complete.
    case calibrated
    /// The plane of a wrist is known.
    case enrolled(WristEnrollment.Finding)
  }

  /// The number of samples between two looks at the state of the calibration.
  private static let period = 20
  /// How many samples a calibration uses at most: ten minutes of a board of 400 Hz.
  private static let mostSamples = 240_000

  private(set) var step = Step.board
  /// The label of the first letter.
  var wanted = "L"
  /// A letter that was complete before that time, s, is not the first: the last stroke to the right may be read, too.
  var earliestLetter = 0.0
  private var calibration = CalibrationSession(isGuided: true)
  private var isCalibrated = false
  private var samples = 0
  /// True if the board itself removes gravity, so that its sensors can't be calibrated here.
  private var isCorrected = false
  private var enrollment: WristEnrollment?

  /// Begins a step, or begins it anew.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - findsPenByMotion: true for a board without a pen.
  mutating func begin(_ step: Step, findsPenByMotion: Bool) {
    self.step = step
    (samples, isCalibrated) = (0, false)
    calibration = CalibrationSession(isGuided: true)
    enrollment =
      step == .wrist ? WristEnrollment(findsPenByMotion: findsPenByMotion) : nil
  }

  /// Processes a sample as the board sent it. `correction` is what is known of its sensors; nil for nothing.
  mutating func follow(_ sample: InertialSample, correction: SensorCalibration?) -> Progress {
    switch step {
    case .calibration: return calibrate(sample)
    case .wrist:
      var sample = sample
      correction?.apply(to: &sample)
      guard let enrollment, enrollment.push(sample) else { return .none }
      guard enrollment.count >= WristEnrollment.enough, let finding = enrollment.finding else {
        return .shown
      }
      return .enrolled(finding)
    case .board, .letter, .done: return .none
    }
  }

  private mutating func calibrate(_ sample: InertialSample) -> Progress {
    guard !isCalibrated, samples < Self.mostSamples else { return .none }
    calibration.add(sample)
    samples += 1
    if case .linear = sample.acceleration { isCorrected = true } else { isCorrected = false }
    guard samples.isMultiple(of: Self.period) else { return .none }
    isCalibrated = calibration.step() == .done
    return isCalibrated ? .calibrated : .shown
  }

  /// What the samples of the calibration have come to so far; nil if they determine nothing.
  mutating func outcome() -> CalibrationOutcome? {
    let outcome = calibration.outcome()
    return outcome.isEmpty ? nil : outcome
  }

  /// The instruction for the person, what share of it is done, 0…1, and the side of the board that is asked for, if one is.
  mutating func instruction() -> (words: String, share: Double, side: Int?) {
    switch step {
    case .board: return ("Is this your board? Keep it connected.", 0, nil)
    case .calibration where samples == 0:
      return ("no sample has come yet: connect the board", 0, nil)
    case .calibration where isCalibrated:
      return ("The calibration is done. Where is the board when you write?", 1, nil)
    case .calibration where isCorrected:
      return ("this board corrects its sensors itself: go on", 1, nil)
    case .calibration:
      let side: Int? =
        switch calibration.step() {
        case .rest: 0
        case .sides: calibration.sideCount
        case .turning, .done: nil
        }
      return (calibration.instruction(), calibration.share(), side)
    case .wrist:
      let count = enrollment?.count ?? 0
      let words =
        "\(min(count + 1, WristEnrollment.enough)) of \(WristEnrollment.enough): rest, draw a straight line of "
        + "20 cm or more to the right, rest, and go back slowly"
      return (words, Double(count) / Double(WristEnrollment.enough), nil)
    case .letter: return ("Write \(wanted) in the air.", 0, nil)
    case .done: return ("Your board is set up.", 1, nil)
    }
  }
}
