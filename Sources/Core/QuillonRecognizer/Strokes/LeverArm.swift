import QuillonNumerics

/// Where the hand would be if the whole arm turned stiffly about a point behind the writing plane.
///
/// An arm is a lever: a hand that moves over the plane also turns, and the attitude shows by how much. ℓ leads from the point about
/// which it turns to the board: 0.4 m through the plane and 0.2 m up. At the attitude R the board is at y = R ℓ. People differ, so y is a
/// distorted copy of the path. But unlike the path integrated from accelerations, it does not drift.
///
/// Up to 16 places are kept, at equal numbers of points. When the memory is full, every other place is dropped.
package struct LeverArm: Sendable {
  /// The most places that are kept.
  package static var capacity: Int { 16 }
  /// The fewest places that determine a path.
  static var leastCount: Int { 8 }

  /// How many places are kept.
  package private(set) var count = 0
  /// Place k is that of point k · 2^`spacing`.
  package private(set) var spacing = 0
  /// ℓ in the board's frame, m.
  private var arm = Vector3<23>.zero
  private var places = InlineArray<16, InkPoint> { _ in .zero }

  /// An arm without places.
  package init() {}

  /// Removes all places.
  mutating func removeAll() { (count, spacing) = (0, 0) }

  /// Adds the place of the point with this index in its stroke, 0 first, if its turn has come. The first point determines ℓ: `rule` gives
  /// the plane at its attitude.
  @inline(never)
  package mutating func add(_ attitude: UnitQuaternion, point: Int, _ rule: PlaneRule) {
    if point == 0 {
      removeAll()
      arm = attitude.conjugate.rotateOutOfLine(Self.arm(in: rule.plane(at: attitude)))
    }
    guard point == count &<< spacing else { return }
    if count == Self.capacity { thin() }
    places[unchecked: count] = InkPoint(attitude.rotateOutOfLine(arm), ticks: 0)
    count &+= 1
  }

  /// Place `index`, m, Q8.23, reference frame.
  subscript(unchecked index: Int) -> InkPoint { mutating get { places[unchecked: index] } }

  /// The spacing of the places of a stroke of this many points.
  static func spacing(of points: Int) -> Int {
    var spacing = 0
    while (points &- 1) &>> spacing >= capacity { spacing &+= 1 }
    return spacing
  }

  /// True if the places cover a stroke of this many points, every one of which had an attitude.
  package func covers(_ points: Int) -> Bool {
    count >= Self.leastCount && count == (points &- 1) &>> spacing &+ 1
  }

  private mutating func thin() {
    count = Self.capacity / 2
    for index in 1..<count { places[unchecked: index] = places[unchecked: 2 &* index] }
    spacing &+= 1
  }

  /// ℓ in the frame of the plane, m.
  ///
  /// 0.2 m = 1,677,722 and 0.4 m = 3,355,443 in Q8.23. Through the plane, away from the writer, is right × down. Its components: Q1.14 ×
  /// Q1.14 = Q2.28, two terms, at most 1. Q2.28 and Q1.14 × Q8.23, one term each.
  private static func arm(in plane: WritingPlane) -> Vector3<23> {
    let (r, d) = (plane.right, plane.down)
    return Vector3(
      component(r.y, d.z, r.z, d.y, d.x), component(r.z, d.x, r.x, d.z, d.y),
      component(r.x, d.y, r.y, d.x, d.z))
  }

  /// One component: 0.4 m times that of right × down, a b − c d, and 0.2 m down.
  @inline(never)
  private static func component(_ a: Int16, _ b: Int16, _ c: Int16, _ d: Int16, _ down: Int16)
    -> Fixed<23>
  {
    let away =
      Int32(truncatingIfNeeded: a) &* Int32(truncatingIfNeeded: b)
      &- Int32(truncatingIfNeeded: c) &* Int32(truncatingIfNeeded: d)
    return Fixed(
      bits: ArmFit.product(away, 3_355_443, 28)
        &- ArmFit.product(Int32(truncatingIfNeeded: down), 1_677_722, 14))
  }
}
