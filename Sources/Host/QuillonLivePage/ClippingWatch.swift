import QuillonFusion
import QuillonNumerics

/// Detects when a sensor reaches the end of its range, without knowing the range. A component then
/// keeps its greatest value exactly for several samples. No hand and no noise does that.
public struct ClippingWatch: Sendable {
  /// This many samples in a row at the greatest value mean the end of the range.
  private static let run = 3
  /// How long a warning lasts after the last clipped sample, µs.
  private static let period: UInt32 = 2_000_000
  /// Smaller values are never the end of a common sensor's range: 1.5 g of 2 g, m/s² in Q8.23, and
  /// 4 of 4.36 rad/s in Q6.25.
  private static let least = (force: UInt32(15 << 23), rate: UInt32(4 << 25))

  private var force = [Axis](repeating: Axis(), count: 3)
  private var rate = [Axis](repeating: Axis(), count: 3)
  private var lastClipped: UInt32?
  private var lastSensors = ""
  /// The number of samples with a component at the end of its range.
  public private(set) var count = 0

  private struct Axis {
    var greatest: UInt32 = 0
    var length = 0

    /// Takes the magnitude of a component. True if it is at the end of the range.
    mutating func add(_ magnitude: UInt32, least: UInt32) -> Bool {
      length = magnitude > greatest ? 1 : magnitude == greatest ? length + 1 : 0
      greatest = max(greatest, magnitude)
      return length >= ClippingWatch.run && magnitude >= least
    }
  }

  /// Creates a watch without samples.
  public init() {}

  /// Takes a sample.
  ///
  /// - Parameter sample: The sample as the board sent it.
  /// - Returns: The names of the sensors that are clipped now or were within the last two seconds.
  ///   Nil for none.
  public mutating func add(_ sample: InertialSample) -> String? {
    let acceleration: Vector3<23> =
      switch sample.acceleration {
      case .linear(let vector), .specificForce(let vector): vector
      }
    var sensors: [String] = []
    if Self.isClipped(acceleration.magnitudes, &force, Self.least.force) {
      sensors.append("accelerometer")
    }
    if let angularRate = sample.angularRate,
      Self.isClipped(angularRate.magnitudes, &rate, Self.least.rate)
    {
      sensors.append("gyroscope")
    }
    if !sensors.isEmpty {
      count += 1
      lastSensors = sensors.joined(separator: " and ")
      lastClipped = sample.timestamp
    }
    guard let lastClipped, sample.timestamp &- lastClipped <= Self.period else { return nil }
    return lastSensors
  }

  private static func isClipped(
    _ magnitudes: [UInt32], _ axes: inout [Axis], _ least: UInt32
  ) -> Bool {
    // No short cut here: every axis must see its component.
    magnitudes.indices.map { axes[$0].add(magnitudes[$0], least: least) }.contains(true)
  }
}

extension Vector3 {
  fileprivate var magnitudes: [UInt32] { [x, y, z].map(\.bits.magnitude) }
}
