/// The features that a model scores, Q1.14, of any feature set.
@frozen
public struct FeatureVector: Sendable {
  /// The most features that a set may have.
  @inlinable @inline(__always)
  public static var capacity: Int { 192 }

  private var storage = InlineArray<192, Int16>(repeating: 0)
  /// How many features there are, 0…192.
  public private(set) var count = 0

  /// An empty vector.
  public init() {}

  /// Removes all features.
  mutating func clear() { count = 0 }

  /// Appends a feature, Q1.14, clamped to ±2. Features after the 192nd are dropped.
  public mutating func append(_ value: Int32) {
    guard count < Self.capacity else { return }
    let clamped = Swift.min(Swift.max(value, -32_768), 32_767)
    storage[unchecked: count] = Int16(truncatingIfNeeded: clamped)
    count &+= 1
  }

  /// The feature at `index`; 0 if there is none.
  public subscript(_ index: Int) -> Int16 {
    mutating get { index >= 0 && index < count ? storage[unchecked: index] : 0 }
  }

  /// Lets `body` read all 192 values in place. Values beyond `count` are 0.
  @inline(__always)
  mutating func withNumbers<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    storage.withNumbers(body)
  }
}
