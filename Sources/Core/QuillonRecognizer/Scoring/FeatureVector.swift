/// The numbers that a model scores, Q1.14, whichever feature set they come from.
@frozen
public struct FeatureVector: Sendable {
  /// The most numbers that a feature set may have.
  @inlinable @inline(__always)
  public static var capacity: Int { 192 }

  private var storage = InlineArray<192, Int16>(repeating: 0)
  /// How many numbers there are, 0…192.
  public private(set) var count = 0

  /// Without numbers.
  public init() {}

  /// Back to no numbers.
  mutating func clear() { count = 0 }

  /// Adds a number, Q1.14, clamped to ±2; beyond the 192nd it is left out.
  public mutating func append(_ value: Int32) {
    guard count < Self.capacity else { return }
    let clamped = Swift.min(Swift.max(value, -32_768), 32_767)
    storage[unchecked: count] = Int16(truncatingIfNeeded: clamped)
    count &+= 1
  }

  /// The number at `index`; 0 where there is none.
  public subscript(_ index: Int) -> Int16 {
    mutating get { index >= 0 && index < count ? storage[unchecked: index] : 0 }
  }

  /// Lets `body` read all 192 numbers in place; those beyond `count` are 0.
  @inline(__always)
  mutating func withNumbers<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    storage.withNumbers(body)
  }
}
