import QuillonNumerics

/// The features that describe the shape of a path: 132 in the air; with pen-up moves 176, or 188
/// with the concavity features of the ink.
///
/// They describe the path's 33 points at equal distances (`SampledPath`), in this order:
///
/// | group | numbers | what |
/// | --- | --- | --- |
/// | points | 18 | every fourth point: 2x − 1, 2y − 1 |
/// | chords | 16 | between those points the direction: cosine, sine |
/// | directions | 72 | 3 × 3 zones × 8 directions: the length of path that runs there in that direction |
/// | extent | 8 | width, height, signed turning / 8, turning / 8, length / 4, displacement from start to end (x, y, distance) |
/// | bends | 18 | 3 × 3 zones: how far the path turns there to the right, and to the left, / 2 rad |
/// | pen, chords | 8 | for each chord the share with the pen up |
/// | pen, directions | 32 | 2 × 2 zones × 8 directions of the pen-up moves |
/// | pen, lifts | 4 | lifts / 4, share of the path with the pen up, 1 if never lifted, 1 if lifted once |
/// | concavities | 44 | 11 answers × 2 × 2 zones: on which sides a cell without ink has ink (`ConcavityFeatures`), cells / 32 |
///
/// A path in the air has the groups before those of the pen. A path on a surface also has the pen
/// groups: either all of them, or without the pen-up directions but with `concavities`.
///
/// All are Q1.14, clamped to ±2. `directions` and `bends` count pen-down segments only.
public enum PathFeatures {
  /// The number of features of a path in the air.
  @inlinable
  public static var airCount: Int { 132 }
  /// The number of features of a path on a surface.
  @inlinable
  public static var count: Int { 176 }
  /// The number of features of a path on a surface with concavity features.
  @inlinable
  public static var concavityCount: Int { 188 }

  /// The groups of features.
  public enum Kind: Sendable {
    /// The groups of a path in the air.
    case air
    /// These and the pen groups.
    case pen
    /// The groups of a path in the air, the pen groups without the directions of pen-up moves, and
    /// the concavity features.
    case concavities
  }

  /// The features of the path `trail`, which has ended. Scales the points of `trail` in place.
  public static func vector(of trail: inout DecimatedPath, _ kind: Kind) -> FeatureVector {
    var (path, vector) = (SampledPath(), FeatureVector())
    path.stretch(&trail)
    path.sample(&trail)
    for part in 0..<partCount(kind) {
      append(part, of: &path, to: &vector, kind)
    }
    return vector
  }

  /// The number of parts in which the features are computed.
  @inline(__always)
  static func partCount(_ kind: Kind) -> Int {
    switch kind {
    case .air: 3
    case .pen: 4
    case .concavities: 5
    }
  }

  /// Appends part `part`, 0..<`partCount`, of the features. Call it for the parts in order.
  @inline(__always)
  static func append<let features: Int>(
    _ part: Int, of path: inout SampledPath, to vector: inout FeatureNumbers<features>, _ kind: Kind
  ) {
    switch part {
    case 0:
      appendPoints(&path, &vector)
      appendChords(&path, &vector)
    case 1: appendDirections(&path, &vector)
    case 2: appendExtentAndBends(&path, &vector)
    case 3:
      guard kind != .air else { return }
      appendLiftedShares(path, &vector)
      if kind == .pen { appendLiftedDirections(&path, &vector) }
      appendLifts(path, &vector)
    default:
      guard kind == .concavities else { return }
      appendConcavities(&path, &vector)
    }
  }

  private static func appendPoints<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    for index in 0...8 {
      let point = path.point(4 &* index)
      vector.append(2 &* point.x &- 1 &<< 14)
      vector.append(2 &* point.y &- 1 &<< 14)
    }
  }

  /// Squares: Q1.14 × Q1.14 = Q.28, two terms of at most 2²⁸.
  private static func appendChords<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    for index in 0..<8 {
      let way = path.way(from: 4 &* index, to: 4 &* index &+ 4)
      var square = WideSum(way.x, times: way.x)
      square.add(way.y, times: way.y)
      let root = ReciprocalRoot(of: square)
      vector.append((root?.ratio(of: way.x).bits ?? 0) &>> 16)
      vector.append((root?.ratio(of: way.y).bits ?? 0) &>> 16)
    }
  }

  private static func appendDirections<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    var histogram = DirectionHistogram(side: 3)
    for segment in 0..<SampledPath.segments where path.isPenDown(segment) {
      histogram.add(&path, segment)
    }
    for index in 0..<72 { vector.append(histogram.sums[unchecked: index] &<< 1) }
  }

  private static func appendExtentAndBends<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    vector.append(path.width)
    vector.append(path.height)
    let turning = Turning(&path)
    // Q6.25 rad / 8 → Q1.14.
    vector.append(turning.signed &>> 14)
    vector.append(turning.absolute &>> 14)
    vector.append(path.length &>> 2)
    let way = path.way(from: 0, to: SampledPath.segments)
    vector.append(way.x)
    vector.append(way.y)
    vector.append(PathPoint.length(way.x, way.y))
    // Q6.25 rad / 2 → Q1.14.
    for index in 0..<18 { vector.append(turning.bends[unchecked: index] &>> 12) }
  }

  private static func appendLiftedShares<let features: Int>(
    _ path: SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    for index in 0..<8 {
      var lifted: Int32 = 0
      for segment in 0..<4 where !path.isPenDown(4 &* index &+ segment) { lifted &+= 1 }
      vector.append(lifted &<< 12)
    }
  }

  private static func appendLiftedDirections<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    var histogram = DirectionHistogram(side: 2)
    for segment in 0..<SampledPath.segments where !path.isPenDown(segment) {
      histogram.add(&path, segment)
    }
    for index in 0..<32 { vector.append(histogram.sums[unchecked: index] &<< 1) }
  }

  private static func appendLifts<let features: Int>(
    _ path: SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    vector.append(Swift.min(path.penLifts, 4) &<< 12)
    var lifted: Int32 = 0
    for segment in 0..<SampledPath.segments where !path.isPenDown(segment) { lifted &+= 1 }
    vector.append(lifted &<< 9)
    vector.append(path.penLifts == 0 ? 1 &<< 14 : 0)
    vector.append(path.penLifts == 1 ? 1 &<< 14 : 0)
  }

  /// Cells in 1/256, / 32 → Q1.14: the 64 cells of a zone give 2.
  private static func appendConcavities<let features: Int>(
    _ path: inout SampledPath, _ vector: inout FeatureNumbers<features>
  ) {
    var cells = InkCells(&path)
    let concavities = ConcavityFeatures(&cells)
    for index in 0..<ConcavityFeatures.count {
      vector.append(concavities.sums[unchecked: index] &<< 1)
    }
  }
}
