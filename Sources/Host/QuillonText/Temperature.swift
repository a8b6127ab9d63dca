/// The number by which a classifier's scores are divided, so that their softmax matches how often each label
/// is right (Guo, Pleiss, Sun and Weinberger 2017, "On calibration of modern neural networks").
public struct Temperature: Equatable, Sendable {
  /// The temperature, in the unit of the scores; within ``range``.
  public let value: Double

  /// The temperatures that are looked for, in the unit of the scores.
  public static let range = 0.05...20.0

  /// A classification whose right answer is known.
  public struct Example: Sendable {
    /// The scores of all labels.
    public var scores: [Double]
    /// The index of the right label.
    public var label: Int

    /// An example from its parts. One whose label has no score, or that has a score that is not
    /// finite, is left out of all sums.
    public init(scores: [Double], label: Int) {
      self.scores = scores
      self.label = label
    }

    fileprivate var isValid: Bool {
      scores.indices.contains(label) && scores.allSatisfy { $0.isFinite }
    }
  }

  /// A known temperature, clamped to ``range``; not-a-number is 1.
  public init(_ value: Double) {
    self.value = value.isNaN ? 1 : min(max(value, Self.range.lowerBound), Self.range.upperBound)
  }

  /// The temperature at which the right labels are most probable; 1 without examples.
  ///
  /// The negative logarithm of their probability is convex in 1 ÷ T, so it has one minimum. A golden
  /// section search finds it in ln T (Kiefer 1953), to one part in a million.
  public init(fittedTo examples: [Example]) {
    let examples = examples.filter { $0.isValid }
    guard !examples.isEmpty else {
      self.init(1)
      return
    }
    func loss(_ logarithm: Double) -> Double {
      Self(exponential(logarithm)).meanLoss(of: examples)
    }
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (
      naturalLogarithm(Self.range.lowerBound), naturalLogarithm(Self.range.upperBound)
    )
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftLoss, rightLoss) = (loss(left), loss(right))
    while high - low > 1e-6 {
      if leftLoss < rightLoss {
        (high, right, rightLoss) = (right, left, leftLoss)
        left = high - ratio * (high - low)
        leftLoss = loss(left)
      } else {
        (low, left, leftLoss) = (left, right, rightLoss)
        right = low + ratio * (high - low)
        rightLoss = loss(right)
      }
    }
    self.init(exponential((low + high) / 2))
  }

  /// The natural logarithms of the labels' probabilities: of e^(score ÷ T), divided by their sum.
  ///
  /// A score of minus infinity has the probability 0. Without a finite score, all are not-a-number or
  /// minus infinity.
  public func logProbabilities(_ scores: [Double]) -> [Double] {
    let greatest = scores.max() ?? 0
    let sum = scores.reduce(0) { $0 + exponential(($1 - greatest) / value) }
    let logarithm = naturalLogarithm(sum)
    return scores.map { ($0 - greatest) / value - logarithm }
  }

  /// The mean negative logarithm of the right labels' probabilities; 0 without examples.
  public func meanLoss(of examples: [Example]) -> Double {
    let losses = examples.filter { $0.isValid }.map { -logProbabilities($0.scores)[$0.label] }
    return losses.reduce(0, +) / Double(max(losses.count, 1))
  }

  /// The expected calibration error, 0…1: how far the answers' probabilities are from how often they
  /// are right, in the mean over examples, compared in 15 bins of equal width (Naeini, Cooper and
  /// Hauskrecht 2015, "Obtaining well calibrated probabilities using Bayesian binning"); 0 without
  /// examples.
  public func calibrationError(of examples: [Example]) -> Double {
    // What the probabilities in each bin exceed the right answers by, summed.
    var excess = [Double](repeating: 0, count: 15)
    var count = 0.0
    for example in examples where example.isValid {
      let logarithms = logProbabilities(example.scores)
      guard let answer = logarithms.indices.max(by: { logarithms[$0] < logarithms[$1] })
      else { continue }
      let probability = min(exponential(logarithms[answer]), 1)
      let bin = min(Int(probability * Double(excess.count)), excess.count - 1)
      excess[bin] += probability - (answer == example.label ? 1 : 0)
      count += 1
    }
    return excess.reduce(0) { $0 + abs($1) } / max(count, 1)
  }
}
