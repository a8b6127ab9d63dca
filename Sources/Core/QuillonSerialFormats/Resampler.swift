import QuillonFusion
import QuillonNumerics

/// Converts samples of any rate to exactly 100 a second.
///
/// The signal is interpolated linearly between samples. Each returned sample is its mean over
/// 10 ms, so no measured value is skipped. Its time is the middle of these 10 ms. It is returned when
/// they are over: 5 ms after the time it stands for, plus up to one sample period of the board.
public struct Resampler: Sendable {
  /// The time between two returned samples, µs.
  private static let period: UInt32 = 10_000
  /// The core treats a longer step as a gap, µs. No line is drawn across it.
  private static let longestStep: UInt32 = 100_000

  private var last = InertialSample.nothing
  private var next = InertialSample.nothing
  private var hasNext = false
  /// The time from `last` to `next`, µs; 0 if there is no line between them.
  private var step: UInt32 = 0
  /// The part of `step` that is averaged, µs.
  private var averaged: UInt32 = 0
  /// The mean over the first part of the current 10 ms.
  private var mean = InertialSample.nothing
  /// The length of that part, µs.
  private var filled: UInt32 = 0
  /// The time at which the current 10 ms begin, µs.
  private var start: UInt32 = 0

  /// A resampler without samples.
  public init() {}

  /// Adds the next sample. Call `take()` until it returns nil first.
  ///
  /// After a step of more than 100 ms, and after a time that goes back, it starts again.
  ///
  /// - Parameter sample: The next sample of the board, of the same kind as the one before.
  public mutating func push(_ sample: InertialSample) {
    last = next
    next = sample
    step = next.timestamp &- last.timestamp
    averaged = 0
    if !hasNext || step > Self.longestStep { (step, filled, start) = (0, 0, next.timestamp) }
    hasNext = true
  }

  /// The next sample that is complete; nil if there is none.
  public mutating func take() -> InertialSample? {
    while averaged < step {
      let part = Swift.min(step &- averaged, Self.period &- filled)
      // The mean of a straight line is the value at its middle.
      var middle = next
      middle.mix(with: last, Share(2 &* (step &- averaged) &- part, of: 2 &* step))
      averaged &+= part
      if filled == 0 {
        mean = middle
      } else {
        // A field that is sent less often belongs to the mean that it is in.
        if mean.magneticField == nil { mean.magneticField = middle.magneticField }
        mean.mix(with: middle, Share(part, of: filled &+ part))
        mean.pen = next.pen
      }
      filled &+= part
      guard filled == Self.period else { continue }
      filled = 0
      mean.timestamp = start &+ Self.period / 2
      start &+= Self.period
      return mean
    }
    return nil
  }
}

extension InertialSample {
  /// What the samples and their mean are before the first one.
  fileprivate static var nothing: Self {
    Self(timestamp: 0, acceleration: .linear(.zero), pen: .up)
  }

  /// Moves toward `other` by `share`. Values that only one of them has stay as they are, and so do
  /// the time, the pen and an acceleration of another kind.
  @inline(never)
  fileprivate mutating func mix(with other: Self, _ share: Share) {
    switch (acceleration, other.acceleration) {
    case (.specificForce(let to), .specificForce(let from)):
      acceleration = .specificForce(share.mix(to, from))
    case (.linear(let to), .linear(let from)): acceleration = .linear(share.mix(to, from))
    default: break
    }
    if let to = angularRate, let from = other.angularRate { angularRate = share.mix(to, from) }
    if let to = magneticField, let from = other.magneticField {
      magneticField = share.mix(to, from)
    }
    if let to = attitude, let from = other.attitude { attitude = share.mix(to, from) }
  }
}

/// A part of a whole, 0…1, Q1.30.
private struct Share {
  private let bits: Int32

  /// `part` / `whole`: 0 ≤ `part` ≤ `whole` ≤ 200,000 µs, `whole` above 0.
  init(_ part: UInt32, of whole: UInt32) {
    assert(part <= whole && whole > 0 && whole <= 200_000)
    let quotient: Fixed<30> = Fixed<0>(bits: Int32(bitPattern: part)).divided(
      by: Fixed<0>(bits: Int32(bitPattern: whole)))
    // The quotient may be 1 ulp off.
    bits = Swift.min(quotient.bits, 1 &<< 30)
  }

  /// The weighted mean: Qf × Q1.30, two terms, weights that sum to 2³⁰: below 2⁶¹; → Qf.
  @inline(never)
  func mix(_ to: Int32, _ from: Int32) -> Int32 {
    var sum = WideSum(to, times: 1 &<< 30 &- bits)
    sum.add(from, times: bits)
    return sum.rounded(dropping: 30)
  }

  @inline(__always)
  func mix<let f: Int>(_ to: Vector3<f>, _ from: Vector3<f>) -> Vector3<f> {
    Vector3(
      Fixed(bits: mix(to.x.bits, from.x.bits)), Fixed(bits: mix(to.y.bits, from.y.bits)),
      Fixed(bits: mix(to.z.bits, from.z.bits)))
  }

  /// Interpolates linearly with the nearer of the quaternions `from` and −`from`, and normalizes.
  ///
  /// Q1.30 × Q1.30 = Q60, four terms: attitudes have norm 1, so the sum is at most 2⁶⁰.
  func mix(_ to: UnitQuaternion, _ from: UnitQuaternion) -> UnitQuaternion {
    var product = WideSum(to.w.bits, times: from.w.bits)
    product.add(to.x.bits, times: from.x.bits)
    product.add(to.y.bits, times: from.y.bits)
    product.add(to.z.bits, times: from.z.bits)
    let sign: Int32 = product.words.high < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<30>(bits: mix(to.w.bits, sign &* from.w.bits)),
      Fixed(bits: mix(to.x.bits, sign &* from.x.bits)),
      Fixed(bits: mix(to.y.bits, sign &* from.y.bits)),
      Fixed(bits: mix(to.z.bits, sign &* from.z.bits))) ?? to
  }
}
