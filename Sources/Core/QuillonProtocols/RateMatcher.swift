import QuillonFusion
import QuillonNumerics

/// Converts samples of other rates to about 100 a second by powers of two: 18 to 1,130 a second
/// become 71 to 141.
///
/// For higher rates it averages two, four or eight samples. For lower rates it interpolates one or
/// three samples linearly between two. The detection of letters counts samples and needs a rate in
/// this range.
struct RateMatcher: Sendable {
  /// The core treats a longer step as a gap, µs. No means are taken across it.
  private static let longestStep: UInt32 = 100_000
  /// √2 times 49 steps of 100 a second, µs.
  private static let span: UInt32 = 692_965

  /// True once the conversion is chosen.
  private(set) var isChosen = false
  /// How many times two samples are averaged to one.
  private var halvings = 0
  /// How many times a sample is interpolated between two.
  private var doublings: Int32 = 0
  /// At each halving the first of two samples, if the bit of its level is set.
  private var held = InlineArray<3, InertialSample>(repeating: .nothing)
  private var levels: UInt32 = 0
  private var last = InertialSample.nothing
  private var hasLast = false
  private var next = InertialSample.nothing
  /// How many samples between `last` and `next` are still to be returned.
  private var left: Int32 = 0

  /// A matcher that does not change samples.
  init() {}

  /// Chooses the conversion from the time that 50 samples took, µs.
  mutating func choose(for span: UInt32) {
    isChosen = true
    var shortest = Self.span &>> 1
    while halvings < 3, span < shortest {
      halvings &+= 1
      shortest &>>= 1
    }
    var longest = Self.span
    while doublings < 2, span > longest {
      doublings &+= 1
      longest &<<= 1
    }
  }

  /// Takes the next sample. Call `take()` until it returns nil first.
  mutating func push(_ sample: InertialSample) {
    next = sample
    var level = 0
    while level < halvings, level >= 0, level < 3 {
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: level)
      guard levels & bit != 0, next.timestamp &- held[level].timestamp <= Self.longestStep else {
        held[level] = next
        levels |= bit
        return
      }
      levels &= ~bit
      next.mix(with: held[level], Share(count: 1, bits: 1))
      level &+= 1
    }
    if next.timestamp &- last.timestamp > Self.longestStep { hasLast = false }
    left = hasLast ? 1 &<< doublings : 1
  }

  /// The next sample that is due; nil if there is none.
  mutating func take() -> InertialSample? {
    guard left > 0 else { return nil }
    left &-= 1
    var sample = next
    if left > 0 {
      sample.mix(with: last, Share(count: left, bits: doublings))
    } else {
      (last, hasLast) = (next, true)
    }
    return sample
  }
}

extension InertialSample {
  /// A placeholder where there is no sample yet.
  fileprivate static var nothing: Self {
    Self(timestamp: 0, acceleration: .linear(.zero), pen: .up)
  }

  /// Moves toward `other` by `share`. Values that only one of them has stay as they are, and so do
  /// the pen and an acceleration of another kind.
  @inline(never)
  fileprivate mutating func mix(with other: Self, _ share: Share) {
    let time = Int32(bitPattern: other.timestamp &- timestamp)
    timestamp &+= UInt32(bitPattern: (time &* share.count) &>> share.bits)
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

/// `count` / 2^`bits`.
private struct Share {
  var count: Int32
  var bits: Int32

  /// The weighted mean: Qf × Q(bits), two terms, weights that sum to 2^bits: below 2³⁴; → Qf.
  @inline(never)
  func mix(_ to: Int32, _ from: Int32) -> Int32 {
    var sum = WideSum(to, times: 1 &<< bits &- count)
    sum.add(from, times: count)
    return sum.rounded(dropping: Int(truncatingIfNeeded: bits))
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
