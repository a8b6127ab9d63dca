import QuillonNumerics

extension StrokeQueue {
  /// Accelerations are second differences with this many steps on either side: 80 ms at 100 Hz.
  @inline(__always)
  private static var stride: Int { 8 }

  /// Turns an upright plane of the next stroke to the plane that fits the stroke's accelerations
  /// best. Does not change other planes, nor the planes of strokes of fewer than 18 points. Call
  /// this before any of the stroke is read.
  ///
  /// The points still contain the drift. It adds the same to every acceleration, which does not
  /// change their covariance. All points are processed at once, which takes longer than a board has
  /// time for.
  public mutating func findPrincipalPlane() {
    guard let stroke = next, stroke.plane.isUpright else { return }
    var largest: UInt32 = 0
    forEachAcceleration(of: stroke) { x, y, z in
      largest |= x.magnitude | y.magnitude | z.magnitude
    }
    let shift = Swift.max(22 &- Int32(truncatingIfNeeded: largest.leadingZeroBitCount), 0)
    var spread = VectorCovariance()
    forEachAcceleration(of: stroke) { x, y, z in
      spread.add(x &>> shift, y &>> shift, z &>> shift)
    }
    guard let normal = spread.normal else { return }
    waiting[unchecked: firstWaiting].plane = stroke.plane.leaning(away: normal)
  }

  /// Hands each acceleration of a stroke to `body`, all in the same unit. Positions are below 2³⁰,
  /// so a sum of four of them could wrap. They lose two bits to prevent that.
  @inline(__always)
  private mutating func forEachAcceleration(
    of stroke: EndedStroke, _ body: (_ x: Int32, _ y: Int32, _ z: Int32) -> Void
  ) {
    var latest = InlineArray<16, Vector3<21>>(repeating: .zero)
    var (count, index) = (0, points.index(0))
    let end = points.index(Int(truncatingIfNeeded: stroke.slots))
    while index != end {
      let point = points[unchecked: index]
      index = points.index(after: index)
      // A new run begins. Its positions were shifted against those before.
      if point.isBias { count = 0 }
      guard !point.isMark else { continue }
      let wide: Vector3<23> = point.position()
      assert(wide.isWithin(Fixed(bits: 1 << 30)))
      let position = Vector3<21>(
        Fixed(bits: wide.x.bits &>> 2), Fixed(bits: wide.y.bits &>> 2),
        Fixed(bits: wide.z.bits &>> 2))
      if count >= 2 &* Self.stride {
        let middle = latest[unchecked: (count &- Self.stride) & 15]
        let change = position &- middle &- (middle &- latest[unchecked: count & 15])
        body(change.x.bits, change.y.bits, change.z.bits)
      }
      latest[unchecked: count & 15] = position
      count &+= 1
    }
  }
}

extension WritingPlane {
  /// True if the plane's up is against gravity.
  var isUpright: Bool { down == Direction(Vector3(.zero, .zero, Fixed.one.negatedWithSaturation)) }

  /// This upright plane, turned and tilted so that `normal` is its normal.
  ///
  /// Right is level and within 90° of its old direction. Up is as close to the direction against
  /// gravity as possible. A plane within 20° of level has no such up. Its up then points away from
  /// the writer, so that it is seen from above.
  ///
  /// Right: z × n. Down: (n·z) n − z. Q1.30 × Q1.30 = Q2.60, one term, rounded to Q.30. sin² 20° =
  /// 0.117.
  fileprivate func leaning(away normal: Vector3<30>) -> Self {
    let across = Vector3(normal.y.negatedWithSaturation, normal.x, Fixed<30>.zero)
    let tilted: Vector3<30> = normal.multiplied(by: normal.z)
    let depth = Fixed<30>.one.subtractingWithSaturation(tilted.z)
    let fall = Vector3(tilted.x, tilted.y, depth.negatedWithSaturation)
    guard depth > Fixed(bits: 125_627_289), let level = across.normalized,
      let down = fall.normalized
    else {
      return Self(
        right: right, down: Direction(x: right.y, y: 0 &- right.x, z: 0))
    }
    let isTurned = right.isOpposite(to: Direction(level))
    return Self(right: isTurned ? level.negatedWithSaturation : level, down: down)
  }
}
