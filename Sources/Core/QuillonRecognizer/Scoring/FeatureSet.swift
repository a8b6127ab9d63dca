/// The feature set that a model reads from a stroke. A model file names one.
@frozen
public enum FeatureSet: UInt8, CaseIterable, Sendable {
  /// 27 + 1 features of 3 × 3 zones: ``ZoneFeatures``.
  case zones = 0
  /// 48 + 1 features of 4 × 4 zones: ``FineZoneAccumulator``.
  case fineZones = 1
  /// The shape of a path in the air, without pen lifts: ``PathFeatures`` without the pen groups.
  case airPath = 2
  /// The shape of a path on a surface, including pen-up moves: ``PathFeatures``.
  case path = 3
  /// How a movement in the air runs over time, regardless of its shape: ``DecimatedMovement``.
  case movement = 4
  /// `airPath` followed by `movement`. For models of letters and gestures.
  case airMovement = 5
  /// `path` without the directions of the pen-up moves, followed by the concavity features of the
  /// ink: ``PathFeatures``.
  case pathConcavities = 6
  /// The numbers of `airMovement` of a board with an accelerometer alone. The recognizer gets the
  /// attitude from `InclinationFilter`, whatever else the board sends. For models of gestures.
  case accelerometer = 7
  /// `airPath` followed by the path itself: ``PathSequence``. For models with a sequence network.
  case airSequence = 8

  /// True if the set describes how a stroke runs over time. This identifies gestures that go to and
  /// fro on a line.
  public var hasMovement: Bool {
    self == .movement || self == .airMovement || self == .accelerometer
  }

  /// True if an accelerometer alone is enough for the set.
  public var needsAccelerationOnly: Bool { self == .accelerometer }

  /// The number of features that a layer of a model reads: all of them, or of `airSequence` those of
  /// the path.
  var layerInputs: Int { self == .airSequence ? PathFeatures.airCount : count }

  /// The number of features in the set.
  @inlinable
  public var count: Int {
    switch self {
    case .zones: 28
    case .fineZones: 49
    case .airPath: PathFeatures.airCount
    case .path: PathFeatures.count
    case .pathConcavities: PathFeatures.concavityCount
    case .movement: DecimatedMovement.count
    case .airMovement, .accelerometer: PathFeatures.airCount + DecimatedMovement.count
    case .airSequence: PathFeatures.airCount + PathSequence.count
    }
  }
}
