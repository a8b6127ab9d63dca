import QuillonFusion
import QuillonRecognizer

/// The recognizer of the host: the core's, which also keeps the ink and every label's score of the letter it read last.
public struct LetterReader: ~Copyable {
  var recognizer: StrokeRecognizer<ReadingScorer>

  /// What letters are read by, from the next one on.
  public var model: LabeledModel {
    get { recognizer.scorer.model }
    set { recognizer.scorer.model = newValue }
  }

  /// A reader that has seen nothing.
  public init(model: LabeledModel, parameters: RecognizerParameters = .init()) {
    recognizer = StrokeRecognizer(parameters: parameters)
    recognizer.scorer.model = model
  }

  /// Finds letters by these settings from now on; if they are other ones, a stroke that is being written is forgotten.
  mutating func follow(_ writing: WritingSettings) {
    if writing != recognizer.parameters.writing { recognizer.adopt(writing) }
  }

  /// Takes the next sample.
  ///
  /// - Parameter atOnce: reads a stroke that has ended to its end, instead of a slice with each sample.
  mutating func push(_ sample: InertialSample, atOnce: Bool) -> Event? {
    recognizer.push(sample) ?? (atOnce ? recognizer.hurry() : nil)
  }

  /// Takes the next point of a touch surface and reads what has ended at once; see `StrokeRecognizer`.
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    recognizer.push(touchX: x, y: y, timestamp: timestamp, pen: pen, minimumSize: minimumSize)
      ?? recognizer.hurry()
  }

  /// What a classification comes to: a letter, with its ink and all scores, or a stroke that is too small.
  ///
  /// A model of movement answers for small strokes itself. Of another model only the labels for small strokes count.
  ///
  /// - Parameters:
  ///   - classification: The last event of the recognizer.
  ///   - time: When the letter was complete, s.
  ///   - beginning: When the letter began, s, if the motion found it.
  ///   - minimum: The minimum size, m, or pixels for a point that was pushed in `pixels`.
  ///   - pixels: How many units of a touch surface a pixel has; nil for a stroke in space.
  public mutating func event(
    _ classification: Classification, time: Double, beginning: Double? = nil, minimum: Double,
    pixels: Double? = nil
  ) -> BridgeEvent {
    let shape = recognizer.shapeOfLastStroke
    let size = pixels.map { Double(shape.size.bits) / $0 } ?? shape.size.double
    let reading = recognizer.scorer.reading(
      size: size, clippedSize: shape.isTooSmall ? max(size, minimum) : size)
    let model = recognizer.scorer.current
    guard shape.isTooSmall, !model.model.featureSet.hasMovement else {
      return .letter(
        Letter(
          classification, label: model.label(Int(classification.label)), time: time,
          beginning: beginning, source: .host, reading: reading))
    }
    guard let small = model.classification(ofSmall: reading) else {
      return .tooSmall(size: size, minimum: minimum, reading: reading, time: time)
    }
    return .letter(
      Letter(
        time: time, beginning: beginning, label: small.label, score: small.score,
        margin: small.margin, isRejected: false, source: .host, reading: reading))
  }

  /// How the board moves at `sample`, the latest one.
  func motion(at sample: InertialSample) -> BoardMotion {
    let fused = recognizer.motion(of: sample)
    let attitude = sample.attitude?.validated
    let integrator = recognizer.tracker.integrator
    return BoardMotion(
      pen: recognizer.penByMotion ?? sample.pen, attitude: attitude ?? fused?.attitude,
      linearAcceleration: fused.map { $0.attitude.rotate($0.linearAcceleration) }
        ?? attitude.map { sample.acceleration.inReferenceFrame(of: $0) },
      velocity: integrator.velocity, position: integrator.position, fused: fused)
  }
}
