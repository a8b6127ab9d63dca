import QuillonNumerics

extension SixAxisAHRS {
  /// Rotates the attitude by the rate, minus the bias, over a time step. Returns half of the turn,
  /// rad, each component within ±1.
  ///
  /// If samples are missing, their rate is assumed to be the mean of its neighbors: the turn is
  /// ω Δt + (ω₋ − ω) missing/2.
  @inline(__always)
  mutating func integrate(_ rate: Vector3<25>, over interval: SampleClock.Interval) -> Vector3<27> {
    let bias: Vector3<25> = Vector3(
      state.estimator.bias.x.converted(), state.estimator.bias.y.converted(),
      state.estimator.bias.z.converted())
    let last = state.rate
    state.rate = rate
    var turn = (
      x: Self.turn(rate.x, bias.x, interval), y: Self.turn(rate.y, bias.y, interval),
      z: Self.turn(rate.z, bias.z, interval)
    )
    if interval.missing != .zero {
      Self.add(last.x, less: rate.x, interval.missing, to: &turn.x)
      Self.add(last.y, less: rate.y, interval.missing, to: &turn.y)
      Self.add(last.z, less: rate.z, interval.missing, to: &turn.z)
    }
    let half = Vector3<27>(
      Self.halfAngle(turn.x), Self.halfAngle(turn.y), Self.halfAngle(turn.z))
    state.attitude = state.attitude &* Self.step(half.x.bits, half.y.bits, half.z.bits)
    return half
  }

  /// The specific force of a sample in the body frame at the end of the step, Q23 → Q21. It is
  /// assumed to have been measured when a quarter of the step's turn was still to come.
  ///
  /// A step assumes a constant rate since the sample before. If the gyroscope outputs its mean over
  /// that time and the accelerometer its latest value, the force belongs to the end of the step. If
  /// both output a mean, or both their latest value, it belongs to the middle. The filter can't
  /// know which, so it uses the point between the two: f − (θ/4) × f, whose direction is exact to
  /// (θ/4)³/3.
  ///
  /// For such a small correction 16 bits are enough: half the turn in Q14, rounded, × Q7 = Q21, two
  /// terms below 2²⁹ each; half of it.
  @inline(__always)
  static func turnedBack(_ f: Vector3<23>, half: Vector3<27>) -> Vector3<21> {
    assert(half.isWithin(Fixed(bits: 1 << 27)))
    let (x, y, z) = (f.x.bits &>> 16, f.y.bits &>> 16, f.z.bits &>> 16)
    let round: Int32 = 1 &<< 12
    let a = (half.x.bits &+ round) &>> 13
    let b = (half.y.bits &+ round) &>> 13
    let c = (half.z.bits &+ round) &>> 13
    return Vector3(
      Fixed(bits: f.x.bits &>> 2 &- (b &* z &- c &* y) &>> 1),
      Fixed(bits: f.y.bits &>> 2 &- (c &* x &- a &* z) &>> 1),
      Fixed(bits: f.z.bits &>> 2 &- (a &* y &- b &* x) &>> 1))
  }

  /// (ω − b) Δt. Q25 × Q33 = Q58, one term below 16.
  @inline(__always)
  private static func turn(
    _ rate: Fixed<25>, _ bias: Fixed<25>, _ interval: SampleClock.Interval
  ) -> WideSum {
    WideSum(rate.subtractingWithSaturation(bias).bits, times: interval.smoothed.bits)
  }

  /// (ω₋ − ω)/2 · missing. Q24 of the halves × Q33 is Q58 of half the difference.
  private static func add(
    _ last: Fixed<25>, less rate: Fixed<25>, _ missing: Fixed<33>, to turn: inout WideSum
  ) {
    turn.add((last.bits &>> 1) &- (rate.bits &>> 1), times: missing.bits)
  }

