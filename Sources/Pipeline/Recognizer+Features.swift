import Ink
import Motion
import Recognition

extension Recognizer {
  /// Reads the stroke that waits first to its end, at once, as numbers of feature set `set`, for those who
  /// train on them; nil when none waits, when it was given up, or when its reading has come to the ink already.
  ///
  /// Called right after the sample that lifted the pen it always finds the stroke that this ended, unless
  /// earlier ones wait.
  public mutating func finishedFeatures(_ set: FeatureSet) -> FeatureVector? {
    switch set {
    case .zones:
      var tally = ZoneTally()
      guard finishedInk({ tally.add($0, $1, $2) }) else { return nil }
      let zones = ZoneFeatures(&tally)
      var vector = FeatureVector()
      for index in 0..<ZoneFeatures.count { vector.append(Int32(truncatingIfNeeded: zones[index])) }
      return vector
    case .fineZones:
      var tally = FineZoneTally()
      guard finishedInk({ tally.add($0, $1, $2) }) else { return nil }
      return tally.vector()
    case .airPath, .path:
      var trail = PathTrail()
      guard finishedInk({ x, y, _ in trail.add(x: x, y: y, isPenDown: true) }) else { return nil }
      trail.end()
      return PathFeatures.vector(of: &trail, withPen: set == .path)
    }
  }

  /// Reads the stroke that waits first to its end, at once, as ink for those who show it: each point's place
  /// in the unit square, Q1.14, y down, and the ticks of 32 µs since the one before; false when none waits,
  /// when it was given up, or when its reading has come to the ink already. See ``finishedFeatures(_:)``.
  public mutating func finishedInk(
    _ body: (_ x: Int32, _ y: Int32, _ ticks: UInt32) -> Void
  ) -> Bool {
    guard isReading else { return false }
    var progress: StrokeQueue.Progress
    repeat {
      progress = strokes.read(under: parameters.motion.integrator.rule, body)
    } while progress == .busy
    return progress == .ended(.complete)
  }
}
