import QuillonNumerics

/// Sums of products of two paths' coordinates: squares of each, and products of both.
struct PathProducts {
  /// A number for each coordinate of both paths in the plane: x and y of the path that is integrated, then those of the arm's turning.
  typealias Coordinates = InlineArray<4, Int32>

  /// Σ x² + y² of the path that is integrated.
  private(set) var own = WideSum()
  /// The same of the turning.
  private(set) var turned = WideSum()
  /// Σ of the products of both paths' x and of their y.
  private(set) var both = WideSum()

  /// Adds the products of four numbers below 2²⁷. Integers, up to 32 terms: below 2⁵⁹.
  @inline(never)
  mutating func add(_ numbers: Coordinates) {
    for axis in 0..<2 {
      let (own, turned) = (numbers[unchecked: axis], numbers[unchecked: axis &+ 2])
      self.own.add(own, times: own)
      self.turned.add(turned, times: turned)
      both.add(own, times: turned)
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
