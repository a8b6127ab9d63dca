import QuillonNumerics

/// The labels with the highest scores after the answer, four at most, the best first. On a tie the label with the lower index comes
/// first.
///
/// A linear model and a build without the package trait `Rivals` have none.
public struct Rivals: Equatable, Sendable {
  /// The most rivals there are.
  public static var capacity: Int {
    #if Rivals
      4
    #else
      0
    #endif
  }

  #if Rivals
    /// For each rival its label and, from bit 8 on, how far it is behind, Q12.12. All bits are set where there is none.
    fileprivate var fields = InlineArray<4, UInt32>(repeating: .max)
  #endif

  /// No rivals.
  public init() {}

  /// How many there are, 0…4.
  public var count: Int {
    #if Rivals
      var count = 0
      while count < Self.capacity, fields[unchecked: count] != .max { count &+= 1 }
      return count
    #else
      0
    #endif
  }

  /// The label with this index, 0…3, and how much less its score is than the answer's, Q12.12, clamped. Label 255 with the greatest
  /// distance for an index that is not below `count`.
  public subscript(index: Int) -> (label: UInt8, behind: Fixed<12>) {
    let word = self[word: index]
    return (UInt8(truncatingIfNeeded: word), Fixed(bits: Int32(truncatingIfNeeded: word &>> 8)))
  }

  /// Both as one word: the label in its low byte. All bits are set for an index that is not below `count`.
  public subscript(word index: Int) -> UInt32 {
    #if Rivals
      index >= 0 && index < Self.capacity ? fields[unchecked: index] : .max
    #else
      .max
    #endif
  }

  /// Adds a rival behind the others, as one word. It is left out if there is no room.
  public mutating func append(word: UInt32) {
    #if Rivals
      let end = count
      if end < Self.capacity { fields[unchecked: end] = word }
    #endif
  }

  /// Adds a rival behind the others. A distance outside of 0…4095.999 is clamped. The rival is left out if there is no room.
  public mutating func append(_ label: UInt8, behind: Fixed<12>) {
    append(word: Self.word(label, behind.bits))
  }

  fileprivate static func word(_ label: UInt8, _ behind: Int32) -> UInt32 {
    let distance = Swift.min(Swift.max(behind, 0), 0xFF_FFFE)
    return UInt32(truncatingIfNeeded: distance) &<< 8 | UInt32(truncatingIfNeeded: label)
  }

  /// True if labels and distances are the same, in the same order.
  public static func == (a: Self, b: Self) -> Bool {
    for index in 0..<capacity where a[word: index] != b[word: index] { return false }
    return true
  }
}

/// The highest scores of labels but one, and those labels, while a ``ScoreRanking`` collects them.
struct RivalScores: Sendable {
  #if Rivals
    /// The least integer, which no score is, where there is none.
    private var scores = InlineArray<4, Int32>(repeating: .min)
    private var labels = InlineArray<4, UInt8>(repeating: 0)

    /// Adds a label where it belongs. The last one is left out if there is no room.
    @inline(never)
    mutating func insert(_ label: UInt8, _ score: Int32) {
      var place = Rivals.capacity
      while place > 0, isAhead(label, score, of: place &- 1) {
        if place < Rivals.capacity {
          scores[unchecked: place] = scores[unchecked: place &- 1]
          labels[unchecked: place] = labels[unchecked: place &- 1]
        }
        place &-= 1
      }
      guard place < Rivals.capacity else { return }
      scores[unchecked: place] = score
      labels[unchecked: place] = label
    }

    private func isAhead(_ label: UInt8, _ score: Int32, of place: Int) -> Bool {
      let other = scores[unchecked: place]
      return score > other || score == other && label < labels[unchecked: place]
    }
  #else
    func insert(_ label: UInt8, _ score: Int32) {}
  #endif

  /// The rivals of an answer with the score `best`, both in steps of a model.
  ///
  /// Steps × Q1.30 of 2⁻¹⁴ = Q.44, two terms below 2⁶¹, rounded to Q12.12 and clamped.
  func rivals(of best: Int32, step: Fixed<30>) -> Rivals {
    var rivals = Rivals()
    #if Rivals
      for index in 0..<Rivals.capacity where scores[unchecked: index] != .min {
        var difference = WideSum(best, times: step.bits)
        difference.subtract(scores[unchecked: index], times: step.bits)
        rivals.fields[unchecked: index] = Rivals.word(
          labels[unchecked: index], difference.saturated(dropping: 32))
      }
    #endif
    return rivals
  }
}
