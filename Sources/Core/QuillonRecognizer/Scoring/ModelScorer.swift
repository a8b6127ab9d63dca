import QuillonNumerics

/// Scores one stroke with a packed model, a few outputs per call, so that no call takes long.
public struct ModelScorer: Sendable {
  /// How many hidden units or outputs one call of `advance` computes: 3,008 products for 188
  /// features.
  public static var slice: Int { 16 }

  /// The activations of the hidden units for the last stroke that was scored.
  private(set) var activations = InlineArray<128, Int16>(repeating: 0)
  private var next = 0
  private var ranking = ScoreRanking()

  /// A scorer at the beginning.
  public init() {}

  /// Goes back to the beginning.
  mutating func restart() { (next, ranking) = (0, ScoreRanking()) }

  /// Does a slice of the work. Returns the classification when it is done; before that nil. The
  /// call after that starts anew.
  ///
  /// - Parameters:
  ///   - model: The same in all calls for a stroke.
  ///   - features: Of the model's feature set, the same in all calls.
  mutating func advance<let count: Int>(
    _ model: PackedModel, _ features: inout FeatureNumbers<count>
  ) -> Classification? {
    for _ in 0..<Self.slice {
      if next < model.hiddenCount {
        activations[unchecked: next] = model.activation(next, of: &features)
      } else {
        let label = next &- model.hiddenCount
        guard label < model.outputCount else {
          let classification = ranking.classification(model)
          restart()
          return classification
        }
        ranking.add(score(label, model, &features), label, of: model)
      }
      next &+= 1
    }
    return nil
  }

  /// Classifies in one call.
  public static func classification(_ model: PackedModel, on features: FeatureVector)
    -> Classification
  {
    var (scorer, features) = (Self(), features)
    while true {
      if let classification = scorer.advance(model, &features) { return classification }
    }
  }

  private mutating func score<let count: Int>(
    _ label: Int, _ model: PackedModel, _ features: inout FeatureNumbers<count>
  ) -> Int32 {
    guard model.hiddenCount > 0 else {
      return features.withNumbers { model.output.sum(label, of: $0) }
    }
    return activations.withNumbers { model.output.sum(label, of: $0) }
  }
}

/// The highest score of a label so far, that label, and the highest score of its rivals. On a tie
/// the first label wins. The no-letter output can only be a rival. If it scores highest, the margin
/// is negative.
struct ScoreRanking: Sendable {
  private(set) var (best, second) = (Int32.min, Int32.min)
  private(set) var label = 0

  /// Adds the score of an output.
  mutating func add(_ score: Int32, _ label: Int, of model: PackedModel) {
    if score > best && label < model.labelCount {
      (second, best) = (best, score)
      self.label = label
    } else if score > second {
      second = score
    }
  }

  /// The classification with its score and margin.
  ///
  /// Steps × Q1.30 of 2⁻¹⁴ = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. With
  /// a single output the margin equals the score.
  func classification(_ model: PackedModel) -> Classification {
    var difference = WideSum(best, times: model.scoreStep.bits)
    if model.outputCount > 1 { difference.subtract(second, times: model.scoreStep.bits) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    let score = WideSum(best, times: model.scoreStep.bits).saturated(dropping: 32)
    return Classification(
      label: UInt8(truncatingIfNeeded: label), score: Fixed(bits: score), margin: margin,
      isRejected: margin < model.rejectThreshold)
  }
}

extension PackedModel {
  /// The activation of hidden unit `index`, 0..<`hiddenCount`: its sum, rectified, shifted right by
  /// `hiddenShift` and clamped to 16 bits.
  func activation<let count: Int>(_ index: Int, of features: inout FeatureNumbers<count>) -> Int16 {
    let sum = features.withNumbers { hidden.sum(index, of: $0) }
    return Int16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0) &>> hiddenShift, 32_767))
  }

  /// The activations of all hidden units; 0 beyond `hiddenCount`.
  public func activations(of features: inout FeatureVector) -> InlineArray<128, Int16> {
    var activations = InlineArray<128, Int16>(repeating: 0)
    for index in 0..<hiddenCount {
      activations[unchecked: index] = activation(index, of: &features)
    }
    return activations
  }
}

extension InlineArray where Element == Int16 {
  /// Lets `body` read the values in place.
  @inline(__always)
  mutating func withNumbers<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    withUnsafeMutablePointer(to: &self) {
      body(UnsafeRawPointer($0).assumingMemoryBound(to: Int16.self))
    }
  }
}
