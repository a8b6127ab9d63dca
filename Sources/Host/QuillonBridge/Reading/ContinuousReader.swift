import Foundation
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSystem

/// Predicts several times a second, while the hand moves, what it may be writing, and reports a letter when one label holds.
///
/// It needs no pen. Each prediction reads the motion so far, 2 s at most, as if the pen had been down for it. The scores
/// of a packed model become probabilities by the softmax function. A label holds when every prediction has given it a
/// probability of ``certainty`` or more for ``hold``. Then it is reported once, and for ``pause`` no label is reported,
/// so that the rest of the same movement does not count again.
public struct ContinuousReader {
  /// What the hand may be writing.
  public struct Prediction: Equatable, Sendable {
    /// By the board's clock, s since the first sample.
    public var time: Double
    /// Every label's probability, the likeliest first; their sum is 1.
    public var shares: [Share]
    /// The letter, if a label holds with this prediction.
    public var letter: Letter?
  }

  /// A label and its probability.
  public struct Share: Equatable, Sendable {
    /// The label.
    public var label: String
    /// 0…1.
    public var probability: Double
  }

  /// The probability that a label needs, 0…1.
  public static let certainty = 0.5
  /// How long all predictions must agree, µs: 0.2 s.
  public static let hold: UInt32 = 200_000
  /// How long no label is reported after one, µs: 1 s.
  public static let pause: UInt32 = 1_000_000
  /// How many predictions a second there are by default.
  public static let usualRate = 10.0
  /// The longest time between two samples that belong together, µs: 0.1 s.
  private static let longestGap: UInt32 = 100_000
  /// The longest motion that is read, µs: 2 s.
  private static let longest: UInt32 = 2_000_000
  /// How much is kept of a hand that rests, µs: 0.4 s.
  private static let restKept: UInt32 = 400_000
  /// Labels that mean no movement are not reported.
  private static let silent: Set<String> = ["rest", "_rest"]

  private let model: LabeledModel
  /// The labels that may be answers; nil for all.
  public var allowedLabels: Set<String>?
  private let parameters: RecognizerParameters
  /// The shortest time from prediction to prediction, µs.
  private let interval: UInt32
  private var timestamp: UInt32 = 0
  private var history = MotionHistory()
  private var segmenter = MotionSegmenter()
  private var isMoving = false
  /// The motion that is read next, and before it what may belong to it.
  private var samples: [InertialSample] = []
  private var lastPrediction: UInt32?
  private var lastLetter: UInt32?
  /// The label that the last predictions agree on, and when they began to.
  private var agreement: (label: String, start: UInt32)?
  /// How long each prediction took, ns.
  private var latency = LatencyHistogram()

  /// A reader that has seen nothing.
  ///
  /// - Parameters:
  ///   - model: The model that reads.
  ///   - parameters: Of its writing settings, only the plane that is read in and what counts as motion are used.
  ///   - rate: Predictions a second, 1…1000; a value beyond is limited to these. There is at most one a sample, so a
  ///     rate above the board's gives one for every sample.
  public init(
    model: LabeledModel, parameters: RecognizerParameters = RecognizerParameters(),
    rate: Double = usualRate
  ) {
    self.model = model
    interval = UInt32((1e6 / min(max(rate, 1), 1000)).rounded())
    var parameters = parameters
    parameters.writing = WritingSettings(
      segmenter: parameters.writing.segmenter, plane: parameters.writing.plane)
    self.parameters = parameters
  }

  /// How long predictions took.
  public var predictionTimes: DeadlineReport { latency.report }

  /// Handles an event of a bridge. Returns a prediction, if one is due.
  public mutating func follow(_ event: BridgeEvent) -> Prediction? {
    switch event {
    case .sample(let sample, _):
      // Behind a gap nothing goes on.
      if sample.timestamp &- timestamp > Self.longestGap { forget() }
      timestamp = sample.timestamp
      return nil
    case .motion(let motion, let time): return follow(motion, at: time)
    default: return nil
    }
  }

  private mutating func follow(_ motion: BoardMotion, at time: Double) -> Prediction? {
    guard let attitude = motion.attitude, let acceleration = motion.linearAcceleration else {
      forget()
      return nil
    }
    let elapsed = samples.last.map { timestamp &- $0.timestamp } ?? 0
    samples.append(
      InertialSample(
        timestamp: timestamp, acceleration: .linear(attitude.conjugate.rotate(acceleration)),
        attitude: attitude, pen: .down))
    history.push(acceleration, microseconds: elapsed)
    switch segmenter.push(energy: history.energy, parameters.writing.segmenter) {
    case .none: break
    case .beginning:
      isMoving = true
      samples.removeFirst(max(samples.count - MotionSegmenter.lead, 0))
    case .withdrawal, .end, .excess:
      (isMoving, agreement) = (false, nil)
    }
    let oldest = isMoving ? Self.longest : Self.restKept
    while let first = samples.first, timestamp &- first.timestamp > oldest {
      samples.removeFirst()
    }
    guard isMoving, segmenter.isMoving,
      lastPrediction.map({ timestamp &- $0 >= interval }) ?? true
    else { return nil }
    lastPrediction = timestamp
    let start = MonotonicClock.now()
    defer { latency.record(MonotonicClock.now() &- start) }
    return prediction(at: time)
  }

  private mutating func forget() {
    (history, segmenter, isMoving) = (MotionHistory(), MotionSegmenter(), false)
    (samples, agreement) = ([], nil)
  }

  /// What the motion so far is read as; nil if it is too short.
  private mutating func prediction(at time: Double) -> Prediction? {
    guard let read = letter(at: time), let scores = read.reading?.scores else { return nil }
    let shares = Self.shares(scores)
    var prediction = Prediction(time: time, shares: shares)
    guard let best = shares.first else { return prediction }
    if best.probability < Self.certainty || read.isRejected {
      agreement = nil
    } else if agreement?.label != best.label {
      agreement = (best.label, timestamp)
    }
    let isPausing = lastLetter.map { timestamp &- $0 < Self.pause } ?? false
    if let start = agreement?.start, timestamp &- start >= Self.hold, !isPausing,
      !Self.silent.contains(best.label)
    {
      prediction.letter = read
      (lastLetter, agreement) = (timestamp, nil)
    }
    return prediction
  }

  /// The motion so far, read as a stroke of a pen; nil while it is too small for a letter. A model of movement reads
  /// motion of any size.
  private func letter(at time: Double) -> Letter? {
    var reader = LetterReader(model: model, parameters: parameters)
    reader.mask = LabelMask(allowing: allowedLabels, of: model.labels)
    for sample in samples { _ = reader.push(sample, atOnce: false) }
    guard var lift = samples.last else { return nil }
    lift.pen = .up
    guard case .classification(let classification)? = reader.push(lift, atOnce: true) else {
      return nil
    }
    let event = reader.event(
      classification, time: time, minimum: parameters.minimumSize.double)
    guard case .letter(let letter) = event,
      model.model.featureSet.hasMovement || letter.reading?.isTooSmall == false
    else { return nil }
    return letter
  }

  /// Probabilities by the softmax function: e^s / Σ e^s.
  private static func shares(_ scores: [LetterReading.Score]) -> [Share] {
    let highest = scores.first?.score ?? 0
    let powers = scores.map { exp($0.score - highest) }
    let sum = powers.reduce(0, +)
    return zip(scores, powers).map { Share(label: $0.label, probability: $1 / sum) }
  }
}
