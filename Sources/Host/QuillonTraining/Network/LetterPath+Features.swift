import QuillonRecognizer

extension LetterPath {
  /// The features that the device computes for this path. The set must be one of paths or
  /// movements. Pen lifts count only for the sets `path` and `pathConcavities`.
  public func features(_ featureSet: FeatureSet) -> FeatureVector {
    switch featureSet {
    case .movement: return withMovement(FeatureVector())
    case .airMovement, .accelerometer: return withMovement(shape(.air))
    case .zones, .fineZones, .airPath: return shape(.air)
    case .airSequence:
      var trail = trail(withPen: false)
      return PathSequence.vector(of: &trail)
    case .path: return shape(.pen)
    case .pathConcavities: return shape(.concavities)
    }
  }

  private func shape(_ kind: PathFeatures.Kind) -> FeatureVector {
    var trail = trail(withPen: kind != .air)
    return PathFeatures.vector(of: &trail, kind)
  }

  /// The points that the device keeps. Without a pen all of them count as written with the pen down.
  private func trail(withPen: Bool) -> DecimatedPath {
    var trail = DecimatedPath()
    for (index, point) in points.enumerated() {
      // The device reads slices of this many points.
      if index.isMultiple(of: DecimatedPath.slice) { while trail.makeRoom() {} }
      let (x, y) = Self.place(of: point)
      trail.add(x: x, y: y, isPenDown: point.isPenDown || !withPen)
    }
    trail.end()
    return trail
  }

  private func withMovement(_ numbers: FeatureVector) -> FeatureVector {
    var (trail, vector) = (DecimatedMovement(), numbers)
    var before = 0.0
    for point in points {
      let (x, y) = Self.place(of: point)
      let ticks = Self.integer((point.time - before) / 32e-6, in: 0...4_095)
      trail.add(x: x, y: y, ticks: UInt32(ticks))
      before = point.time
    }
    trail.append(to: &vector)
    return vector
  }

  private static func place(of point: Point) -> (x: Int32, y: Int32) {
    // Twice the unit square. A path made by hand cannot leave it further than that.
    let range = -2.0 * 0x1p14...2 * 0x1p14
    return (integer(point.x * 0x1p14, in: range), integer(point.y * 0x1p14, in: range))
  }

  /// The integer nearest to `value`, clamped; the lower bound for not-a-number.
  private static func integer(_ value: Double, in range: ClosedRange<Double>) -> Int32 {
    guard value > range.lowerBound else { return Int32(range.lowerBound) }
    return Int32(min(value, range.upperBound).rounded())
  }
}
