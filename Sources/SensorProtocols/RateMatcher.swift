import FixedPoint
import Geometry
import Motion

/// Brings samples of another rate near 100 a second by powers of two: 18 to 1,130 a second become 71 to 141.
///
/// Of many samples the means of two, four or eight are taken; between few of them one or three are put, on the straight
/// line from one to the next. What begins and ends letters counts samples, and goes wrong by more.
struct RateMatcher: Sendable {
  /// Where the core sees a gap, µs: no means are taken across it.
  private static let longestStep: UInt32 = 100_000
  /// 49 steps of 100 a second, and √2 times as long, µs.
  private static let span: UInt32 = 692_965

  /// How often two samples become one.
  private(set) var halvings = 0
  /// How often a sample is put between two.
  private(set) var doublings: Int32 = 0
  private var waiting = InlineArray<3, InertialSample?>(repeating: nil)
  private var last: InertialSample?
  private var next: InertialSample?
  /// How many samples of the line from `last` to `next` have been given, and how many there are.
  private var given: Int32 = 0

  /// A matcher that leaves samples as they are.
  init() {}

  /// Decides how to go about it, by the time that 50 samples took, µs.
  mutating func choose(for span: UInt32) {
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

  /// Takes the next sample. Then ask for samples until there is none.
  mutating func push(_ sample: InertialSample) {
    var sample = sample
    if let last, sample.timestamp &- last.timestamp > Self.longestStep { self.last = nil }
    var level = 0
    while level < halvings, level >= 0, level < 3 {
      guard let held = waiting[level], sample.timestamp &- held.timestamp <= Self.longestStep else {
        waiting[level] = sample
        return
      }
      waiting[level] = nil
      sample = held.mixed(with: sample, share: 1, of: 1)
      level &+= 1
    }
    next = sample
    given = last == nil ? 1 &<< doublings &- 1 : 0
  }

  /// The next sample that is due.
  mutating func take() -> InertialSample? {
    guard let next else { return nil }
    given &+= 1
    guard given < 1 &<< doublings, let last else {
      (self.last, self.next) = (next, nil)
      return next
    }
    return last.mixed(with: next, share: given, of: doublings)
  }
}

extension InertialSample {
  /// The sample that stands `share` / 2^`bits` of the way to `other`; what only one of them holds is the other's, as are
  /// the pen and an acceleration of another kind.
  fileprivate func mixed(with other: Self, share: Int32, of bits: Int32) -> Self {
    let way = Way(share: share, bits: bits)
    var sample = other
    let time = Int32(bitPattern: other.timestamp &- timestamp)
    sample.timestamp = timestamp &+ UInt32(bitPattern: (time &* share) &>> bits)
    switch (acceleration, other.acceleration) {
    case (.specificForce(let from), .specificForce(let to)):
      sample.acceleration = .specificForce(way.mix(from, to))
    case (.linear(let from), .linear(let to)): sample.acceleration = .linear(way.mix(from, to))
    default: break
    }
    if let from = angularRate, let to = other.angularRate { sample.angularRate = way.mix(from, to) }
    if let from = magneticField, let to = other.magneticField {
      sample.magneticField = way.mix(from, to)
    }
    if let from = attitude, let to = other.attitude { sample.attitude = way.mix(from, to) }
    return sample
  }
}

/// How far one sample's numbers go toward another's.
private struct Way {
  var share: Int32
  var bits: Int32

  /// Qf × Q(bits), two terms, the weights together 2^bits: below 2³⁴; → Qf.
  func mix(_ from: Int32, _ to: Int32) -> Int32 {
    var sum = WideSum(from, times: 1 &<< bits &- share)
    sum.add(to, times: share)
    return sum.rounded(dropping: Int(truncatingIfNeeded: bits))
  }

  func mix<let f: Int>(_ from: Vector3<f>, _ to: Vector3<f>) -> Vector3<f> {
    Vector3(
      Fixed(bits: mix(from.x.bits, to.x.bits)), Fixed(bits: mix(from.y.bits, to.y.bits)),
      Fixed(bits: mix(from.z.bits, to.z.bits)))
  }

  /// Along the chord, of the two quaternions of `to` by the nearer one.
  ///
  /// Q1.30 × Q1.30 = Q60, four terms: attitudes have norm 1, so the sum is at most 2⁶⁰.
  func mix(_ from: UnitQuaternion, _ to: UnitQuaternion) -> UnitQuaternion {
    var product = WideSum(from.w.bits, times: to.w.bits)
    product.add(from.x.bits, times: to.x.bits)
    product.add(from.y.bits, times: to.y.bits)
    product.add(from.z.bits, times: to.z.bits)
    let sign: Int32 = product.words.high < 0 ? -1 : 1
    return UnitQuaternion(
      normalizing: Fixed<30>(bits: mix(from.w.bits, sign &* to.w.bits)),
      Fixed(bits: mix(from.x.bits, sign &* to.x.bits)),
      Fixed(bits: mix(from.y.bits, sign &* to.y.bits)),
      Fixed(bits: mix(from.z.bits, sign &* to.z.bits))) ?? to
  }
}
