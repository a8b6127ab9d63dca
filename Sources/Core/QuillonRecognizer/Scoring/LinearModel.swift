import QuillonNumerics

/// A table of weights, one row of 28 for each label: a trained linear classifier.
///
/// A weight is `integer` × `weightStep`. The integers are chosen so that no score can overflow: in
/// every row their magnitudes sum to less than 65,536. A feature's magnitude is at most 2¹⁵, so
/// every partial sum stays within 2³¹.
///
/// The model points to its integers: a controller reads them in flash and keeps no copy.
public struct LinearModel: @unchecked Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { 32 }

  /// The number of labels, 0…32.
  public let labelCount: Int
  /// The value of an integer weight of 1, Q1.30, > 0.
  public let weightStep: Fixed<30>
  /// The reject threshold, Q19.12: classifications with a smaller margin are rejected. 0 rejects
  /// nothing.
  public let rejectThreshold: Fixed<12>
  /// The model ID: identifies the model on the wire.
  public let modelID: UInt32
  private let pairs: UnsafePointer<UInt32>?

  /// A model without labels. Its classification is label 0 with the lowest score.
  public init() {
    labelCount = 0
    weightStep = .zero
    rejectThreshold = .zero
    modelID = 0
    pairs = nil
  }

  /// A model with a table that was checked when it was made, as the generated ones are. A table
  /// that breaks the bound gives wrong scores, but nothing worse.
  ///
  /// - Parameters:
  ///   - labelCount: 1…32; clamped to that range.
  ///   - pairs: `wordCount(forLabels:)` words that stay at their address while the program runs.
  ///     Each integer is where `place(label:feature:)` says.
  ///   - weightStep: The value of an integer weight of 1, Q1.30, > 0.
  ///   - rejectThreshold: Classifications with a smaller margin are rejected; Q19.12.
  ///   - modelID: Identifies the model on the wire.
  public init(
    checkedLabelCount labelCount: Int, pairs: UnsafePointer<UInt32>?, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12>, modelID: UInt32
  ) {
    self.labelCount = Swift.min(Swift.max(labelCount, 1), Self.maximumLabels)
    self.weightStep = weightStep
    self.rejectThreshold = rejectThreshold
    self.modelID = modelID
    self.pairs = pairs
  }

  /// The integer weight of a label, 0..<`labelCount`, for a feature, 0…27; 0 for any other.
  public func weight(label: Int, feature: Int) -> Int16 {
    guard let pairs, label >= 0, label < labelCount, feature >= 0, feature < ZoneFeatures.count
    else { return 0 }
    let pair = pairs[Self.place(label: label, feature: feature)]
    return Int16(truncatingIfNeeded: feature & 1 == 0 ? pair : pair &>> 16)
  }

  /// The label with the highest score, the lowest index on a tie.
  ///
  /// Int16 × Q1.14 = Q.14 integers, 28 terms, exact in Int32 by the bound on the rows. Score and
  /// margin: Q.14 × Q1.30 = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. With
  /// a single label the margin equals the score.
  public func classification(on features: inout ZoneFeatures) -> Classification {
    var ranking = Ranking()
    if var row = pairs {
      var label = 0
      while label < labelCount {
        // Two columns per iteration. With fewer, the loop itself costs more; with more, registers
        // spill.
        var sums = FourScores()
        var column = 0
        let end = row + 56
        repeat {
          sums.add(row, features.pairs[unchecked: column])
          sums.add(row + 4, features.pairs[unchecked: column &+ 1])
          row += 8
          column &+= 2
        } while row != end
        ranking.add(sums.a, label, of: labelCount)
        ranking.add(sums.b, label &+ 1, of: labelCount)
        ranking.add(sums.c, label &+ 2, of: labelCount)
        ranking.add(sums.d, label &+ 3, of: labelCount)
        label &+= 4
      }
    }
    var difference = WideSum(ranking.best, times: weightStep.bits)
    if labelCount > 1 { difference.subtract(ranking.second, times: weightStep.bits) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    return Classification(
      label: UInt8(truncatingIfNeeded: ranking.label),
      score: Fixed(bits: WideSum(ranking.best, times: weightStep.bits).saturated(dropping: 32)),
      margin: margin, isRejected: margin < rejectThreshold)
  }

  /// The scores of four labels.
  private struct FourScores {
    var (a, b, c, d): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)

    /// Adds the products of two features with two weights of each of the four rows at `row`.
    @inline(__always)
    mutating func add(_ row: UnsafePointer<UInt32>, _ features: UInt32) {
      a &+= Self.product(row[0], features)
      b &+= Self.product(row[1], features)
      c &+= Self.product(row[2], features)
      d &+= Self.product(row[3], features)
    }

    /// The sum of the products of both halves: one `smlabb` and one `smlatt`.
    @inline(__always)
    private static func product(_ weights: UInt32, _ features: UInt32) -> Int32 {
      let (left, right) = LinearModel.halves(weights)
      let (x, y) = LinearModel.halves(features)
      return left &* x &+ right &* y
    }
  }

  /// The two highest scores so far, and the label of the highest.
  private struct Ranking {
    var (best, second) = (Int32.min, Int32.min)
    var label = 0

    /// Adds the score of row `row` of `count`.
    @inline(__always)
    mutating func add(_ score: Int32, _ row: Int, of count: Int) {
      if score > second { place(score, row, of: count) }
    }

    /// Few scores get here, so this code is kept out of the loop.
    @inline(never)
    private mutating func place(_ score: Int32, _ row: Int, of count: Int) {
      guard row < count else { return }
      guard score > best else {
        second = score
        return
      }
      second = best
      best = score
      label = row
    }
  }
}
