import QuillonNumerics

/// A perceptron: a row of 28 weights for each label, as bytes in flash or in memory. It is read in place.
///
/// A weight is `integer` × `weightStep`. The integers are chosen so that no score can overflow: in
/// every row their magnitudes sum to less than 65,536. A feature's magnitude is at most 2¹⁵, so
/// every partial sum stays within 2³¹.
///
/// The header is that of a ``PackedModel``, with another version. Numbers are little-endian:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 4 | "QNM" and the version, 2 |
/// | 4 | 1 | feature set, 0: ``FeatureSet/zones`` |
/// | 5 | 1 | labels, 1…72 |
/// | 6 | 2 | zeros |
/// | 8 | 2 | features, 28 |
/// | 10 | 2 | bytes of text, t, a multiple of 4 |
/// | 12 | 4 | the value of an integer weight of 1, Q1.30, > 0 |
/// | 16 | 4 | reject threshold, Q19.12: classifications with a smaller margin are rejected |
/// | 20 | 4 | total size in bytes |
/// | 24 | t | the labels separated by spaces, a line feed; UTF-8, padded with spaces |
/// | 24 + t | | the integers, two in a word, at `place(label:feature:)` |
/// | size − 4 | 4 | CRC-32 of all bytes before, which is also the model ID |
public struct LinearModel: @unchecked Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { PackedModel.maximumLabels }
  /// The version in the header.
  public static var version: UInt8 { 2 }

  private let bytes: UnsafeRawPointer?

  /// A model without labels. Its classification is label 0 with score and margin 0.
  public init() { bytes = nil }

  /// The model at `bytes`, which was checked when it was made, as those in flash are. The bytes must stay at their address, a multiple
  /// of 4, while the model is used. A table that breaks the bound gives wrong scores, but nothing worse.
  public init(checkedBytes bytes: UnsafeRawPointer) { self.bytes = bytes }

  /// The number of labels, 0…72.
  public var labelCount: Int {
    Int(truncatingIfNeeded: bytes?.load(fromByteOffset: 5, as: UInt8.self) ?? 0)
  }
  /// The value of an integer weight of 1, Q1.30, > 0.
  public var weightStep: Fixed<30> { fixed(12) }
  /// The reject threshold, Q19.12: classifications with a smaller margin are rejected. 0 rejects
  /// nothing.
  public var rejectThreshold: Fixed<12> { fixed(16) }
  /// The model ID: identifies the model on the wire. It is the checksum of the model.
  public var modelID: UInt32 { bytes == nil ? 0 : word(Int(truncatingIfNeeded: word(20)) &- 4) }
  /// The size of the text, bytes.
  private var textSize: Int { Int(truncatingIfNeeded: word(8) &>> 16) }

  /// Lets `body` read the list of labels: UTF-8, separated by spaces.
  public func withLabels<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard let bytes else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return PackedModel(checkedBytes: bytes).withLabels(body)
  }

  /// Not inlined: otherwise the compiler computes each row's address from that of the model, and has one register less in the inner loop.
  private var pairs: UnsafePointer<UInt32>? {
    @inline(never)
    get {
      bytes.map {
        ($0 + (PackedModel.headerSize &+ textSize)).assumingMemoryBound(to: UInt32.self)
      }
    }
  }

  /// The word at an offset; 0 without bytes.
  private func word(_ offset: Int) -> UInt32 {
    bytes?.load(fromByteOffset: offset, as: UInt32.self) ?? 0
  }

  private func fixed<let f: Int>(_ offset: Int) -> Fixed<f> {
    Fixed(bits: Int32(bitPattern: word(offset)))
  }

  /// The integer weight of a label, 0..<`labelCount`, for a feature, 0…27; 0 for any other.
  public func weight(label: Int, feature: Int) -> Int16 {
    guard let pairs, label >= 0, label < labelCount, feature >= 0, feature < ZoneFeatures.count
    else { return 0 }
    let pair = pairs[Self.place(label: label, feature: feature)]
    return Int16(truncatingIfNeeded: feature & 1 == 0 ? pair : pair &>> 16)
  }

  /// The label with the highest score among those that `mask` allows, the lowest index on a tie.
  ///
  /// Int16 × Q1.14 = Q.14 integers, 28 terms, exact in Int32 by the bound on the rows. Score and
  /// margin: Q.14 × Q1.30 = Q.44, one and two terms below 2⁶¹, rounded to Q19.12 and clamped. The
  /// magnitude of a score is less than 2³¹, so the second one is −2³¹ only without a rival. The margin
  /// then equals the score.
  public func classification(
    on features: inout ZoneFeatures, mask: LabelMask = LabelMask()
  ) -> Classification {
    guard var row = pairs else {
      return Classification(label: 0, score: .zero, margin: .zero, isRejected: false)
    }
    let labelCount = labelCount
    var ranking = Ranking(mask: mask)
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
    let step = weightStep.bits
    var difference = WideSum(ranking.best, times: step)
    if ranking.second != .min { difference.subtract(ranking.second, times: step) }
    let margin = Fixed<12>(bits: difference.saturated(dropping: 32))
    return Classification(
      label: UInt8(truncatingIfNeeded: ranking.label),
      score: Fixed(bits: WideSum(ranking.best, times: step).saturated(dropping: 32)),
      margin: margin, isRejected: margin < rejectThreshold)
  }

  /// The scores of four labels.
  private struct FourScores {
    var (a, b, c, d): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)

    /// Adds the products of two features with two weights of each of the four rows at `row`.
    @inline(__always)
    mutating func add(_ row: UnsafePointer<UInt32>, _ features: UInt32) {
      assert(!a.addingReportingOverflow(Self.product(row[0], features)).overflow)
      assert(!b.addingReportingOverflow(Self.product(row[1], features)).overflow)
      assert(!c.addingReportingOverflow(Self.product(row[2], features)).overflow)
      assert(!d.addingReportingOverflow(Self.product(row[3], features)).overflow)
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
      assert(!(left &* x).addingReportingOverflow(right &* y).overflow)
      return left &* x &+ right &* y
    }
  }

  /// The two highest scores so far, and the label of the highest.
  private struct Ranking {
    var (best, second) = (Int32.min, Int32.min)
    var label = 0
    let mask: LabelMask

    init(mask: LabelMask) { self.mask = mask }

    /// Adds the score of row `row` of `count`.
    @inline(__always)
    mutating func add(_ score: Int32, _ row: Int, of count: Int) {
      if score > second { place(score, row, of: count) }
    }

    /// Few scores get here, so this code is kept out of the loop.
    @inline(never)
    private mutating func place(_ score: Int32, _ row: Int, of count: Int) {
      guard row < count, mask.allows(row) else { return }
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
