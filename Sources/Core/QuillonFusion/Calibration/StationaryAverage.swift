import QuillonNumerics

/// The mean readings of accelerometer and gyroscope while the board is held still.
///
/// The first sample is the anchor. The period lasts as long as both readings stay near it. A bias
/// does not matter, because nothing is compared with zero.
public struct StationaryAverage: Sendable {
  /// The tolerances for stillness.
  public struct Parameters: Equatable, Sendable {
    /// The most that each component of the specific force may move from the anchor, m/s², Q8.23.
    public var forceTolerance: Fixed<23>
    /// The most that each component of the angular rate may move from the anchor, rad/s, Q6.25.
    public var rateTolerance: Fixed<25>

    /// Parameters from their parts.
    public init(forceTolerance: Fixed<23>, rateTolerance: Fixed<25>) {
      self.forceTolerance = forceTolerance
      self.rateTolerance = rateTolerance
    }

    /// 0.5 m/s² and 0.05 rad/s (2.9 °/s): for a board on a table, with noise.
    public static var lying: Self {
      Self(forceTolerance: Fixed(bits: 1 &<< 22), rateTolerance: Fixed(bits: 1_677_722))
    }
  }

  /// The tolerances in use.
  public let parameters: Parameters
  /// The duration of the period, µs; stops at 2³² − 1.
  public private(set) var duration: UInt32 = 0
  /// The number of samples, 0…65,535. Further samples change nothing.
  public private(set) var count: Int32 = 0

  private var anchorForce = Vector3<23>.zero
  private var anchorRate = Vector3<25>.zero
  private var force = Sum3()
  private var rate = Sum3()

  /// A period that has not begun.
  public init(_ parameters: Parameters) { self.parameters = parameters }

  /// The mean specific force, m/s²; 0 before the first sample.
  public var meanForce: Vector3<23> { Vector3(steps: force.mean(of: count)) }

  /// The mean angular rate, rad/s; 0 before the first sample.
  public var meanRate: Vector3<25> { Vector3(steps: rate.mean(of: count)) }

  /// Adds a sample that comes `microseconds` after the one before. Returns false and changes
  /// nothing if the board is no longer still. An unknown rate counts as still.
  public mutating func extend(
    force f: Vector3<23>, rate w: Vector3<25>?, microseconds: UInt32
  ) -> Bool {
    if count == 0 {
      anchorForce = f
      anchorRate = w ?? .zero
    } else {
      let moved = f.subtractingWithSaturation(anchorForce)
      let turned = (w ?? anchorRate).subtractingWithSaturation(anchorRate)
      guard moved.isWithin(parameters.forceTolerance), turned.isWithin(parameters.rateTolerance)
      else { return false }
      let (sum, overflow) = duration.addingReportingOverflow(microseconds)
      duration = overflow ? .max : sum
    }
    guard count < 65_535 else { return true }
    count &+= 1
    force.add(f.steps)
    rate.add((w ?? .zero).steps)
    return true
  }

  /// Back to a period that has not begun.
  public mutating func reset() { self = StationaryAverage(parameters) }
}

/// Three sums of up to 65,535 words.
private struct Sum3: Sendable {
  private var x = WideSum()
  private var y = WideSum()
  private var z = WideSum()

  mutating func add(_ v: Vector3<0>) {
    x.add(v.x.bits, times: 1)
    y.add(v.y.bits, times: 1)
    z.add(v.z.bits, times: 1)
  }

  /// The sums divided by `count`, rounded; 0 for a count of 0.
  func mean(of count: Int32) -> Vector3<0> {
    guard count > 0 else { return .zero }
    let rank = 32 &- (count &- 1).leadingZeroBitCount
    let whole = Fixed<0>(bits: 1 &<< Int32(truncatingIfNeeded: rank))
    let factor: Fixed<30> = whole.divided(by: Fixed<0>(bits: count))
    func mean(_ sum: WideSum) -> Fixed<0> {
      // Divided by 2^rank ≥ count the sum fits a word. 2^rank / count is 1…2, Q1.30.
      Fixed<0>(bits: sum.rounded(dropping: rank)).multiplied(by: factor)
    }
    return Vector3(mean(x), mean(y), mean(z))
  }
}