  /// Half the angle in Q27, clamped to ±1: a turn of more than 2 rad in one step is meaningless.
  ///
  /// The upper word of Q58, rounded, is the angle in Q26, hence half of it in Q27; below 2³¹.
  @inline(__always)
  private static func halfAngle(_ turn: WideSum) -> Fixed<27> {
    let half = turn.rounded(dropping: 32)
    return Fixed(bits: Swift.min(Swift.max(half, -(1 &<< 27)), 1 &<< 27))
  }

  /// The rotation with the half angle times the axis (x, y, z), Q27, each within ±1.
  ///
  /// With n = x² + y² + z²: cos √n = 1 − n/2 + n²/24, sin √n/√n = 1 − n/6 + n²/120. The omitted
  /// terms are below n³/720, 10⁻⁶ rad at 2000°/s about all three axes and 100 Hz.
  @inline(__always)
  private static func step(_ x: Int32, _ y: Int32, _ z: Int32) -> UnitQuaternion {
    assert(Swift.max(x.magnitude, y.magnitude, z.magnitude) <= 1 << 27)
    // Q27 × Q27 = Q54, three terms, at most 3; → Q29.
    var sum = WideSum(x, times: x)
    sum.add(y, times: y)
    sum.add(z, times: z)
    let n = sum.rounded(dropping: 25)
    // Q29 × Q29 = Q26 in the upper word; × 1/120 in Q36 = Q30.
    let fourth = WideSum(WideSum(n, times: n).words.high, times: 572_662_306).words.high
    // n in Q29 is n/2 in Q30; n²/24 is five times n²/120.
    let cosine = 1 &<< 30 &- n &+ 5 &* fourth
    // Q29 × 1/6 in Q33 = Q30.
    let ratio = 1 &<< 30 &- WideSum(n, times: 1_431_655_765).words.high &+ fourth
    // Q27 × Q30 = Q57 → Q30.
    return UnitQuaternion(
      uncheckedUnit: Fixed(bits: cosine),
      Fixed(bits: WideSum(x, times: ratio).rounded(dropping: 27)),
      Fixed(bits: WideSum(y, times: ratio).rounded(dropping: 27)),
      Fixed(bits: WideSum(z, times: ratio).rounded(dropping: 27)))
  }

  /// Rotates the specific force into the frame and adds it to the block.
  @inline(__always)
  mutating func addForce(_ force: Vector3<21>, _ matrix: RotationMatrix, twice: Bool) {
    let earth: Vector3<19> = matrix.rotateTruncating(force)
    assert(earth.isWithin(Fixed(bits: 830 << 19)) && state.block.body.count < 100)
    // Q19 → Q13, rounded: below 830 · 2¹³ each, and twice 100 of them below 2³¹.
    let shift: Int32 = twice ? 5 : 6
    let half: Int32 = 1 &<< (shift &- 1)
    state.block.earthForce.x.bits &+= (earth.x.bits &+ half) &>> shift
    state.block.earthForce.y.bits &+= (earth.y.bits &+ half) &>> shift
    state.block.earthForce.z.bits &+= (earth.z.bits &+ half) &>> shift
  }
}

extension SixAxisAHRS.BodySum {
  /// Counts a sample and adds its values in the body frame.
  ///
  /// Q23 → Q15 and Q25 → Q18, rounded: 256 · 2¹⁵ and 64 · 2¹⁸, and 100 of them below 2³¹.
  @inline(__always)
  mutating func add(_ force: Vector3<23>, _ rate: Vector3<25>) {
    assert(count < 100)
    count &+= 1
    self.force.x.bits &+= (force.x.bits &>> 7 &+ 1) &>> 1
    self.force.y.bits &+= (force.y.bits &>> 7 &+ 1) &>> 1
    self.force.z.bits &+= (force.z.bits &>> 7 &+ 1) &>> 1
    self.rate.x.bits &+= (rate.x.bits &>> 6 &+ 1) &>> 1
    self.rate.y.bits &+= (rate.y.bits &>> 6 &+ 1) &>> 1
    self.rate.z.bits &+= (rate.z.bits &>> 6 &+ 1) &>> 1
  }
}
