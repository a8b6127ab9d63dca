import Ink
import Recognition

extension Recognizer {
  /// The numbers of feature set `set` of the stroke that the last verdict was given for, for those who
  /// train on them; of no meaning once the next stroke has begun.
  public mutating func strokeFeatures(_ set: FeatureSet) -> FeatureVector {
    switch set {
    case .zones:
      let zones = strokeFeatures()
      var vector = FeatureVector()
      for index in 0..<ZoneFeatures.count {
        vector.append(Int32(truncatingIfNeeded: zones.values[index]))
      }
      return vector
    case .fineZones:
      var tally = FineZoneTally()
      stroke.forEachPoint { x, y, ticks in
        tally.add(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y), ticks)
      }
      return tally.vector()
    case .airPath, .path:
      var trail = PathTrail()
      stroke.forEachPoint { x, y, _ in
        trail.add(
          x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y), isPenDown: true)
      }
      trail.end()
      return PathFeatures.vector(of: &trail, withPen: set == .path)
    }
  }
}
