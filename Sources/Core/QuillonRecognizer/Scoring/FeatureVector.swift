#if SequenceNetwork
  /// The features that a model scores, Q1.14, of any feature set.
  public typealias FeatureVector = FeatureNumbers<516>
#else
  /// The features that a model scores, Q1.14, of any feature set but `airSequence`.
  public typealias FeatureVector = FeatureNumbers<192>
#endif

/// The features of a stroke, Q1.14, with room for `capacity` of them. ``FeatureVector`` has room for
/// every set. Scorers of one set have less.
@frozen
public struct FeatureNumbers<let capacity: Int>: Sendable {
  @usableFromInline var storage = InlineArray<capacity, Int16>(repeating: 0)
  @usableFromInline var filled = 0

  /// How many features there are, 0…`capacity`.
  @inlinable
  public var count: Int { filled }

  /// An empty vector.
  @inlinable
  public init() {}

  /// Removes all features.
  mutating func clear() { filled = 0 }

  /// Appends a feature, Q1.14, clamped to ±2. Features beyond `capacity` are dropped.
  @inlinable
  public mutating func append(_ value: Int32) {
    guard filled < capacity else { return }
    let clamped = Swift.min(Swift.max(value, -32_768), 32_767)
    storage[unchecked: filled] = Int16(truncatingIfNeeded: clamped)
    filled &+= 1
  }

  /// The feature at `index`; 0 if there is none.
  @inlinable
  public subscript(_ index: Int) -> Int16 {
    mutating get { index >= 0 && index < filled ? storage[unchecked: index] : 0 }
  }

  /// Lets `body` read all `capacity` values in place. Values beyond `count` have no meaning.
  @inline(__always)
  mutating func withNumbers<R>(_ body: (UnsafePointer<Int16>) -> R) -> R {
    storage.withNumbers(body)
  }
}
