import QuillonNumerics

/// What the gates need of the stroke that has just ended.
extension StrokeQueue {
  private var newest: Int { (firstWaiting &+ waitingCount &- 1) & 7 }

  /// The normal of the plane of the stroke that ended last; invalid if none waits.
  public var normalOfNewest: Vector3<14> {
    mutating get { waiting[unchecked: newest].plane.normal }
  }

  /// Rejects the stroke that ended last. None of it may have been read yet.
  public mutating func rejectNewest(_ rejection: Rejection) {
    guard waitingCount > 0 else { return }
    let stroke = waiting[unchecked: newest]
    points.removeLast(Int(truncatingIfNeeded: stroke.slots))
    waiting[unchecked: newest] = EndedStroke(rejection, time: stroke.time)
  }
}

extension WritingPlane {
  /// The unit normal of the plane, right × down, within 10⁻⁴.
  ///
  /// Q1.14 × Q1.14 = Q2.28, two terms of at most 2²⁸, rounded down to Q.14.
  var normal: Vector3<14> {
    Vector3(
      Self.minor(right.y, right.z, down.y, down.z), Self.minor(right.z, right.x, down.z, down.x),
      Self.minor(right.x, right.y, down.x, down.y))
  }

  private static func minor(_ a: Int16, _ b: Int16, _ c: Int16, _ d: Int16) -> Fixed<14> {
    assert((Int64(a) * Int64(d)).magnitude <= 1 << 28)
    assert((Int64(b) * Int64(c)).magnitude <= 1 << 28)
    return Fixed(
      bits: (Int32(truncatingIfNeeded: a) &* Int32(truncatingIfNeeded: d)
        &- Int32(truncatingIfNeeded: b) &* Int32(truncatingIfNeeded: c)) &>> 14)
  }
}
