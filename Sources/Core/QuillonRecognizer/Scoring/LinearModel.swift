import QuillonNumerics

/// A table of weights, one row of 28 for each label: a trained linear classifier.
///
/// A weight is `integer` × `weightStep`. The integers are chosen so that no score can overflow:
/// in every row their magnitudes sum to less than 65,536, and a feature's magnitude is at most 2¹⁵,
/// so every partial sum stays within 2³¹.
///
/// The model refers to its integers by address: a controller reads them in flash and has no copy.
public struct LinearModel: @unchecked Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { 32 }

  /// How many labels it knows, 0…32.
  public let labelCount: Int
  /// The value of an integer weight of 1, Q1.30, > 0.
  public let weightStep: Fixed<30>
  /// Verdicts with a smaller margin are rejected; Q19.12, 0 rejects nothing.
  public let rejectThreshold: Fixed<12>
  /// Tells one table from another on the wire.
  public let modelID: UInt32
  private let pairs: UnsafePointer<UInt32>?

  /// A model that knows no label: its verdict is label 0 with the least score.
  public init() {
    labelCount = 0
    weightStep = .zero
    rejectThreshold = .zero
    modelID = 0
    pairs = nil
  }

  /// The model of a table that was checked when it was made, as the generated ones are. Rows that break
  /// the bound would make wrong scores, nothing worse.
  ///
  /// - Parameters:
  ///   - labelCount: 1…32; counts outside are moved into that range.
  ///   - pairs: `wordCount(forLabels:)` words at an address that keeps them for as long as the program
  ///     runs, each integer where `place(label:feature:)` says.
  ///   - weightStep: the value of an integer weight of 1, Q1.30, > 0.
  ///   - rejectThreshold: the margin below which a classification is rejected, Q19.12; 0 rejects nothing.
  ///   - modelID: tells the table from others on the wire.
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

  /// The integer of a label, 0..<`labelCount`, for a feature, 0…27; 0 for any other.
  public func weight(label: Int, feature: Int) -> Int16 {
    guard let pairs, label >= 0, label < labelCount, feature >= 0, feature < ZoneFeatures.count
    else { return 0 }
    let pair = pairs[Self.place(label: label, feature: feature)]
    return Int16(truncatingIfNeeded: feature & 1 == 0 ? pair : pair &>> 16)
  }

  /// The label with the highest score, the lowest index on a tie.
  ///
  /// Int16 × Q1.14 = Q.14 integers, 28 terms, exact in Int32 by the bound on the rows. Score and margin:
  /// Q.14 × Q1.30 = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. With a single label the margin is
  /// its score.
  public func classification(on features: inout ZoneFeatures) -> Classification {
    var ranking = Ranking()
    if var row = pairs {
      var label = 0
      while label < labelCount {
        // Two columns a turn: fewer spend their time on the loop, more on spilled registers.
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

    /// Adds the products of two features and two weights of each row, which stand at `row`.
    @inline(__always)
    mutating func add(_ row: UnsafePointer<UInt32>, _ features: UInt32) {
      a &+= Self.product(row[0], features)
      b &+= Self.product(row[1], features)
      c &+= Self.product(row[2], features)
      d &+= Self.product(row[3], features)
    }

    /// Both halves multiplied and added: one `smlabb` and one `smlatt`.
    @inline(__always)
    private static func product(_ weights: UInt32, _ features: UInt32) -> Int32 {
      let (left, right) = LinearModel.halves(weights)
      let (x, y) = LinearModel.halves(features)
      return left &* x &+ right &* y
    }
  }

  /// The two highest scores so far and whose the highest is.
  private struct Ranking {
    var (best, second) = (Int32.min, Int32.min)
    var label = 0

    /// Takes the score of row `row` of `count`.
    @inline(__always)
    mutating func add(_ score: Int32, _ row: Int, of count: Int) {
      if score > second { place(score, row, of: count) }
    }

    /// Few scores get here, so the rest of the work is kept out of the loop.
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
