import QuillonNumerics

extension SixAxisAHRS {
  /// Low-passes the sum of a block's specific force.
  ///
  /// The sum is scaled by the nominal number of samples in a block, not by the actual one, so that
  /// every sample has the same weight. Ten times the period, Q33 → Q28, is a sample's part of a
  /// block; Q13 × Q28 = Q41 → Q20, clamped to ±480 m/s², which leaves the low-pass its headroom.
  mutating func averageForce(_ sum: Vector3<13>) {
    let share = (state.clock.period &>> 5) &* 10
    state.averagedForce = state.gravity.step(
      Vector3(
        Self.scaled(sum.x, by: share), Self.scaled(sum.y, by: share),
        Self.scaled(sum.z, by: share)), coefficients.gravity)
  }

  private static func scaled(_ sum: Fixed<13>, by share: Int32) -> Fixed<20> {
    let limit = Fixed<20>(bits: 480 &<< 20)
    let scaled = Fixed<20>(bits: WideSum(sum.bits, times: share).saturated(dropping: 21))
    return scaled.clamped(to: limit.negatedWithSaturation...limit)
  }

  /// Turns the frame so that the averaged force points up, if the force of the block is usable. The
  /// low-pass is turned in the next slice.
  ///
  /// Once per block, usable or not, the attitude is renormalized to norm 1. The products since the
  /// last block have changed its norm.
  mutating func level() {
    if !state.closed.isSpoiled { turnUpward(state.averagedForce) }
    state.attitude = state.attitude.renormalized
    state.work = state.hasTilt ? .turnMemory : .stillness
  }

  /// Turns the frame so that the first force points up. Q23 → Q20, toward −∞.
  mutating func levelAtOnce(_ force: Vector3<23>) {
    turnUpward(
      Vector3(
        Fixed(bits: force.x.bits &>> 3), Fixed(bits: force.y.bits &>> 3),
        Fixed(bits: force.z.bits &>> 3)))
    state.isLevelled = state.hasTilt
    state.hasTilt = false
  }

  /// Turns the frame by the smallest rotation that makes `force` point up. Does nothing in free
  /// fall, below 1/16 of gravity.
  private mutating func turnUpward(_ force: Vector3<20>) {
    let square = force.squaredNorm
    state.hasTilt = false
    // Q20 × Q20 = Q40; (9.80665/16)² = 0.375665.
    guard square.bits >= 413_048_655_079, let root = ReciprocalRoot(of: square) else { return }
    let (x, y, z) = (
      root.ratio(of: force.x.bits), root.ratio(of: force.y.bits), root.ratio(of: force.z.bits)
    )
    state.turn = Self.rotation(toUpFrom: x, y, z)
    state.attitude = state.turn &* state.attitude
    state.tilt = (x, y)
    state.hasTilt = true
  }

  /// The smallest rotation that turns the direction (x, y, z) up: (c, y/2c, −x/2c, 0) with c =
  /// √((1 + z)/2).
  static func rotation(toUpFrom x: Fixed<30>, _ y: Fixed<30>, _ z: Fixed<30>)
    -> UnitQuaternion
  {
    // (1 + z)/2, Q30, 0…1; as Q60 its root is Q30 again.
    let half = Int32(truncatingIfNeeded: (z.bits &>> 1) &+ 1 &<< 29)
    guard half >= 16, let root = ReciprocalRoot(of: WideSum(word: half, shiftedLeft: 30)) else {
      return UnitQuaternion(uncheckedUnit: .zero, .one, .zero, .zero)
    }
    let (c, turnX, turnY) = (
      root.ratio(of: half), root.ratio(of: y.bits &>> 1), root.ratio(of: 0 &- x.bits &>> 1)
    )
    // Near a half turn the quotients are coarse.
    if half < 1 &<< 20 {
      return UnitQuaternion(normalizing: c, turnX, turnY, .zero) ?? .identity
    }
    return UnitQuaternion(uncheckedUnit: c, turnX, turnY, .zero)
  }
}
