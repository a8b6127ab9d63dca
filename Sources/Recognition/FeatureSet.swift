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

  /// How many numbers there are.
  @inlinable
  public var count: Int {
    switch self {
    case .zones: 28
    case .fineZones: 49
    case .airPath: PathFeatures.airCount
    case .path: PathFeatures.count
    }
  }
}
