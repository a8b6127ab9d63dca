import QuillonNumerics

/// Sums of products of two paths' coordinates: squares of each, and products of both.
struct PathProducts {
  /// A number for each coordinate of both paths in the plane: x and y of the integrated path, then those of the arm's turning.
  typealias Coordinates = InlineArray<4, Int32>

  /// Σ x² + y² of the integrated path.
  private(set) var own = WideSum()
  /// The same of the turning.
  private(set) var turned = WideSum()
  /// Σ of the products of both paths' x and of their y.
  private(set) var both = WideSum()

  /// Adds the products of the coordinates `a` and `b`. `b` must be proportional to `a`, except for rounding.
  ///
  /// Two terms for each sum, in the sum of both formats. The caller states the bound.
  @inline(never)
  mutating func add(_ a: Coordinates, times b: Coordinates) {
    for axis in 0..<2 {
      let (own, turned) = (b[unchecked: axis], b[unchecked: axis &+ 2])
      self.own.add(a[unchecked: axis], times: own)
      self.turned.add(a[unchecked: axis &+ 2], times: turned)
      both.add(a[unchecked: axis], times: turned)
    }
  }

  /// How many bits `both` and `turned` have to lose to be below 2²⁶.
  var shift: Int { Swift.max(Self.shift(both), Self.shift(turned)) }

  /// How many bits a sum has to lose to be below 2²⁶.
  @inline(never)
  static func shift(_ sum: WideSum) -> Int {
    let (low, high) = sum.words
    let sign = high &>> 31
    let zeros =
      high == sign
      ? 32 &+ (low ^ UInt32(bitPattern: sign)).leadingZeroBitCount
      : (high ^ sign).leadingZeroBitCount
    return Swift.max(38 &- zeros, 0)
  }
}
