/// What makes a verdict of a stroke's ink, in calls of bounded work.
///
/// A stroke: `begin`; `add` for each point, with `makeRoom` before every 32 of them; `end`, and, while it
/// `isBusy`, `advance` until the verdict is there.
public protocol InkScorer: Sendable {
  /// False where strokes are always followed freely: without damping, without correction at rest, every stroke
  /// a letter. Code that only the others need is then not linked.
  static var allowsStabilizers: Bool { get }
  /// One that has seen no stroke and knows no label.
  init()
  /// True from `end` on until the verdict is there.
  var isBusy: Bool { get }
  /// A stroke begins.
  mutating func begin()
  /// Makes room for 32 points: true if that took a call's time and may have to be done again.
  mutating func makeRoom() -> Bool
  /// Takes the next point: where it lies in the unit square, Q1.14, the ticks since the one before, and
  /// whether the pen was down on the way to it.
  mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool)
  /// The stroke is over; its verdict if that takes no more than this call.
  mutating func end() -> Classification?
  /// Goes on with a call's worth of work; the verdict when it is done.
  mutating func advance() -> Classification?
}
