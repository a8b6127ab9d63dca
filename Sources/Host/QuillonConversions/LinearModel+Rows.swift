import QuillonNumerics
import QuillonRecognizer

extension LinearModel {
  /// A model from its parts.
  ///
  /// It is nil when `weights` is not `labelCount` rows of 28, when there are not 1…32 rows, when
  /// the magnitudes of a row sum to 65,536 or more, or when `weightStep` is not positive.
  ///
  /// Host only: the integers get memory of their own, which is never freed. A model may be copied
  /// freely, and its copies only refer to that memory. It takes 1.8 KB at most.
  ///
  /// - Parameter weights: the integers, row by row.
  public init?(
    labelCount: Int, weights: borrowing Span<Int16>, weightStep: Fixed<30>,
    rejectThreshold: Fixed<12> = .zero, modelID: UInt32
  ) {
    guard (1...Self.maximumLabels).contains(labelCount), weightStep > .zero,
      weights.count == labelCount * ZoneFeatures.count
    else { return nil }
    var pairs = [UInt32](repeating: 0, count: Self.wordCount(forLabels: labelCount))
    for label in 0..<labelCount {
      var magnitudes = 0
      for feature in stride(from: 0, to: ZoneFeatures.count, by: 2) {
        let first = weights[label * ZoneFeatures.count + feature]
        let second = weights[label * ZoneFeatures.count + feature + 1]
        magnitudes += Int(first.magnitude) + Int(second.magnitude)
        pairs[Self.place(label: label, feature: feature)] = Self.pair(first, second)
      }
      guard magnitudes < 65_536 else { return nil }
    }
    let kept = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: pairs.count)
    _ = kept.initialize(from: pairs)
    self.init(
      checkedLabelCount: labelCount, pairs: UnsafePointer(kept.baseAddress), weightStep: weightStep,
      rejectThreshold: rejectThreshold, modelID: modelID)
  }

  /// The integer weights, a row of 28 for each label.
  public var rows: [[Int16]] {
    (0..<labelCount).map { label in
      (0..<ZoneFeatures.count).map { weight(label: label, feature: $0) }
    }
  }
}
