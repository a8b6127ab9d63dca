import QuillonNumerics

/// The evidence from the strokes before a letter, where the motion determines the pen.
///
/// A hand that writes makes one letter after the other. A hand that does something else makes
/// strokes that are no letters, and now and then one that looks like a letter. So after a letter
/// the next one may have a smaller margin. After strokes that were no letters it needs a larger
/// one.
///
/// The evidence, −2…2, begins at 0. A letter with a margin above 0 adds that margin, but at most 2.
/// Any other stroke subtracts 1. The least margin of the next letter is the model's threshold minus
/// the evidence, of which at most ½ counts, and not below 0. After 10 s without a stroke the
/// evidence is 0 again. Margins are logarithms of odds, so the evidence is one, too. Its limits were
/// chosen on recordings of other motion and of a wrist.
@usableFromInline
package struct WritingContext {
  /// How long the last stroke counts, µs.
  private static var memory: UInt32 { 10_000_000 }
  /// The largest evidence, Q19.12: 2.
  private static var most: Int32 { 2 &<< 12 }
  /// The evidence of a stroke that is no letter, Q19.12: −1.
  private static var noLetter: Int32 { -1 &<< 12 }
  /// How much of the evidence can lower the least margin, Q19.12: ½.
  private static var mostAllowance: Int32 { 1 &<< 11 }

  package private(set) var evidence: Int32 = 0
  /// By how much the least margin of the last letter was lower than the model's threshold, Q19.12;
  /// negative if it was higher.
  package private(set) var allowance: Int32 = 0
  /// When the last stroke ended, µs.
  package private(set) var end: UInt32 = 0

  /// Nothing has been written.
  package init() {}

  /// The least margin of the last letter by a model with this threshold, Q19.12. A model that
  /// rejects nothing has the threshold 0, which stays.
  package func leastMargin(_ threshold: Fixed<12>) -> Fixed<12> {
    threshold == .zero
      ? threshold : Swift.max(threshold.subtractingWithSaturation(Fixed(bits: allowance)), .zero)
  }

  /// Adds the next stroke, which ended at `time`, µs. `margin` is that of the letter that it was
  /// read as, and 0 if a gate rejected it.
  package mutating func add(margin: Fixed<12>, endingAt time: UInt32) {
    if time &- end > Self.memory { evidence = 0 }
    end = time
    allowance = Swift.min(evidence, Self.mostAllowance)
    evidence &+= margin > .zero ? Swift.min(margin.bits, Self.most) : Self.noLetter
    evidence = Swift.min(Swift.max(evidence, 0 &- Self.most), Self.most)
  }
}
