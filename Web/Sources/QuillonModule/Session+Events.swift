import QuillonNumerics
import QuillonRecognizer

extension Session {
  /// The kinds of events in the block.
  enum EventKind: Int32 {
    case none = 0
    case classification = 1
    case rejection = 2
    case abandonment = 3
    /// A stroke on a touch surface, or in space, that is smaller than the minimum size.
    case tooSmall = 4
  }

  /// Writes an event into the block. True if there is one.
  @inline(never)
  static func tell(_ event: Event?, isTouch: Bool) -> Bool {
    ExchangeBlock[.scoreCount] = 0
    guard let event else {
      ExchangeBlock[.event] = EventKind.none.rawValue
      return false
    }
    let shape = recognizer.shapeOfLastStroke
    ExchangeBlock[.size] = shape.size.bits
    ExchangeBlock[.isTooSmall] = shape.isTooSmall ? 1 : 0
    ExchangeBlock[.endTime] = Int32(bitPattern: recognizer.endOfLastStroke)
    switch event {
    case .classification(let classification):
      ExchangeBlock[.event] =
        (shape.isTooSmall && isTouch ? EventKind.tooSmall : .classification).rawValue
      tell(classification)
    case .rejected(let rejection):
      hasFeatures = false
      let isSmall = rejection.gate == .extent && shape.isTooSmall
      ExchangeBlock[.event] = (isSmall ? EventKind.tooSmall : .rejection).rawValue
      ExchangeBlock[.reason] = Int32(rejection.gate.rawValue)
      ExchangeBlock[.value] = rejection.value.bits
    case .abandoned(let reason):
      hasFeatures = false
      ExchangeBlock[.event] = EventKind.abandonment.rawValue
      ExchangeBlock[.reason] = Int32(reason.rawValue)
    }
    return true
  }

  /// Writes a classification, as the person's layer has it, and the best labels.
  @inline(never)
  private static func tell(_ modelAnswer: Classification) {
    var answer = modelAnswer
    switch recognizer.scorer.model {
    case .packed(let model):
      features = recognizer.scorer.features()
      hasFeatures = true
      if trainingUpdates > 0 {
        answer = recognizer.judged(layer.classification(model, on: &features))
      }
      let scores = model.scores(of: features)
      rank(answer, count: model.labelCount) { scores[unchecked: $0].bits }
    case .linear(let model):
      let zones = recognizer.scorer.zoneFeatures()
      rank(answer, count: model.labelCount) { label in
        // Int16 × Int16, 28 terms; Q.14 × Q1.30 = Q.44, rounded to Q19.12.
        var sum: Int32 = 0
        for index in 0..<ZoneFeatures.count {
          sum &+= Int32(model.weight(label: label, feature: index)) &* Int32(zones[index])
        }
        return WideSum(sum, times: model.weightStep.bits).saturated(dropping: 32)
      }
    }
    ExchangeBlock[.label] = Int32(answer.label)
    ExchangeBlock[.score] = answer.score.bits
    ExchangeBlock[.margin] = answer.margin.bits
    ExchangeBlock[.isRejected] = answer.isRejected ? 1 : 0
  }

  /// The answer first, then the labels with the highest scores of the model, six in all.
  @inline(never)
  private static func rank(_ answer: Classification, count: Int, score: (Int) -> Int32) {
    ExchangeBlock[.labels] = Int32(answer.label)
    ExchangeBlock[.scores] = answer.score.bits
    var told: Int = 1
    while told < Swift.min(count, ExchangeBlock.rankCount) {
      var (best, highest) = (-1, Int32.min)
      for label in 0..<count where !isTold(label, of: told) {
        let value = score(label)
        if best < 0 || value > highest { (best, highest) = (label, value) }
      }
      guard best >= 0 else { break }
      ExchangeBlock[.labels, told] = Int32(truncatingIfNeeded: best)
      ExchangeBlock[.scores, told] = highest
      told &+= 1
    }
    ExchangeBlock[.scoreCount] = Int32(truncatingIfNeeded: told)
  }

  @inline(never)
  private static func isTold(_ label: Int, of count: Int) -> Bool {
    for place in 0..<count
    where ExchangeBlock[.labels, place] == Int32(truncatingIfNeeded: label) {
      return true
    }
    return false
  }
}
