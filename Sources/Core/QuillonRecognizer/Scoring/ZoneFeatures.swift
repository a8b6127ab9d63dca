import QuillonFusion

/// The 27 + 1 features of 3 × 3 zones over the unit square. Each zone has the share of the writing
/// time spent there, and the net movement made there, to the right and down.
///
/// Zone z = column + 3 · row. Value 3z is the share of time, 3z + 1 the net x, 3z + 2 the net y.
/// Value 27 is 1. All are Q1.14, clamped to ±2. A share is within 1 ulp. If no times are known,
/// every segment counts the same.
public struct ZoneFeatures: Sendable {
  /// The number of features.
  public static var count: Int { 28 }

  /// The values in pairs, the first one in the low half, as a model's weights are stored.
  @usableFromInline var pairs = InlineArray<14, UInt32>(repeating: 0)

  /// All 0.
  @inlinable
  public init() {}

  /// The value at `index`, 0…27, Q1.14. Out of range, reading gives 0 and setting does nothing.
  public subscript(index: Int) -> Int16 {
    get {
      guard index >= 0, index < Self.count else { return 0 }
      let pair = pairs[unchecked: index &>> 1]
      return Int16(truncatingIfNeeded: index & 1 == 0 ? pair : pair &>> 16)
    }
    set {
      guard index >= 0, index < Self.count else { return }
      let pair = pairs[unchecked: index &>> 1]
      let other = Int16(truncatingIfNeeded: index & 1 == 0 ? pair &>> 16 : pair)
      pairs[unchecked: index &>> 1] =
        index & 1 == 0
        ? LinearModel.pair(newValue, other) : LinearModel.pair(other, newValue)
    }
  }

  /// Sets the value at `index`, Q1.14, clamped to ±2. Not inlined: one copy is enough.
  @inline(never)
  mutating func store(_ value: Int32, at index: Int) {
    self[index] = Int16(truncatingIfNeeded: Swift.min(Swift.max(value, -32_768), 32_767))
  }

  /// The features of the accumulated points.
  public init(_ accumulator: inout ZoneAccumulator) { self = accumulator.features }

  /// Reads the oldest waiting stroke to its end and computes its features. Nil if it was abandoned
  /// or rejected, or if none waits.
  public init?(readingAll strokes: inout StrokeQueue, under rule: IntegrationRule = .undamped) {
    var accumulator = ZoneAccumulator()
    var progress: StrokeQueue.Progress
    repeat {
      progress = strokes.read(under: rule) { accumulator.add($0, $1, $2) }
    } while progress == .busy
    guard progress == .ended(.complete) else { return nil }
    self.init(&accumulator)
  }
}
