import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonWire

/// What a bridge tells while it runs. Times are by the board's clock, s since the first sample.
public enum BridgeEvent: Equatable, Sendable {
  /// A letter was recognized.
  case letter(Letter)
  /// A stroke was given up.
  case abandoned(Event.Reason, time: Double)
  /// A gate found that a stroke is no letter: the recognizer's here, or the board's.
  case rejected(Rejection, time: Double)
  /// A stroke was smaller than the minimum size, and the model has no label for such strokes. The sizes are in m, or
  /// in pixels for a stroke on a page. The reading is nil if the board rejected the stroke.
  case tooSmall(size: Double, minimum: Double, reading: LetterReading?, time: Double)
  /// The board said who it is.
  case hello(Hello)
  /// The board told what it has counted.
  case status(Status)
  /// The board told that a fault made it start anew: what it had counted and was writing is lost.
  case fault(FaultReport)
  /// The board told how it corrects one of its sensors from now on.
  case calibration(SensorCorrection)
  /// The board told that the pen moved. The pen state in its samples is what decides.
  case pen(PenChange)
  /// A board of another make does not send what it takes to write: nothing will be recognized.
  case unusable(StreamShortcoming)
  /// The board is back after so many seconds without it, s: time goes on behind the gap, strokes do not.
  case gap(Double, time: Double)
  /// A sample arrived; the letter that it completes follows, then how the board moves.
  case sample(InertialSample, time: Double)
  /// How the board moves at the sample that came last.
  case motion(BoardMotion, time: Double)
}

/// A recognized letter.
public struct Letter: Equatable, Sendable {
  /// When it was complete, s of the board's clock since the first sample.
  public var time: Double
  /// When it was begun, s, if it was found by the motion; nil where a pen or the board told.
  public var beginning: Double?
  /// What it is taken for; `#` and the label's number when the board recognized it by a model that
  /// this bridge does not have.
  public var label: String
  /// The label's score.
  public var score: Double
  /// By how much it beats the next best label.
  public var margin: Double
  /// True when the margin is too small: the label is only a guess.
  public var isRejected: Bool
  /// Who recognized it.
  public var source: Source
  /// Its ink and every label's score; nil if the board recognized it.
  public var reading: LetterReading?

  /// The two that can recognize letters.
  public enum Source: String, Sendable {
    /// This program, from the board's samples.
    case host
    /// The board itself.
    case board
  }

  /// A letter from its parts.
  public init(
    time: Double, beginning: Double? = nil, label: String, score: Double, margin: Double,
    isRejected: Bool, source: Source, reading: LetterReading? = nil
  ) {
    self.time = time
    self.beginning = beginning
    self.label = label
    self.score = score
    self.margin = margin
    self.isRejected = isRejected
    self.source = source
    self.reading = reading
  }

  /// The letter that `classification` is on.
  init(
    _ classification: Classification, label: String, time: Double, beginning: Double? = nil,
    source: Source, reading: LetterReading? = nil
  ) {
    self.init(
      time: time, beginning: beginning, label: label, score: classification.score.double,
      margin: classification.margin.double, isRejected: classification.isRejected, source: source,
      reading: reading)
  }
}
