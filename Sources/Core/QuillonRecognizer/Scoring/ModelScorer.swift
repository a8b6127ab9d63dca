import QuillonNumerics

/// Scores one stroke with a packed model, a few outputs per call, so that no call takes long. For a
/// model with a sequence network see `SequenceActivations`.
public struct ModelScorer: Sendable {
  /// How many hidden units or outputs one call of `advance` computes: 3,008 products for 188
  /// features.
  public static var slice: Int { 16 }

  /// The activations of the hidden units for the last stroke that was scored.
  private(set) var activations = InlineArray<128, Int16>(repeating: 0)
  /// How many hidden units and outputs are computed.
  private(set) var next = 0
  private var ranking = ScoreRanking()
  /// The labels that may be answers to this stroke.
  private var mask = LabelMask()

  /// A scorer at the beginning.
  public init() {}

  /// Goes to the beginning of a stroke whose answers `mask` allows.
  mutating func begin(_ mask: LabelMask) {
    self.mask = mask
    restart()
  }

  /// Goes back to the beginning.
  private mutating func restart() { (next, ranking) = (0, ScoreRanking()) }

  /// Does a slice of the work. Returns the classification when it is done; before that nil. The
  /// call after that starts again.
  ///
  /// - Parameters:
  ///   - model: A model without a sequence network, the same in all calls for a stroke.
  ///   - features: Of the model's feature set, the same in all calls.
  mutating func advance<let count: Int>(
    _ model: PackedModel, _ features: inout FeatureNumbers<count>
  ) -> Classification? {
    for _ in 0..<Self.slice / 4 {
      if next < model.hiddenCount {
        features.withNumbers { addUnits(of: model.hidden, from: 0, $0, model.hiddenShift) }
      } else if isRanked(model) {
        return finish(model)
      } else {
        features.withNumbers { addOutputs(model, $0) }
      }
    }
    return nil
  }

  /// Classifies in one call, with a model of any kind, among the labels that `mask` allows.
  public static func classification(
    _ model: PackedModel, on features: FeatureVector, mask: LabelMask = LabelMask()
  ) -> Classification {
    var (scorer, features) = (Self(), features)
    scorer.mask = mask
    return scorer.classification(model, &features)
  }

  /// The same. The activations of the hidden units stay.
  mutating func classification(
    _ model: PackedModel, _ features: inout FeatureVector
  ) -> Classification {
    #if SequenceNetwork
      if model.featureSet == .airSequence {
        var sequence = SequenceActivations()
        while true {
          if let classification = sequence.advance(model, &features, &self) {
            return classification
          }
        }
      }
    #endif
    while true {
      if let classification = advance(model, &features) { return classification }
    }
  }

  /// Computes the activations of the next units of `layer`: four, or as many as are left.
  ///
  /// - Parameters:
  ///   - first: The number of hidden units before those of the layer.
  ///   - x: The inputs of the layer.
  ///   - shift: How many bits a sum is shifted right.
  mutating func addUnits(
    of layer: DenseLayer, from first: Int, _ x: UnsafePointer<Int16>, _ shift: Int32
  ) {
    let left = layer.outputs &- (next &- first)
    let sums = layer.sums(next &- first, of: x)
    var index = 0
    while index < Swift.min(left, 4) {
      activations[unchecked: next] = PackedModel.activation(sums[unchecked: index], shift)
      next &+= 1
      index &+= 1
    }
  }

  /// True if all outputs are computed.
  func isRanked(_ model: PackedModel) -> Bool { next == model.hiddenCount &+ model.outputCount }

  /// Computes the next outputs: four, or as many as are left. A linear model reads the numbers at
  /// `features`.
  mutating func addOutputs(_ model: PackedModel, _ features: UnsafePointer<Int16>) {
    let (layer, label) = (model.output, next &- model.hiddenCount)
    let isLinear = model.hiddenCount == 0
    let sums = activations.withNumbers { layer.sums(label, of: isLinear ? features : $0) }
    var index = 0
    while index < Swift.min(layer.outputs &- label, 4) {
      ranking.add(sums[unchecked: index], label &+ index, of: model, mask)
      next &+= 1
      index &+= 1
    }
  }

  /// The classification by the outputs, all of which are computed. Goes back to the beginning.
  mutating func finish(_ model: PackedModel) -> Classification {
    let classification = ranking.classification(model)
    restart()
    return classification
  }
}

/// The highest score of a label so far, that label, the next best labels, and the highest score of
/// any other output. On a tie the first label wins. The no-letter output can only be the latter. If it
/// scores highest, the margin is negative.
struct ScoreRanking: Sendable {
  private(set) var (best, second) = (Int32.min, Int32.min)
  private(set) var label: UInt8 = 0
  private var rivals = RivalScores()

  /// Adds the score of an output, unless it is of a label that `mask` excludes.
  mutating func add(_ score: Int32, _ label: Int, of model: PackedModel, _ mask: LabelMask) {
    let isLabel = label < model.labelCount
    guard !isLabel || mask.allows(label) else { return }
    let label = UInt8(truncatingIfNeeded: label)
    guard isLabel, score > best else {
      if isLabel { rivals.insert(label, score) }
      second = Swift.max(second, score)
      return
    }
    if best != .min { rivals.insert(self.label, best) }
    second = Swift.max(second, best)
    (best, self.label) = (score, label)
  }

  /// The classification with its score and margin.
  ///
  /// Steps × Q1.30 of 2⁻¹⁴ = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. The
  /// magnitude of a score is less than 2³¹, so the second one is −2³¹ only without a rival. The margin
  /// then equals the score.
  func classification(_ model: PackedModel) -> Classification {
    var difference = WideSum(best, times: model.scoreStep.bits)
    if second != .min { difference.subtract(second, times: model.scoreStep.bits) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    let score = WideSum(best, times: model.scoreStep.bits).saturated(dropping: 32)
    return Classification(
      label: label, score: Fixed(bits: score), margin: margin,
      isRejected: margin < model.rejectThreshold,
      rivals: rivals.rivals(of: best, step: model.scoreStep))
  }
}

extension PackedModel {
  /// The activation of a hidden unit with the sum `sum`: rectified, shifted right and clamped to 16
  /// bits.
  static func activation(_ sum: Int32, _ shift: Int32) -> Int16 {
    Int16(truncatingIfNeeded: Swift.min(Swift.max(sum, 0) &>> shift, 32_767))
  }

  /// The activations of all hidden units; 0 beyond `hiddenCount`.
  public func activations(of features: inout FeatureVector) -> InlineArray<128, Int16> {
    var scorer = ModelScorer()
    _ = scorer.classification(self, &features)
    return scorer.activations
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

  /// Lets `body` change the values in place.
  @inline(__always)
  mutating func withMutableNumbers<R>(_ body: (UnsafeMutablePointer<Int16>) -> R) -> R {
    withUnsafeMutablePointer(to: &self) {
      body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self))
    }
  }
}
