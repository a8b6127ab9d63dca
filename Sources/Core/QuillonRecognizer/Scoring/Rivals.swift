import QuillonNumerics

/// The labels with the highest scores after the answer, four at most, the best first. On a tie the label with the lower index comes
/// first.
///
/// A linear model and a build without the package trait `SequenceNetwork` have none.
public struct Rivals: Equatable, Sendable {
  /// The most rivals there are.
  public static var capacity: Int {
    #if SequenceNetwork
      4
    #else
      0
    #endif
  }

  #if SequenceNetwork
    /// Q19.12. While a ``ScoreRanking`` collects them, steps of the model.
    private var scores = InlineArray<4, Int32>(repeating: 0)
    private var labels = InlineArray<4, UInt8>(repeating: 0)
    private var filled: UInt8 = 0
  #endif

  /// No rivals.
  public init() {}

  /// How many there are, 0…4.
  public var count: Int {
    #if SequenceNetwork
      Int(truncatingIfNeeded: filled)
    #else
      0
    #endif
  }

  /// The label with this index, 0…3, and its score, Q19.12, clamped. Label 0 with score 0 for an index that is not below `count`.
  public subscript(index: Int) -> (label: UInt8, score: Fixed<12>) {
    #if SequenceNetwork
      guard index >= 0, index < count else { return (0, .zero) }
      return (labels[unchecked: index], Fixed(bits: scores[unchecked: index]))
    #else
      return (0, .zero)
    #endif
  }

  /// Adds a label where it belongs. The last one is left out if there is no room.
  public mutating func insert(_ label: UInt8, score: Fixed<12>) { insert(label, score.bits) }

  mutating func insert(_ label: UInt8, _ score: Int32) {
    #if SequenceNetwork
      var place = count
      if place < Self.capacity { filled &+= 1 }
      while place > 0, isAhead(label, score, of: place &- 1) {
        if place < Self.capacity {
          scores[unchecked: place] = scores[unchecked: place &- 1]
          labels[unchecked: place] = labels[unchecked: place &- 1]
        }
        place &-= 1
      }
      guard place < Self.capacity else { return }
      scores[unchecked: place] = score
      labels[unchecked: place] = label
    #endif
  }

  #if SequenceNetwork
    private func isAhead(_ label: UInt8, _ score: Int32, of place: Int) -> Bool {
      let other = scores[unchecked: place]
      return score > other || score == other && label < labels[unchecked: place]
    }
  #endif

  /// The scores, in steps of the model, become Q19.12.
  ///
  /// Steps × Q1.30 of 2⁻¹⁴ = Q.44, a term below 2⁶¹, rounded to Q19.12 and clamped.
  mutating func scale(by step: Fixed<30>) {
    #if SequenceNetwork
      for index in 0..<count {
        let score = WideSum(scores[unchecked: index], times: step.bits)
        scores[unchecked: index] = score.saturated(dropping: 32)
      }
    #endif
  }

  /// True if labels and scores are the same, in the same order.
  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }
}
