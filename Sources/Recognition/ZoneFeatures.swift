import Ink
import Motion

/// The 27 + 1 numbers that a stroke is recognized by: for each cell of a 3 × 3 grid over the unit square
/// the share of the writing time spent there and the net movement to the right and down made there.
///
/// Zone z = column + 3 · row. Value 3z is the share of time, 3z + 1 the net x, 3z + 2 the net y; value
/// 27 is 1. All are Q1.14, clamped to ±2. A share is within 1 ulp. If no time has passed at all,
/// every segment counts the same.
public struct ZoneFeatures: Sendable {
  /// How many values there are.
  public static var count: Int { 28 }

  /// The values, Q1.14.
  public var values: InlineArray<28, Int16>

  /// The features with the given values.
  @inlinable
  public init(values: InlineArray<28, Int16>) { self.values = values }

  /// The features of what a tally has collected.
  public init(_ tally: inout ZoneTally) { self = tally.features }

  /// The features of the stroke that waits first, read to its end at once; nil when it was given up, or
  /// when none waits.
  public init?(readingAll strokes: inout StrokeQueue, under rule: IntegrationRule = .undamped) {
    var tally = ZoneTally()
    var progress: StrokeQueue.Progress
    repeat {
      progress = strokes.read(under: rule) { tally.add($0, $1, $2) }
    } while progress == .busy
    guard progress == .ended(.complete) else { return nil }
    self.init(&tally)
  }
}
