import HostNumerics
import Motion
import Pipeline
import Recognition
import Training

/// Recognizes strokes by the same core as the bridge and the firmware, and keeps what a page shows of them:
/// the ink and the score of every label.
public struct StrokeFollower: ~Copyable {
  private var recognizer = Recognizer()
  /// What strokes are scored by, from the next one on.
  public var model: ModelFile

  /// A follower that has seen nothing.
  public init(model: ModelFile) { self.model = model }

  /// Takes the next sample of a board; what became of the stroke that it ends, if it ends one.
  public mutating func push(_ sample: InertialSample) -> Stroke? {
    stroke(after: recognizer.push(sample))
  }

  /// Takes the next point of a pointer on the page: x to the right and y down in pixels, its time in µs.
  public mutating func push(_ point: TouchPoint) -> Stroke? {
    // Sixteenths of a pixel; a dot of fewer than 12 pixels is not blown up to a letter.
    stroke(
      after: recognizer.push(
        touchX: Int32(point.x * 16), y: Int32(point.y * 16), timestamp: point.time,
        pen: point.isDown ? .down : .up, minimumSize: 12 * 16))
  }

  /// Forgets what it has seen: the board has started anew.
  public mutating func restart() { recognizer = Recognizer() }

  /// Velocity and position now, m/s and m, reference frame.
  public var motion: (velocity: [Double], position: [Double]) {
    let integrator = recognizer.tracker.integrator
    return (integrator.velocity.doubles, integrator.position.doubles)
  }

  /// How a raw board stands and moves; nil for a board that sends its attitude.
  public var deviceMotion: DeviceMotion? { mutating get { recognizer.latestMotion } }

  private mutating func stroke(after event: Event?) -> Stroke? {
    if case .abandoned(let reason) = event { return .abandoned(reason) }
    guard recognizer.isReading else { return nil }
    var (tally, ink) = (ZoneTally(), [Stroke.Point]())
    guard
      recognizer.finishedInk({ x, y, ticks in
        tally.add(x, y, ticks)
        ink.append(Stroke.Point(x: Double(x) * 0x1p-14, y: Double(y) * 0x1p-14))
      })
    else { return nil }
    return .scored(ScoredStroke(features: ZoneFeatures(&tally), ink: ink, model: model))
  }
}

/// What became of a stroke.
public enum Stroke: Sendable {
  /// It was scored.
  case scored(ScoredStroke)
  /// It was given up.
  case abandoned(Event.Reason)

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
  /// What it is recognized by.
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

  /// What `model` makes of a stroke.
  init(features: ZoneFeatures, ink: [Stroke.Point], model: ModelFile) {
    var features = features
    let verdict = model.linearModel.verdict(on: &features)
    self.features = features
    self.ink = ink
    label = model.labels[Int(verdict.label)]
    margin = verdict.margin.double
    isRejected = verdict.isRejected
    let step = model.linearModel.weightStep.double * 0x1p-14
    let values = (0..<ZoneFeatures.count).map { Int(features[$0]) }
    scores = zip(model.labels, model.weights.rows).map { label, row in
      (label, Double(zip(row, values).reduce(0) { $0 + Int($1.0) * $1.1 }) * step)
    }.sorted { $0.score > $1.score }
  }
}
