import QuillonNumerics

/// A path as a sequence of 64 segments: 384 features, six for each segment in the order of writing.
///
/// Points p₀…p₆₄ lie at equal distances along the path in the box of `SampledPath`: every other one
/// is a point of that. Segment t runs from p_t to p_{t+1}. u_t is its direction, a unit vector.
///
/// | number | what |
/// | --- | --- |
/// | 0, 1 | where the segment starts: 2x − 1, 2y − 1 of p_t |
/// | 2, 3 | its direction u_t: cosine, sine |
/// | 4 | the sine of the turning before it: u_{t−1} × u_t |
/// | 5 | 1 − the cosine of that turning: 1 − u_{t−1} · u_t |
///
/// All are Q1.14, clamped to ±2. A segment without length has the direction (0, 0). The numbers of
/// a turning are 0 at the first segment and where a segment has no length.
public struct PathSequence: Sendable {
  /// The number of segments.
  @inlinable
  public static var segments: Int { 64 }
  /// The numbers of a segment.
  @inlinable
  public static var channels: Int { 6 }
  /// The number of features.
  @inlinable
  public static var count: Int { segments &* channels }

  /// The points' coordinates in the box, Q1.14, 0…1.
  private var xs = InlineArray<65, Int16>(repeating: 0)
  private var ys = InlineArray<65, Int16>(repeating: 0)

  /// A sequence without a path. Call `sample`.
  init() {}

  /// The features of the set `airSequence` of the path `trail`, which has ended. Scales the points of
  /// `trail` in place.
  public static func vector(of trail: inout DecimatedPath) -> FeatureVector {
    var (path, sequence, vector) = (SampledPath(), Self(), FeatureVector())
    path.stretch(&trail)
    path.sample(&trail)
    sequence.sample(&trail, length: path.length)
    for part in 0..<PathFeatures.partCount(.air) {
      PathFeatures.append(part, of: &path, to: &vector, .air)
    }
    sequence.append(to: &vector)
    return vector
  }

  /// Samples the path `trail`, scaled into its box, of the length `length`, Q1.14: point k is at k/64
  /// of its length.
  ///
  /// Length × k: Q1.14, below 2²² · 2⁶, then 6 bits dropped.
  mutating func sample(_ trail: inout DecimatedPath, length: Int32) {
    assert(length >= 0 && length < 1 << 22)
    var place = TrailPlace(&trail)
    put(place.start.x, place.start.y, at: 0)
    for next in 1...Self.segments {
      let target = (length &* Int32(truncatingIfNeeded: next)) &>> 6
      while place.isBefore(target) { place.advance(&trail) }
      let point = place.point(at: target)
      put(point.x, point.y, at: next)
    }
  }

  private mutating func put(_ x: Int32, _ y: Int32, at index: Int) {
    xs[unchecked: index] = Int16(truncatingIfNeeded: x)
    ys[unchecked: index] = Int16(truncatingIfNeeded: y)
  }

  /// Appends the features.
  ///
  /// Products of directions: Q1.14 × Q1.14 = Q.28, two terms of at most 2²⁸, → Q1.14.
  mutating func append<let features: Int>(to vector: inout FeatureNumbers<features>) {
    var last: (x: Int32, y: Int32) = (0, 0)
    for index in 0..<Self.segments {
      let start = point(index)
      let end = point(index &+ 1)
      let next = Self.direction(end.x &- start.x, end.y &- start.y)
      assert(Swift.max(next.x.magnitude, next.y.magnitude) <= 1 << 14)
      vector.append(2 &* start.x &- 1 &<< 14)
      vector.append(2 &* start.y &- 1 &<< 14)
      vector.append(next.x)
      vector.append(next.y)
      let turns = last != (0, 0) && next != (0, 0)
      vector.append((last.x &* next.y &- last.y &* next.x) &>> 14)
      vector.append(turns ? 1 &<< 14 &- (last.x &* next.x &+ last.y &* next.y) &>> 14 : 0)
      last = next
    }
  }

  private mutating func point(_ index: Int) -> (x: Int32, y: Int32) {
    (
      Int32(truncatingIfNeeded: xs[unchecked: index]),
      Int32(truncatingIfNeeded: ys[unchecked: index])
    )
  }

  /// The unit vector in the direction of (x, y), Q1.14; (0, 0) if it has no length.
  ///
  /// Squares: Q1.14 × Q1.14 = Q.28, two terms of at most 2²⁸.
  private static func direction(_ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    var square = WideSum(x, times: x)
    square.add(y, times: y)
    guard let root = ReciprocalRoot(of: square) else { return (0, 0) }
    return (root.ratio(of: x).bits &>> 16, root.ratio(of: y).bits &>> 16)
  }
}
