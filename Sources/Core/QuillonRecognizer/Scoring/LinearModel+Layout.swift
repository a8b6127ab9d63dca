/// How a model's integers lie in memory: two columns in a word, four rows side by side. A Cortex-M4
/// multiplies either half of a word by either half of another in one instruction, and a word of
/// features serves four rows.
extension LinearModel {
  /// How many words the integers of so many labels take, the rows filled up to a multiple of four.
  public static func wordCount(forLabels count: Int) -> Int { (count &+ 3) &>> 2 &* 56 }

  /// The word that holds the integer of `label` for `feature`; the low half of it when `feature` is even.
  public static func place(label: Int, feature: Int) -> Int {
    (label &>> 2) &* 56 &+ (feature &>> 1) &* 4 &+ (label & 3)
  }

  /// Two numbers in a word, the first one in the low half.
  @inlinable @inline(__always)
  public static func pair(_ low: Int16, _ high: Int16) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt16(bitPattern: low))
      | UInt32(truncatingIfNeeded: UInt16(bitPattern: high)) &<< 16
  }

  /// The two numbers in a word.
  @inline(__always)
  static func halves(_ pair: UInt32) -> (low: Int32, high: Int32) {
    (Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: pair)), Int32(bitPattern: pair) &>> 16)
  }
}
