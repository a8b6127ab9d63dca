import QuillonConversions
import QuillonFusion
import QuillonRecognizer

/// Recognizes strokes by the same core as the bridge and the firmware, and keeps what a page shows of them:
/// the ink and the score of every label.
public struct StrokeFollower: ~Copyable {
  private var recognizer = StrokeRecognizer<PageScorer>()
  /// What strokes are scored by, from the next one on.
  public var model: PageModel {
    didSet { recognizer.scorer.model = model }
  }

  /// A follower that has seen nothing; `writing` says how strokes are found.
  public init(model: PageModel, writing: WritingSettings = WritingSettings()) {
    self.model = model
    recognizer.scorer.model = model
    recognizer.adopt(writing)
  }

  /// Takes the next sample of a board; what became of a stroke, if anything is known now.
  public mutating func push(_ sample: InertialSample) -> Stroke? {
    stroke(after: recognizer.push(sample))
  }

  /// Takes the next point of a pointer on the page: x to the right and y down in pixels, its time in µs.
  public mutating func push(_ point: TouchPoint) -> Stroke? {
    // Sixteenths of a pixel; a dot of fewer than 12 pixels is not blown up to a letter.
    let event = recognizer.push(
      touchX: Int32(point.x * 16), y: Int32(point.y * 16), timestamp: point.time,
      pen: point.isDown ? .down : .up, minimumSize: 12 * 16)
    return stroke(after: event)
  }

  /// Forgets what it has seen: the board has started anew.
  public mutating func restart() {
    let writing = recognizer.parameters.writing
    recognizer = StrokeRecognizer()
    recognizer.scorer.model = model
    recognizer.adopt(writing)
  }

  /// Finds strokes by these settings from now on; if they are other ones, a stroke that is being written is
  /// forgotten.
  mutating func follow(_ writing: WritingSettings) {
    guard writing != recognizer.parameters.writing else { return }
    recognizer.adopt(writing)
  }

  /// The pen as the motion tells it; nil if the samples tell it.
  var penByMotion: PenState? { recognizer.penByMotion }

  /// Velocity and position now, m/s and m, reference frame.
  public var motion: (velocity: [Double], position: [Double]) {
    let integrator = recognizer.tracker.integrator
    return (integrator.velocity.doubles, integrator.position.doubles)
  }

  /// How a raw board stands and moves at `sample`, the latest one; nil for a board that sends its attitude.
  public func motion(of sample: InertialSample) -> DeviceMotion? {
    recognizer.motion(of: sample)
  }

  /// A computer need not spread its work over samples, and a pointer that was lifted sends no more of them.
  private mutating func stroke(after event: Event?) -> Stroke? {
    switch event ?? recognizer.hurry() {
    case .abandoned(let reason): .abandoned(reason)
    case .rejected(let rejection): .rejected(rejection)
    case .classification(let classification):
      recognizer.scorer.stroke(classification).map(Stroke.scored)
    case nil: nil
    }
  }
}

/// What became of a stroke.
public enum Stroke: Sendable {
  /// It was scored.
  case scored(ScoredStroke)
  /// It was given up.
  case abandoned(Event.Reason)
  /// A gate found that it is no letter.
  case rejected(Rejection)

  /// A point of ink: where it lies in the unit square, y down.
  public struct Point: Equatable, Sendable {
    /// To the right, 0…1.
    public var x: Double
    /// Down, 0…1.
    public var y: Double
  }
}

/// A stroke as the features see it, and what the model makes of it.
public struct ScoredStroke: Sendable {
  /// The lab's 27 + 1 numbers, which the page shows as zones and learns from.
  public let features: ZoneFeatures
  /// Its points in the unit square.
  public let ink: [Stroke.Point]
  /// The best label.
  public let label: String
  /// By how much it beats the second best.
  public let margin: Double
  /// True when that is too little: the label is only a guess.
  public let isRejected: Bool
  /// Every label's score, the best first.
  public let scores: [(label: String, score: Double)]

  /// What `model` made of a stroke; `vector` are its numbers of the model's feature set.
  init(
    _ classification: Classification, features: ZoneFeatures, vector: FeatureVector,
    ink: [Stroke.Point],
    model: PageModel
  ) {
    self.features = features
    self.ink = ink
    label = model.labels[Int(classification.label)]
    margin = classification.margin.double
    isRejected = classification.isRejected
    scores = zip(model.labels, model.scores(of: features, vector))
      .map { (label: $0, score: $1) }.sorted { $0.score > $1.score }
  }
}
