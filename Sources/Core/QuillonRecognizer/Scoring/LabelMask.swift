/// Which labels of a model may be answers. The others are neither answers nor rivals.
///
/// Digits and letters look alike, so an answer among digits alone is more often right. The no-letter
/// output stays a rival. If all labels of a model are excluded, every stroke is rejected.
///
/// Without the package trait `SequenceNetwork` a mask allows every label.
public struct LabelMask: Equatable, Sendable {
  #if SequenceNetwork
    /// A bit for each label, set if it is excluded: labels 0…31, 32…63 and 64…95.
    private var (first, second, third): (UInt32, UInt32, UInt32) = (0, 0, 0)
  #else
    /// Always 0. If one case of a message had no memory, more code would be needed to distinguish all of them.
    private var unused: UInt8 = 0
  #endif

  /// Allows every label.
  public init() {}

  /// Excludes the labels whose bits are set in these words: labels 0…31, 32…63 and 64…95.
  public init(excluding words: (UInt32, UInt32, UInt32)) {
    #if SequenceNetwork
      (first, second, third) = words
    #endif
  }

  /// A bit for each label, set if it is excluded: labels 0…31, 32…63 and 64…95.
  public var words: (UInt32, UInt32, UInt32) {
    #if SequenceNetwork
      (first, second, third)
    #else
      (0, 0, 0)
    #endif
  }

  /// True if the label with this index may be an answer; also for an index that no model has.
  @inline(__always)
  public func allows(_ label: Int) -> Bool {
    #if SequenceNetwork
      // The usual mask excludes nothing, which takes less time to see than which word has the bit.
      if first | second | third == 0 { return true }
      let word = label &>> 5 == 0 ? first : label &>> 5 == 1 ? second : third
      return label &>> 5 > 2 || (word &>> UInt32(truncatingIfNeeded: label)) & 1 == 0
    #else
      return true
    #endif
  }

  /// Excludes the label with this index, 0…95. Does nothing for another index.
  public mutating func exclude(_ label: Int) {
    #if SequenceNetwork
      let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: label)
      switch label &>> 5 {
      case 0: first |= bit
      case 1: second |= bit
      case 2: third |= bit
      default: break
      }
    #endif
  }
}
