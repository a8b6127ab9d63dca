import QuillonNumerics

/// The state of the stroke that is being written, except its points.
package struct OpenStroke: Sendable {
  /// How many points are stored.
  package var points = 0
  /// How many slots are stored: points, pen marks and biases.
  var slots = 0
  /// The index of the slot that holds the bias of the current run.
  package var bias = 0
  /// Ticks of 32 µs in the current run.
  package var runTicks: UInt32 = 0
  /// Elapsed time that does not fill a tick yet, µs.
  package var remainder: UInt32 = 0
  /// The largest exponent of the points.
  var exponent: Int32 = 0
  /// An upper bound on the drift of the points, in half the unit of positions: m in Q9.22.
  private var drift: Int32 = 0
  /// The mean attitude of the points in space.
  package var attitudes = AttitudeMean()

  /// The ticks of a point that comes `microseconds` after the last one. The rounding remainder is
  /// carried to the next point, so that errors do not add up.
  mutating func ticks(after microseconds: UInt32) -> UInt32 {
    guard points > 0 else { return 0 }
    let elapsed = remainder &+ Swift.min(microseconds, InkPoint.tick &* InkPoint.maximumTicks)
    remainder = elapsed & (InkPoint.tick &- 1)
    runTicks &+= elapsed &>> 5
    return elapsed &>> 5
  }

  /// Ends the current run, which began and ended at rest. Returns the constant acceleration error
  /// that explains why the velocity is not 0: ∫ a dt / T, as if it acted in a quarter of the time,
  /// which makes it four times as large; m/s², Q10.21.
  ///
  /// T/4: ticks of 32 µs, below 2²³, as UQ23.0 × Q.30 = Q.30, one term below 2⁵³. 8 µs · 2³⁰ =
  /// 8,589.934592 is rounded to 8,796,093 · 2⁻¹⁰, within 10⁻⁷; in Q8.23. Q8.23 / Q8.23 → Q10.21.
  ///
  /// Drift: at most |∫ a dt| (T + Δt) / 2 under any rule. Δt is at most 131 ms, 4 · 0.03275 s. Half
  /// of the bound is stored, in half the unit: Q8.23 × Q8.23 = Q.46 → Q9.22.
  mutating func endRun(impulse: Vector3<23>) -> Vector3<21> {
    assert(runTicks < 1 << 23)
    let quarter = Fixed<23>(
      bits: WideSum(Int32(truncatingIfNeeded: runTicks), times: 8_796_093).rounded(dropping: 17))
    runTicks = 0
    guard quarter > .zero else { return .zero }
    let length = Self.sum(Self.sum(Self.sum(.zero, impulse.x), impulse.y), impulse.z)
    let longest = quarter.addingWithSaturation(Fixed(bits: 274_750))
    drift = Swift.max(drift, WideSum(length.bits, times: longest.bits).saturated(dropping: 24))
    return Vector3(
      impulse.x.divided(by: quarter), impulse.y.divided(by: quarter),
      impulse.z.divided(by: quarter))
  }

  /// `length` and the magnitude of `component`. Not inlined: it is used for each axis.
  @inline(never)
  private static func sum(_ length: Fixed<23>, _ component: Fixed<23>) -> Fixed<23> {
    length.addingWithSaturation(component.magnitudeWithSaturation)
  }

  /// How many bits must be dropped from coordinates in the plane so that 16 bits hold them, before
  /// and after drift removal.
  ///
  /// Half of √3 · 2¹⁵ · 2^exponent (28,378 · 2¹⁵ is below 2³⁰) and the drift, up to 2³⁰.
  var shift: Int32 {
    assert(exponent >= 0 && exponent <= 15 && drift >= 0)
    let reach = 28_378 &<< exponent &+ Swift.min(drift, 1 &<< 30)
    return Swift.max(17 &- Int32(truncatingIfNeeded: reach.leadingZeroBitCount), 0)
  }
}
