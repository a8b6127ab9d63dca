import QuillonFusion
import QuillonNumerics

/// Turns the ink of a stroke into a classification with a perceptron: a linear model on the features of 3 × 3 zones.
///
/// It is all that firmware with such a model needs. Its strokes may be damped.
public struct ZoneScorer: InkScorer {
  @inlinable
  public static var strokes: StrokeSupport { .damped }

  private var zones = ZoneAccumulator()
  /// The model in use. Change it only while no stroke is being read.
  public var model = LinearModel()

  public var mask = LabelMask()

  /// A scorer with a model that has no labels.
  public init() {}

  /// Always false: a stroke is scored in the call that ends it.
  public var isBusy: Bool { false }

  public mutating func begin() { zones = ZoneAccumulator() }

  /// Always false: the accumulator has a fixed size.
  public mutating func makeRoom() -> Bool { false }

  public mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) {
    zones.add(x, y, ticks)
  }

  /// Inlined into its one caller: as a function of its own it needs 40 more bytes of flash on a Cortex-M4.
  @inline(__always)
  public mutating func end() -> Classification? {
    var features = ZoneFeatures(&zones)
    return model.classification(on: &features, mask: mask)
  }

  /// Always nil: there is nothing left to do.
  public mutating func advance() -> Classification? { nil }
}
