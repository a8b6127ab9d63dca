import FixedPoint
import Geometry

/// The heading of the 6-axis frame against magnetic north, from one magnetic field a block, with
/// disturbed fields left out (Laidig and Seel 2023, sections 3.5 and 3.6).
///
/// Angles that wrap are 32-bit fractions of a turn, whose differences wrap by themselves.
struct HeadingCorrection: Sendable {
  /// What turns a vector of the 6-axis frame into the earth's, as an angle about the vertical; 2³² is
  /// a turn.
  private(set) var angle: Int32 = 0
  /// Half of it as a rotation.
  private(set) var half: (sine: Fixed<30>, cosine: Fixed<30>) = (.zero, .one)
  /// Whether the field is the earth's.
  private(set) var monitor = FieldMonitor()
  private var direction: Int32 = 0
  private var count: UInt32 = 0
  private var next = Slice.none
  /// False to leave the heading as it is.
  let isFollowing: Bool

  /// The slices of a block.
  private enum Slice: UInt8 {
    /// The next field is to be measured.
    case measure
    /// The heading is to be corrected.
    case correct
    /// Done for this block.
    case none
  }

  /// A heading of which nothing is known.
  init(isFollowing: Bool) { self.isFollowing = isFollowing }

  /// 9 s of blocks: so long the gain is at least that of a mean.
  private static var startCount: UInt32 { 90 }
  /// 1 − e^(−0.1/9), Q30.
  private static var gain: Fixed<30> { Fixed(bits: 11_864_429) }

  /// True until the start's mean is complete.
  var isStarting: Bool { count < Self.startCount }

  /// The first half of a block's work: `field` in the 6-axis frame, any unit, Q17.
  private mutating func measure(_ field: Vector3<17>) {
    // Q29 rad × 2³²/2π = Q61; → Q32 turns, where π wraps to −½.
    let radians = arctangent(y: field.x, x: field.y)
    direction = WideSum(radians.bits, times: 683_565_276).rounded(dropping: 29)
    monitor.measure(field)
  }

  /// The second half: decides about the field and moves the heading toward it. `isRotating` tells
  /// that the board turns by 20°/s or more.
  private mutating func correct(isRotating: Bool) {
    monitor.judge(isRotating: isRotating)
    var gain =
      switch monitor.trust() {
      case .full: Self.gain
      case .half: Fixed<30>(bits: Self.gain.bits &>> 1)
      case .none: Fixed<30>.zero
      }
    if isStarting {
      count &+= 1
      if let reciprocal = Reciprocal(of: count) {
        gain = Swift.max(gain, reciprocal.quotient(of: 1))
      }
    }
    // Q32 × Q30 = Q62 → Q32, |gain| ≤ 1.
    angle &+= WideSum(direction &- angle, times: gain.bits).rounded(dropping: 30)
    // Q32 turns × π in Q29 = Q61 → Q29 rad of the half angle.
    half = sineAndCosine(
      of: Fixed(bits: WideSum(angle, times: 1_686_629_713).rounded(dropping: 32)))
  }

}

extension HeadingCorrection: FieldFollower {
  mutating func begin() { next = isFollowing ? .measure : .none }

  @inline(__always)
  mutating func work(_ matrix: RotationMatrix, _ field: Vector3<19>?, isRotating: Bool) -> Bool {
    switch next {
    case .measure:
      guard let field, field != .zero else { return false }
      measure(matrix.rotateTruncating(field))
      next = .correct
    case .correct:
      correct(isRotating: isRotating)
      next = .none
    case .none: return false
    }
    return true
  }

  /// Starts the mean again.
  mutating func restart() {
    count = 0
    next = .none
  }
}

extension UnitQuaternion {
  /// The attitude turned about the vertical by twice the angle whose sine and cosine are given.
  ///
  /// Q1.30 × Q1.30 = Q28 by short products, two terms, → Q30: within 1.5 · 10⁻⁸.
  func turnedAboutVertical(_ half: (sine: Fixed<30>, cosine: Fixed<30>)) -> Self {
    Self(
      uncheckedUnit: Self.combined(half.cosine, w, half.sine, z.negatedWithSaturation),
      Self.combined(half.cosine, x, half.sine, y.negatedWithSaturation),
      Self.combined(half.cosine, y, half.sine, x), Self.combined(half.cosine, z, half.sine, w))
  }

  @inline(__always)
  private static func combined(_ a: Fixed<30>, _ b: Fixed<30>, _ c: Fixed<30>, _ d: Fixed<30>)
    -> Fixed<30>
  {
    Fixed(bits: (shortProduct(a.bits, b.bits) &+ shortProduct(c.bits, d.bits)) &<< 2)
  }
}
