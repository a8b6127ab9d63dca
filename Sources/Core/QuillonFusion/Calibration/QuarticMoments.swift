import QuillonNumerics

/// The sums of all products xⁱ yʲ zᵏ with i + j + k ≤ 4 over a set of points with integer
/// coordinates. These 280 bytes are all that the fit of a quadric needs to know about the points.
///
/// The sums are exact. With coordinates within ±8,191 the sums of 2,048 points stay below 2⁶³.
struct QuarticMoments: Sendable {
  private var sums = InlineArray<35, Int64>(repeating: 0)

  /// Adds a point.
  mutating func add(_ x: Int32, _ y: Int32, _ z: Int32) {
    assert(Swift.max(x.magnitude, y.magnitude, z.magnitude) <= 8_191)
    let (x, y, z) = (WideSum(word: x).bits, WideSum(word: y).bits, WideSum(word: z).bits)
    var px: Int64 = 1
    for i in 0..<5 {
      var pxy = px
      for j in 0..<5 where i &+ j < 5 {
        var pxyz = pxy
        for k in 0..<5 where i &+ j &+ k < 5 {
          sums[unchecked: Self.index(i, j, k)] &+= pxyz
          pxyz &*= z
        }
        pxy &*= y
      }
      px &*= x
    }
  }

  /// Halves the weight of all points.
  mutating func halve() {
    for n in 0..<35 { sums[unchecked: n] = sums[unchecked: n] &>> 1 }
  }

  /// The sum of xⁱ yʲ zᵏ; i, j, k ≥ 0 and i + j + k ≤ 4.
  mutating func sum(_ i: Int, _ j: Int, _ k: Int) -> Int64 { sums[unchecked: Self.index(i, j, k)] }

  /// Moves the origin to (x, y, z). Exact, because the results fit, even if an intermediate sum
  /// wraps.
  mutating func moveOrigin(to x: Int32, _ y: Int32, _ z: Int32) {
    moveOrigin(by: x) { p, a, b in Self.index(p, a, b) }
    moveOrigin(by: y) { p, a, b in Self.index(a, p, b) }
    moveOrigin(by: z) { p, a, b in Self.index(a, b, p) }
  }

  /// Moves the origin along one axis. `index` takes the power of that axis first.
  private mutating func moveOrigin(by c: Int32, index: (Int, Int, Int) -> Int) {
    let c = WideSum(word: c).bits
    for a in 0..<5 {
      for b in 0..<5 where a &+ b < 5 {
        let top = 4 &- a &- b
        var least = 1
        while least <= top {
          var power = top
          while power >= least {
            sums[unchecked: index(power, a, b)] &-= c &* sums[unchecked: index(power &- 1, a, b)]
            power &-= 1
          }
          least &+= 1
        }
      }
    }
  }

  /// The index of the first product of each degree: n (n + 1) (n + 2) / 6.
  private static let starts: InlineArray<5, Int> = [0, 1, 4, 10, 20]

  /// The index of a product, 0…34: by degree, then by falling power of x, then by falling power of
  /// y.
  @inline(__always)
  private static func index(_ i: Int, _ j: Int, _ k: Int) -> Int {
    let m = j &+ k
    return starts[unchecked: i &+ m] &+ (m &* (m &+ 1)) &>> 1 &+ k
  }
}
