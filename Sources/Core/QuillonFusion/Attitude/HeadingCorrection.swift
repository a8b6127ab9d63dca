import QuillonNumerics

/// The heading of the 6-axis frame relative to magnetic north. It uses one magnetic field per
/// block, corrected for its delay, and ignores disturbed fields (after Laidig and Seel 2023,
/// sections 3.5 and 3.6).
///
/// Angles that wrap are 32-bit fractions of a turn, so their differences wrap correctly.
struct HeadingCorrection: Sendable {
  /// The rotation about the vertical from the 6-axis frame to the earth frame, as an angle; 2³² is
  /// a turn.
  private var angle: Int32 = 0
  /// Half of `angle` as sine and cosine.
  private(set) var half: (sine: Fixed<30>, cosine: Fixed<30>) = (.zero, .one)
  /// The delay of the field.
  private var delay = FieldDelay()
  /// Decides whether the field is the earth's.
  private(set) var monitor = FieldMonitor()
  private var count: UInt8 = 0
  /// False if the heading is not corrected.
  let isFollowing: Bool
  private var next = Slice.none

  /// The slices of a block, with the results of the slice before.
  private enum Slice {
    /// Process the next field.
    case take
    /// Measure a field that points in `direction`, a fraction of a turn. `climb` is as in
    /// ``FieldDelay``.
    case measure(direction: Int32, horizontal: Fixed<17>, up: Fixed<17>, climb: Fixed<12>)
    /// Compare the field with the reference, and correct the heading toward `direction`.
    case correct(direction: Int32, signature: FieldSignature, climb: Fixed<12>)
    /// Nothing left for this block.
    case none
  }

  /// An unknown heading.
  init(isFollowing: Bool) { self.isFollowing = isFollowing }

  /// 9 s of blocks. During this time, the gain is at least that of a mean.
  private static var startCount: UInt8 { 90 }
  /// 1 − e^(−0.1/9), Q30.
  private static var gain: Fixed<30> { Fixed(bits: 11_864_429) }

  /// True until the initial mean is complete.
  var isStarting: Bool { count < Self.startCount }

  /// The first slice. Transforms a field, any unit, body frame, into the 6-axis frame, corrected
  /// for its delay with `rate`, rad/s. Finds its direction.
  private func take(_ field: Vector3<19>, _ matrix: RotationMatrix, rate: Vector3<25>) -> Slice {
    let turning: Vector3<12> = rate.cross(field)
    let late: Vector3<19> = turning.multiplied(by: delay.value)
    let level: Vector3<17> = matrix.rotateTruncating(field.subtractingWithSaturation(late))
    // Q29 rad × 2³²/2π = Q61; → Q32 turns, where π wraps to −½.
    let radians = arctangent(y: level.x, x: level.y)
    // Q17 × Q17 = Q34 below 2⁶¹; the root of Q34 is Q17.
    var square = WideSum(level.x.bits, times: level.x.bits)
    square.add(level.y.bits, times: level.y.bits)
    let horizontal = integerSquareRoot(wide: UInt64(bitPattern: square.bits))
    return .measure(
      direction: WideSum(radians.bits, times: 683_565_276).wrapped(dropping: 29),
      horizontal: Fixed(bits: Int32(bitPattern: horizontal)), up: level.z,
      climb: turning.dot(Vector3(matrix.xAxis.z, matrix.yAxis.z, matrix.zAxis.z)))
  }

  /// The third slice. Compares the field with the reference and moves the heading toward it.
  private mutating func correct(
    toward direction: Int32, _ signature: FieldSignature, climb: Fixed<12>, isRotating: Bool,
    isAtRest: Bool
  ) {
    guard let inverse = Reciprocal(of: signature.norm.magnitude) else { return }
    let share = monitor.update(signature, inverse, isRotating: isRotating, isAtRest: isAtRest)
    if let error = monitor.dipError(of: signature) {
      delay.learn(climb: climb, inverse, error: error)
    }
    // Q30 × Q30 = Q60 → Q30.
    var gain = Fixed<30>(
      bits: WideSum(Self.gain.bits, times: share.bits).rounded(dropping: 30))
    if isStarting {
      count &+= 1
      if let reciprocal = Reciprocal(of: UInt32(count)) {
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
  @inline(__always)
  var isIdle: Bool { if case .none = next { true } else { false } }

  mutating func begin() {
    if isFollowing && isIdle { next = .take }
  }

  // Not inlined: most samples are idle and keep their registers.
  @inline(never)
  mutating func work(
    _ matrix: RotationMatrix, _ field: Vector3<19>?, rate: Vector3<25>, isRotating: Bool,
    isAtRest: Bool
  ) -> Bool {
    switch next {
    case .take:
      guard let field, field != .zero else { return false }
      next = take(field, matrix, rate: rate)
    case .measure(let direction, let horizontal, let up, let climb):
      let signature = FieldSignature(horizontal: horizontal, up: up)
      next = .correct(direction: direction, signature: signature, climb: climb)
    case .correct(let direction, let signature, let climb):
      correct(
        toward: direction, signature, climb: climb, isRotating: isRotating, isAtRest: isAtRest)
      next = .none
    case .none: return false
    }
    return true
  }

  /// Restarts the mean.
  mutating func restart() {
    count = 0
    next = .none
  }
}

extension UnitQuaternion {
  /// The attitude turned about the vertical by twice the angle with this sine and cosine.
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
