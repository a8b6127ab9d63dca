/// Which numbers a model reads from a stroke; a model file names one.
@frozen
public enum FeatureSet: UInt8, CaseIterable, Sendable {
  /// The lab's 27 + 1: ``ZoneFeatures``, 3 × 3 zones.
  case zones = 0
  /// The lab's 48 + 1 on 4 × 4 zones: ``FineZoneTally``.
  case fineZones = 1
  /// The shape of a path written in the air, where no pen lifts: ``PathFeatures`` without pen groups.
  case airPath = 2
  /// The shape of a path on a surface, pen-up moves and all: ``PathFeatures``.
  case path = 3
  /// How a movement in the air goes in time, whatever its shape: ``DecimatedMovement``.
  case movement = 4
  /// `airPath` and then `movement`: for models that know letters and gestures.
  case airMovement = 5
  /// `path` without the directions of the pen-up moves, and then the bays of the ink: ``PathFeatures``.
  case pathBays = 6

  /// True if it tells how a stroke goes in time, by which gestures are known that go to and fro on a line.
  public var hasMovement: Bool { self == .movement || self == .airMovement }

  /// How many numbers there are.
  @inlinable
  public var count: Int {
    switch self {
    case .zones: 28
    case .fineZones: 49
    case .airPath: PathFeatures.airCount
    case .path: PathFeatures.count
    case .pathBays: PathFeatures.bayCount
    case .movement: DecimatedMovement.count
    case .airMovement: PathFeatures.airCount + DecimatedMovement.count
    }
  }
}
