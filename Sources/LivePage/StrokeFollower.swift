import HostNumerics
import Ink
import Motion
import Pipeline
import Recognition
import Training

/// Recognizes strokes by the same core as the bridge and the firmware, and keeps what a page shows of them:
/// the ink and the score of every label.
public struct StrokeFollower: ~Copyable {
  // What has handed out a stroke's ink can't give its numbers any more, so there are two.
  private var inkReader = Recognizer()
  private var featureReader = Recognizer()
  /// What strokes are scored by, from the next one on.
  public var model: PageModel

  /// A follower that has seen nothing.
  public init(model: PageModel) { self.model = model }

  /// Takes the next sample of a board; what became of the stroke that it ends, if it ends one.
  public mutating func push(_ sample: InertialSample) -> Stroke? {
    _ = featureReader.push(sample)
    return stroke(after: inkReader.push(sample))
  }

  /// Takes the next point of a pointer on the page: x to the right and y down in pixels, its time in µs.
  public mutating func push(_ point: TouchPoint) -> Stroke? {
    // Sixteenths of a pixel; a dot of fewer than 12 pixels is not blown up to a letter.
    let (x, y, minimumSize) = (Int32(point.x * 16), Int32(point.y * 16), Int32(12 * 16))
    let pen: PenState = point.isDown ? .down : .up
    _ = featureReader.push(
      touchX: x, y: y, timestamp: point.time, pen: pen, minimumSize: minimumSize)
    return stroke(
      after: inkReader.push(
        touchX: x, y: y, timestamp: point.time, pen: pen, minimumSize: minimumSize))
  }

  /// Forgets what it has seen: the board has started anew.
  public mutating func restart() {
    inkReader = Recognizer()
    featureReader = Recognizer()
  }

  /// Finds strokes by these settings from now on; if they are other ones, a stroke that is being written is
  /// forgotten.
  mutating func follow(_ writing: WritingSettings) {
    guard writing != inkReader.parameters.writing else { return }
    inkReader.adopt(writing)
    featureReader.adopt(writing)
  }

  /// The pen as the motion tells it; nil if the samples tell it.
  var penByMotion: PenState? { inkReader.penByMotion }

  /// Velocity and position now, m/s and m, reference frame.
  public var motion: (velocity: [Double], position: [Double]) {
    let integrator = inkReader.tracker.integrator
    return (integrator.velocity.doubles, integrator.position.doubles)
  }

  /// How a raw board stands and moves at `sample`, the latest one; nil for a board that sends its attitude.
  public func motion(of sample: InertialSample) -> DeviceMotion? {
    inkReader.motion(of: sample)
  }

  private mutating func stroke(after event: Event?) -> Stroke? {
    switch event {
    case .abandoned(let reason): return .abandoned(reason)
    case .rejected(let rejection): return .rejected(rejection)
    case .verdict, nil: break
    }
    guard inkReader.isReading else { return nil }
    var (tally, ink) = (ZoneTally(), [Stroke.Point]())
    let vector = featureReader.finishedFeatures(model.featureSet)
    guard
      inkReader.finishedInk({ x, y, ticks in
        tally.add(x, y, ticks)
        ink.append(Stroke.Point(x: Double(x) * 0x1p-14, y: Double(y) * 0x1p-14))
      }), let vector
    else { return nil }
    if let rejection = inkReader.shapeRejection { return .rejected(rejection) }
    return .scored(
      ScoredStroke(features: ZoneFeatures(&tally), vector: vector, ink: ink, model: model))
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

  /// What `model` makes of a stroke; `vector` are its numbers of the model's feature set.
  init(features: ZoneFeatures, vector: FeatureVector, ink: [Stroke.Point], model: PageModel) {
    let (verdict, scores) = model.answer(to: features, vector)
    self.features = features
    self.ink = ink
    label = model.labels[Int(verdict.label)]
    margin = verdict.margin.double
    isRejected = verdict.isRejected
    self.scores = zip(model.labels, scores).map { (label: $0, score: $1) }
      .sorted { $0.score > $1.score }
  }
}
