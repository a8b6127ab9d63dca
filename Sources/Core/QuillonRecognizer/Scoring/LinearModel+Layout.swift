/// The memory layout of a model's integers: two columns in a word, four rows side by side. A
/// Cortex-M4 multiplies either half of a word by either half of another in one instruction. One
/// word of features serves four rows.
extension LinearModel {
  /// The number of words for the integers of `count` labels. The rows are padded to a multiple of
  /// four.
  public static func wordCount(forLabels count: Int) -> Int { (count &+ 3) &>> 2 &* 56 }

  /// The index of the word that holds the integer of `label` for `feature`. An even `feature` is in
  /// the low half.
  public static func place(label: Int, feature: Int) -> Int {
    (label &>> 2) &* 56 &+ (feature &>> 1) &* 4 &+ (label & 3)
  }

  /// Packs two numbers into a word, the first one in the low half.
  @inlinable @inline(__always)
  public static func pair(_ low: Int16, _ high: Int16) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt16(bitPattern: low))
      | UInt32(truncatingIfNeeded: UInt16(bitPattern: high)) &<< 16
  }

  /// Unpacks the two numbers of a word.
  @inline(__always)
  static func halves(_ pair: UInt32) -> (low: Int32, high: Int32) {
    (Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: pair)), Int32(bitPattern: pair) &>> 16)
  }
}
