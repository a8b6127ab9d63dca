/// Counts samples, missing ones included.
///
/// Missing samples are known from the board's counter, or else, after damage, from the number of
/// bytes. So time continues correctly after a gap.
public struct SampleCounter: Sendable {
  /// The most samples that a number of bytes can mean. More would mean a pause of a second.
  private static let longestStep: UInt32 = 101
  /// This many sizes replace each other, as the first samples may follow other messages.
  private static let settlingCount: UInt32 = 4

  private var counter: UInt16?
  /// The mean number of bytes of a sample, Q28.4; 0 if unknown.
  private var size: UInt32 = 0
  /// The number of sizes that `size` is the mean of, up to 4.
  private var sizes: UInt32 = 0

  /// A counter without samples.
  public init() {}

  /// The number of samples since the last one, at least 1: 1 if none is missing.
  ///
  /// - Parameters:
  ///   - next: The board's own counter, modulo 256 or more; nil if it sends none. A repeated value
  ///     means a restart.
  ///   - bytes: The number of bytes since the last sample, skipped ones included.
  ///   - isAfterDamage: True if some of these bytes were skipped.
  public mutating func step(
    to next: UInt16?, bytes: UInt32, isAfterDamage: Bool
  ) -> UInt32 {
    defer { counter = next }
    if let next, let counter {
      // The counters of all formats agree modulo 256.
      let step = UInt32(truncatingIfNeeded: (next &- counter) & 0xFF)
      return step > 0 ? step : 1
    }
    var rest = bytes &<< 4
    guard isAfterDamage, size > 0 else {
      // The mean of the last 16 or so: Q28.4, rounded toward the old one.
      size = sizes < Self.settlingCount ? rest : size &- size &>> 4 &+ bytes
      if sizes < Self.settlingCount { sizes &+= 1 }
      return 1
    }
    // Rounded to nearest.
    var step: UInt32 = 1
    while step < Self.longestStep, rest >= size &+ size &>> 1 {
      rest &-= size
      step &+= 1
    }
    return step
  }
}
