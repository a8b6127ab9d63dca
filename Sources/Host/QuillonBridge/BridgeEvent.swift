import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSerialFormats
import QuillonWire

/// An event that a bridge reports. Times are s of the board's clock since the first sample.
public enum BridgeEvent: Equatable, Sendable {
  /// A letter was recognized. Its margin may be too small for an answer: see ``Letter/isRejected``.
  case letter(Letter)
  /// A stroke was abandoned, with the reason.
  case abandoned(Event.Reason, time: Double)
  /// A gate rejected a stroke because it is not a letter: a gate of this recognizer or of the
  /// board's.
  case rejected(Rejection, time: Double)
  /// A stroke was smaller than the minimum size, and the model has no label for such strokes. The
  /// sizes are in m, or in pixels for a stroke on a page. The reading is nil if the board rejected
  /// the stroke.
  case tooSmall(size: Double, minimum: Double, reading: LetterReading?, time: Double)
  /// A stroke had more points than the recognizer keeps; see `StrokeQueue`. It was ended there, although the pen stays down. What it is
  /// read as follows.
  case truncated(time: Double)
  /// The board introduced itself.
  case hello(Hello)
  /// The board sent its counters.
  case status(Status)
  /// The board restarted after a fault. Its counters and the stroke that it was reading are lost.
  case fault(FaultReport)
  /// The board sent the correction that it uses for one of its sensors from now on.
  case calibration(SensorCorrection)
  /// A board that recognizes letters itself integrates strokes like this. `isWanted` is false if ``Bridge/stabilizersOfBoard``
  /// asks for others. Nil if the board does not know the message: then it never damps.
  case stabilizers(Stabilizers?, isWanted: Bool)
  /// A board that recognizes letters itself answers with ``Bridge/allowedLabels`` only. False if its firmware cannot: it answers with
  /// any label of its model.
  case labels(areAllowed: Bool)
  /// The board reported that the pen moved. The recognizer does not use this: it uses the pen in
  /// the samples.
  case pen(PenChange)
  /// A board of another make does not send the data that writing needs. Nothing will be recognized.
  case unusable(SampleShortcoming)
  /// The board is back after this many seconds, s. Time continues behind the gap. Strokes do not.
  case gap(Double, time: Double)
  /// A sample arrived. The letter that it completes follows, then the motion of the board.
  case sample(InertialSample, time: Double)
  /// The motion of the board at the last sample.
  case motion(BoardMotion, time: Double)
}

/// A recognized letter.
public struct Letter: Equatable, Sendable {
  /// When the letter was complete, s of the board's clock since the first sample.
  public var time: Double
  /// When the letter began, s, if the motion found it. Nil if a pen or the board found it.
  public var beginning: Double?
  /// The label of the answer. If the board used a model that this bridge does not have, it is `#`
  /// and the number of the label.
  public var label: String
  /// The score of the label. Its unit depends on the model; only scores of one model can be
  /// compared.
  public var score: Double
  /// The score minus that of the next best label. Below 0 if the model's output for motion that is
  /// no letter is higher.
  public var margin: Double
  /// A letter with a smaller margin is rejected: the threshold of the model, moved by the strokes before the letter where the pen state
  /// comes from the motion. Nil if the model or what moved it is not known.
  public var leastMargin: Double?
  /// True if the margin is below ``leastMargin``. The label is only a guess then.
  public var isRejected: Bool
  /// Where the letter was recognized.
  public var source: Source
  /// The ink and the scores of all labels. Nil if the board recognized the letter.
  public var reading: LetterReading?
  /// The next best labels, the best first, four at most. None by a linear model, and by a board that does not send them.
  public var rivals: [LetterReading.Score] = []

  /// The places where letters are recognized.
  public enum Source: String, Sendable {
    /// This program, from the board's samples.
    case host
    /// The board itself.
    case board
  }

  /// A letter from its parts.
  ///
  /// - Parameters:
  ///   - time: When the letter was complete, s.
  ///   - beginning: When it began, s, if the motion found it.
  ///   - label: The label of the answer.
  ///   - score: The score of the label.
  ///   - margin: The score minus that of the next best label.
  ///   - isRejected: True if the margin is below the threshold.
  ///   - source: Where the letter was recognized.
  ///   - reading: The ink and all scores, if known.
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

  /// The letter of a classification. A label that is not in the list is its number, such as #3.
  init(
    _ classification: Classification, labels: [String], time: Double, beginning: Double? = nil,
    source: Source, reading: LetterReading? = nil
  ) {
    func label(_ index: UInt8) -> String {
      labels.indices.contains(Int(index)) ? labels[Int(index)] : "#\(index)"
    }
    self.init(
      time: time, beginning: beginning, label: label(classification.label),
      score: classification.score.double, margin: classification.margin.double,
      isRejected: classification.isRejected, source: source, reading: reading)
    rivals = (0..<classification.rivals.count).map {
      let rival = classification.rivals[$0]
      return LetterReading.Score(label: label(rival.label), score: score - rival.behind.double)
    }
  }
}
