import FixedPoint
import Ink
import Recognition
import Recordings

/// From recordings to features, by the device's own code.
public enum FeatureExtraction {
  /// The features of a drawn letter, scaled, joined to one path and rescaled as on a touch surface;
  /// nil when it has fewer than two points, which the device gives up as well.
  public static func sample(of ink: InkSample) -> FeatureSample? {
    let path = InkPath(ink, capacity: 1024).points
    guard path.count >= 2 else { return nil }
    var stroke = StrokeBuffer<1024>()
    var previous: UInt32 = 0
    for point in path {
      _ = stroke.append(touchX: point.x, y: point.y, microseconds: point.time &- previous)
      previous = point.time
    }
    stroke.rescale(in: .touch, minimumSize: Fixed(bits: 1))
    return FeatureSample(
      label: ink.label, writer: ink.writer, features: ZoneFeatures(of: &stroke))
  }
}
