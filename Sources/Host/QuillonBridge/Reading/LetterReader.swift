import QuillonFusion
import QuillonRecognizer

/// The recognizer of the host. It is the core's recognizer, and it also keeps the ink and the
/// scores of all labels of the last letter.
public struct LetterReader: ~Copyable {
  var recognizer: StrokeRecognizer<ReadingScorer>

  /// The model for the next letters.
  public var model: LabeledModel {
    get { recognizer.scorer.model }
    set { recognizer.scorer.model = newValue }
  }

  /// The labels of the model that may be answers. The others have no scores.
  public var mask: LabelMask {
    get { recognizer.scorer.mask }
    set { recognizer.scorer.mask = newValue }
  }

  /// Creates a reader without samples.
  ///
  /// - Parameters:
  ///   - model: The model that recognizes the letters.
  ///   - parameters: How the motion is followed and how letters are found.
  public init(model: LabeledModel, parameters: RecognizerParameters = .init()) {
    recognizer = StrokeRecognizer(parameters: parameters)
    recognizer.scorer.model = model
  }

  /// Uses other settings for finding letters from now on. If they differ from the current ones, the
  /// current stroke is discarded.
  mutating func follow(_ writing: WritingSettings) {
    if writing != recognizer.parameters.writing { recognizer.adopt(writing) }
  }

  /// Accepts the next sample.
  ///
  /// - Parameter atOnce: True to read an ended stroke at once. False to read one slice with each
  ///   sample.
  mutating func push(_ sample: InertialSample, atOnce: Bool) -> Event? {
    recognizer.push(sample) ?? (atOnce ? recognizer.hurry() : nil)
  }

  /// Accepts the next point of a touch surface and reads an ended letter at once; see
  /// `StrokeRecognizer`.
  ///
  /// - Parameters:
  ///   - x: The position to the right, in any unit.
  ///   - y: The position downward, in the same unit.
  ///   - timestamp: The time, µs modulo 2³².
  ///   - pen: Whether the pointer writes.
  ///   - minimumSize: The smallest size to which letters are scaled, in the unit of x and y.
  /// - Returns: The event that the point completes. Nil for none.
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    recognizer.push(touchX: x, y: y, timestamp: timestamp, pen: pen, minimumSize: minimumSize)
      ?? recognizer.hurry()
  }

  /// No more points come: reads what waits, up to the next event.
  public mutating func finish() -> Event? { recognizer.finish() }

  /// The result of a classification: a letter with its ink and all scores, or a stroke that is too
  /// small.
  ///
  /// A model of movement answers for small strokes in space itself. Of another model, and of any
  /// model on a touch surface, only the labels for small strokes count.
  ///
  /// - Parameters:
  ///   - classification: The last event of the recognizer.
  ///   - time: When the letter was complete, s.
  ///   - beginning: When the letter began, s, if the motion found it.
  ///   - minimum: The minimum size, m; for a stroke on a touch surface, pixels.
  ///   - pixels: The number of units of the touch surface in a pixel. Nil for a stroke in space.
  /// - Returns: The letter, whose source is the host, or the stroke that is too small.
  public mutating func event(
    _ classification: Classification, time: Double, beginning: Double? = nil, minimum: Double,
    pixels: Double? = nil
  ) -> BridgeEvent {
    let shape = recognizer.shapeOfLastStroke
    let size = pixels.map { Double(shape.size.bits) / $0 } ?? shape.size.double
    let reading = recognizer.scorer.reading(
      size: size, clippedSize: shape.isTooSmall ? max(size, minimum) : size)
    let model = recognizer.scorer.current
    guard shape.isTooSmall, pixels != nil || !model.model.featureSet.hasMovement else {
      var letter = Letter(
        classification, labels: model.labels, time: time, beginning: beginning, source: .host,
        reading: reading)
      letter.leastMargin = recognizer.leastMargin?.double ?? model.leastMargin
      return .letter(letter)
    }
    guard let small = model.classification(ofSmall: reading) else {
      return .tooSmall(size: size, minimum: minimum, reading: reading, time: time)
    }
    return .letter(
      Letter(
        time: time, beginning: beginning, label: small.label, score: small.score,
        margin: small.margin, isRejected: false, source: .host, reading: reading))
  }

  /// The motion of the board at `sample`, the last one.
  func motion(at sample: InertialSample) -> BoardMotion {
    let fused = recognizer.motion(of: sample)
    let attitude = sample.attitude?.validated ?? recognizer.scorer.inclinedAttitude
    let integrator = recognizer.tracker.integrator
    return BoardMotion(
      pen: recognizer.penByMotion ?? sample.pen, attitude: attitude ?? fused?.attitude,
      linearAcceleration: fused.map { $0.attitude.rotate($0.linearAcceleration) }
        ?? attitude.map { sample.acceleration.inReferenceFrame(of: $0) },
      velocity: integrator.velocity, position: integrator.position, fused: fused)
  }
}
