import QuillonRecognizer
import QuillonReferenceModel

/// One start of the training, with its table of weights.
///
/// Weights are stored in blocks of eight labels, so that the scores of a block are computed
/// together. Each score is summed in the order of the features, the same on every machine.
struct PerceptronRun {
  private typealias Block = SIMD8<Double>

  private let set: TrainingSet
  private let settings: PerceptronSettings
  private var random: SeededRandom
  /// The weights. Those of block b and feature j are at [b · 28 + j].
  private var weights: [Block]
  /// The sum of all updates so far, each multiplied by the number of examples seen before it.
  private var delayed: [Block]
  private var scores: [Block]
  /// The number of examples seen so far.
  private var seen = 0.0

  /// The start number `index`. Each start draws its own random numbers from the seed.
  init(_ index: Int, on set: TrainingSet, settings: PerceptronSettings) {
    self.set = set
    self.settings = settings
    var seeds = SeededRandom(seed: settings.seed)
    random = SeededRandom(seed: seeds.next() &+ UInt64(index))
    let blocks = (set.labels.count + Block.scalarCount - 1) / Block.scalarCount
    weights = Array(repeating: .zero, count: blocks * ZoneFeatures.count)
    delayed = weights
    scores = Array(repeating: .zero, count: blocks)
    guard settings.variant == .restarts else { return }
    for index in weights.indices {
      for lane in 0..<Block.scalarCount {
        weights[index][lane] = random.uniform(in: -1...1)
      }
    }
  }

  /// Trains. Returns the weights row by row, 28 for each label.
  mutating func run() -> [Double] {
    var order = Array(0..<set.count)
    for _ in 0..<settings.passes {
      order.shuffle(using: &random)
      var updates = 0
      for example in order where learn(example) { updates += 1 }
      if updates == 0 { break }
    }
    return set.labels.indices.flatMap { label in
      let (block, lane) = Self.place(of: label)
      return (0..<ZoneFeatures.count).map { feature in
        let index = block + feature
        guard settings.variant == .averaged else { return weights[index][lane] }
        return weights[index][lane] - delayed[index][lane] / seen
      }
    }
  }

  /// Shows one example; true if the weights have changed.
  private mutating func learn(_ example: Int) -> Bool {
    let first = example * ZoneFeatures.count
    let target = set.targets[example]
    let rival = rival(of: target, first: first)
    defer { seen += 1 }
    guard score(of: target) - score(of: rival) <= settings.margin else { return false }
    update(target, by: 1, first: first)
    update(rival, by: -1, first: first)
    return true
  }

  /// Computes all scores. Returns the best label that is not the target; the lowest index on a tie.
  private mutating func rival(of target: Int, first: Int) -> Int {
    for block in scores.indices {
      var sum = Block.zero
      for feature in 0..<ZoneFeatures.count {
        sum += weights[block * ZoneFeatures.count + feature] * set.values[first + feature]
      }
      scores[block] = sum
    }
    var best = target == 0 ? 1 : 0
    for label in set.labels.indices where label != target && score(of: label) > score(of: best) {
      best = label
    }
    return best
  }

  private func score(of label: Int) -> Double {
    scores[label / Block.scalarCount][label % Block.scalarCount]
  }

  private mutating func update(_ label: Int, by sign: Double, first: Int) {
    let (block, lane) = Self.place(of: label)
    for feature in 0..<ZoneFeatures.count {
      let change = sign * set.values[first + feature]
      weights[block + feature][lane] += change
      delayed[block + feature][lane] += change * seen
    }
  }

  /// The position of a label's weights: the index of the first one, and the lane.
  private static func place(of label: Int) -> (block: Int, lane: Int) {
    (label / Block.scalarCount * ZoneFeatures.count, label % Block.scalarCount)
  }
}
