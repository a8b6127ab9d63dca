/// How unsteadily a hand holds a board. With every value 0 the hand is perfectly steady.
public struct Steadiness: Equatable, Sendable {
  /// Slow wandering of the attitude (0.15 to 0.6 Hz), root mean square per axis, rad.
  public var sway = 0.02
  /// How far the wrist turns as the hand moves over the writing plane: the standard deviation per
  /// pair of axes, rad/m.
  public var coupling = 0.25
  /// Physiological tremor of the attitude (8 to 12 Hz), root mean square per axis, rad.
  public var tremorAngle = 0.0008
  /// Physiological tremor of the position (8 to 12 Hz), root mean square per axis, m.
  public var tremorWay = 0.00004

  /// An ordinary hand.
  public init() {}

  /// A perfectly steady hand: the attitude is always that of the posture.
  public static let still: Steadiness = {
    var still = Steadiness()
    still.sway = 0
    still.coupling = 0
    still.tremorAngle = 0
    still.tremorWay = 0
    return still
  }()
}
