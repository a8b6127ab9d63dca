import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Notices that a sensor has come to the end of its range.
///
/// If the range is known, a reading of 99 % of it or more is clipped. If it is not, and for linear accelerations,
/// from which gravity was removed, the shape of the signal decides: a clipped component stays for some samples at the greatest value that
/// it has ever had, to the last bit, which no hand and no noise does. Or, once a calibration has mixed the axes, it runs into that value at
/// speed and stays within 0.1 % a sample. Of a board that sends each sample more than once, only the first counts.
public struct ClippingWatch: Sendable {
  /// How many samples in a row at the greatest value mean that it is the end of the range.
  private static let run = 3
  /// How many small steps in a row near the greatest value, after a step of at least five times as much.
  private static let flatRun = 4
  /// How long a warning stands after the last clipped sample, µs.
  private static let period: UInt32 = 2_000_000
  /// No common sensor's range ends below: 1.5 g of 2, m/s² in Q8.23, and 4 of 4.36 rad/s in Q6.25.
  private static let least = (force: UInt32(15 << 23), rate: UInt32(4 << 25))

  /// The sensors' full scales, as far as they are known.
  public var range: SensorRange
  /// How many samples had a component at the end of its range, and of which sensor.
  public private(set) var counts = Counts()
  private var force = [Axis](repeating: Axis(), count: 3)
  private var rate = [Axis](repeating: Axis(), count: 3)
  private var last: InertialSample?
  /// How many samples came, and how many of them were the one before to the last bit.
  private var (total, repeats) = (0, 0)
  private var lastClipped: UInt32?
  private var lastSensors = ""

  /// How many samples were clipped.
  public struct Counts: Equatable, Sendable {
    /// Samples with a clipped component.
    public var samples = 0
    /// Of these, with one of the accelerometer.
    public var accelerometer = 0
    /// Of these, with one of the gyroscope.
    public var gyroscope = 0
  }

  private struct Axis {
    var greatest: UInt32 = 0
    var length = 0
    var last: UInt32 = 0
    /// The last step that was not small, and how many small ones followed.
    var entry: UInt32 = 0
    var flat = 0

    /// Adds a component's magnitude; true when it is at the end of the range.
    mutating func add(_ magnitude: UInt32, least: UInt32) -> Bool {
      length = magnitude > greatest ? 1 : magnitude == greatest ? length + 1 : 0
      greatest = max(greatest, magnitude)
      let step = magnitude > last ? magnitude - last : last - magnitude
      let isNear = magnitude >= greatest - greatest / 200
      let isSmall = step <= magnitude / 1_000 && step <= entry / 5
      last = magnitude
      if isNear, isSmall { flat += 1 } else { (flat, entry) = (0, step) }
      return magnitude >= least
        && (length >= ClippingWatch.run || flat >= ClippingWatch.flatRun)
    }
  }

  /// A watch that has seen nothing.
  public init(range: SensorRange = SensorRange()) { self.range = range }

  /// Adds a sample as the board sent it. Returns which sensors are clipped now or were within the
  /// last two seconds, in words, or nil for none.
  @discardableResult
  public mutating func add(_ sample: InertialSample) -> String? {
    let isAgain =
      last.map { $0.acceleration == sample.acceleration && $0.angularRate == sample.angularRate }
      ?? false
    last = sample
    total += 1
    if isAgain { repeats += 1 }
    // A board that lies still to the last bit repeats nearly all.
    if isAgain, total >= 12, 4 * repeats > total, 10 * repeats < 9 * total {
      return lastWarning(at: sample.timestamp)
    }
    let isForceClipped =
      switch sample.acceleration {
      case .specificForce(let vector):
        Self.isClipped(vector.magnitudes, vector.limit(range.force), &force, Self.least.force)
      case .linear(let vector): Self.isClipped(vector.magnitudes, nil, &force, Self.least.force)
      }
    let isRateClipped =
      sample.angularRate.map {
        Self.isClipped($0.magnitudes, $0.limit(range.rate), &rate, Self.least.rate)
      } ?? false
    if isForceClipped || isRateClipped {
      counts.samples += 1
      if isForceClipped { counts.accelerometer += 1 }
      if isRateClipped { counts.gyroscope += 1 }
      lastSensors = [isForceClipped ? "accelerometer" : nil, isRateClipped ? "gyroscope" : nil]
        .compactMap(\.self).joined(separator: " and ")
      lastClipped = sample.timestamp
    }
    return lastWarning(at: sample.timestamp)
  }

  private func lastWarning(at timestamp: UInt32) -> String? {
    guard let lastClipped, timestamp &- lastClipped <= Self.period else { return nil }
    return lastSensors
  }

  /// The greatest values at which the shape showed the end of an unknown range, g and °/s; nil for a sensor that was not clipped.
  public var foundRange: SensorRange {
    func found(_ axes: [Axis], _ known: Double?, _ clipped: Int, _ unit: Double) -> Double? {
      guard known == nil, clipped > 0, let greatest = axes.map(\.greatest).max() else { return nil }
      return (Double(greatest) / unit * 1_000).rounded() / 1_000
    }
    return SensorRange(
      g: found(force, range.force, counts.accelerometer, 0x1p23 * 9.80665),
      degrees: found(rate, range.rate, counts.gyroscope, 0x1p25 * .pi / 180))
  }

  /// True if a component is at the end of the range: at `limit`, or, where this is nil, by its shape.
  private static func isClipped(
    _ magnitudes: SIMD3<UInt32>, _ limit: UInt32?, _ axes: inout [Axis], _ least: UInt32
  ) -> Bool {
    if let limit { return magnitudes.max() >= limit }
    var isClipped = false
    // Every axis has to see its component.
    for axis in axes.indices where axes[axis].add(magnitudes[axis], least: least) {
      isClipped = true
    }
    return isClipped
  }
}

extension Vector3 {
  fileprivate var magnitudes: SIMD3<UInt32> {
    SIMD3(x.bits.magnitude, y.bits.magnitude, z.bits.magnitude)
  }

  /// The magnitude from which on a component counts as clipped, in steps of the format; nil for an unknown range.
  fileprivate func limit(_ fullScale: Double?) -> UInt32? {
    fullScale.map { Fixed<fractionBits>($0 * SensorRange.clippedShare).bits.magnitude }
  }
}
