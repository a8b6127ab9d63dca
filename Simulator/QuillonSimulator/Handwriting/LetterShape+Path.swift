extension LetterShape {
  /// The stroke from corner to corner, in the order of writing. Each part begins where the one before ends. A line has its two
  /// ends, a curve 33 points.
  public var path: [[SIMD2<Double>]] {
    var pen = start
    return stretches.map { stretch in
      let points = [pen] + stretch.points
      pen = points[points.count - 1]
      guard case .curve = stretch else { return points }
      let curve = SmoothPath(through: points, size: 1)
      return (0...32).map { curve.sample(at: Double($0) / 32).point }
    }
  }
}
