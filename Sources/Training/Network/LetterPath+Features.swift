import Recognition

extension LetterPath {
  /// The features as the device makes them of this path.
  ///
  /// - Parameter withPen: false where no pen is lifted, as in the air.
  public func features(withPen: Bool) -> FeatureVector {
    var trail = PathTrail()
    for (index, point) in points.enumerated() {
      // The device reads slices of so many points.
      if index.isMultiple(of: PathTrail.slice) { while trail.makeRoom() {} }
      trail.add(
        x: Int32((point.x * 0x1p14).rounded()), y: Int32((point.y * 0x1p14).rounded()),
        isPenDown: point.isPenDown || !withPen)
    }
    trail.end()
    return PathFeatures.vector(of: &trail, withPen: withPen)
  }
}
