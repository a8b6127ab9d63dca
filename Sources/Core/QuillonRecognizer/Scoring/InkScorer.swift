import QuillonFusion
import QuillonNumerics

/// What a recognizer can do with strokes. It is a constant of the scorer, so the compiler leaves out what is not supported.
@frozen
public enum StrokeSupport: Sendable {
  /// Strokes are integrated undamped, without correction at rest, and every pen stroke is a letter.
  case undamped
  /// Strokes may be damped, shrunk and corrected at rest too. Every stroke is a letter, also one that the motion shows.
  case damped
  /// Everything that ``RecognizerParameters`` can ask for.
  case all
}

/// Turns the ink of a stroke into a classification, in calls of bounded work.
///
/// For each stroke call `begin`, then `add` for each point, with `makeRoom` before every 32 points,
/// then `end`. While `isBusy`, call `advance` until it returns the classification.
public protocol InkScorer: Sendable {
  /// What strokes may be. Code that only other strokes need is not linked.
  static var strokes: StrokeSupport { get }
  /// True if strokes below the minimum size are classified, too. If false, they are rejected.
  var readsSmallStrokes: Bool { get }
  /// The reject threshold of the model in use, if it reads letters and its margins are logarithms of
  /// odds; otherwise nil. The getter is mutating, because another one may copy the model to the stack.
  var rejectThreshold: Fixed<12>? { mutating get }
  /// The labels of the model that may be answers, from the next stroke on that is scored.
  var mask: LabelMask { get set }
  /// A scorer that has read no stroke and has no labels.
  init()
  /// Goes back to the state after `init()`, in place.
  mutating func reset()
  /// True from `end` until the classification is returned.
  var isBusy: Bool { get }
  /// The sample in the form that this scorer's model requires.
  mutating func prepared(_ sample: InertialSample) -> InertialSample
  /// Begins a stroke.
  mutating func begin()
  /// Makes room for 32 points. True if that took a call's worth of work and may have to be
  /// repeated.
  mutating func makeRoom() -> Bool
  /// Adds the next point: its position in the unit square, Q1.14, the ticks since the one before,
  /// and whether the pen was down on the way to it.
  mutating func add(_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool)
  /// Ends the stroke. Returns the classification if it fits in this call; otherwise nil.
  mutating func end() -> Classification?
  /// Does a call's worth of work. Returns the classification when it is done; before that nil.
  mutating func advance() -> Classification?
}

extension InkScorer {
  /// Strokes below the minimum size are rejected.
  @inlinable
  public var readsSmallStrokes: Bool { false }

  /// Nil: the strokes before a letter do not decide whether it is rejected.
  @inlinable
  public var rejectThreshold: Fixed<12>? { nil }

  /// A new scorer in place of this one.
  @inlinable
  public mutating func reset() { self = Self() }

  /// The sample as the board sent it.
  @inlinable @inline(__always)
  public mutating func prepared(_ sample: InertialSample) -> InertialSample { sample }
}
