import Geometry
import HostNumerics
import Motion

/// Collects what the strip charts show: a row of numbers for each sample, thinned so that a fast board
/// draws no more than a slow one.
///
/// A row is t (s), three each of acceleration as sent, linear acceleration in the reference frame (m/s²),
/// angular rate (rad/s), velocity (m/s), position (m), roll, pitch, yaw (°) and field (µT), and 1 when the
/// pen is down. What the board does not tell is nil.
struct ChartRecorder {
  /// How many numbers a row has.
  static let columns = 23
  /// The most rows between two snapshots.
  static let maximumRows = 12

  private var rows: [[Double?]] = []
  private(set) var timing = SampleTiming()

  /// Takes a sample and what was made of it.
  mutating func add(
    _ sample: InertialSample, time: Double, attitude: UnitQuaternion?, linear: Vector3<23>?,
    rate: Vector3<25>?, velocity: [Double], position: [Double]
  ) {
    timing.add(sample.timestamp)
    let sent: Vector3<23> =
      switch sample.acceleration {
      case .linear(let acceleration), .specificForce(let acceleration): acceleration
      }
    let angles = attitude.map { attitude in
      let angles = EulerAngles(attitude)
      return [angles.roll, angles.pitch, angles.yaw].map { $0.double * 180 / .pi }
    }
    var row: [Double?] = [time]
    let unknown = [Double?](repeating: nil, count: 3)
    row += sent.doubles.map(Self.rounded)
    row += linear?.doubles.map(Self.rounded) ?? unknown
    row += rate?.doubles.map(Self.rounded) ?? unknown
    row += (velocity + position).map(Self.rounded)
    row += angles?.map(Self.rounded) ?? unknown
    row += sample.magneticField?.doubles.map(Self.rounded) ?? unknown
    row.append(sample.pen == .down ? 1 : 0)
    rows.append(row)
  }

  /// Takes the rows out, every second, third … of them if there are many.
  mutating func drain() -> [[Double?]] {
    defer { rows.removeAll(keepingCapacity: true) }
    let step = (rows.count + Self.maximumRows - 1) / Self.maximumRows
    return step <= 1 ? rows : stride(from: step - 1, to: rows.count, by: step).map { rows[$0] }
  }

  /// Four digits behind the point are more than a pixel.
  private static func rounded(_ value: Double) -> Double? { (value * 1e4).rounded() / 1e4 }
}

/// How evenly samples come, by the board's clock, over about the last hundred of them.
struct SampleTiming {
  private var last: UInt32?
  private var mean = 0.0
  private var variance = 0.0

  /// Takes a sample's timestamp; one that lies more than a second off begins anew.
  mutating func add(_ timestamp: UInt32) {
    defer { last = timestamp }
    guard let last else { return }
    let step = Double(timestamp &- last)
    guard (1...1_000_000).contains(step) else { return }
    guard mean > 0 else { return mean = step }
    let weight = 0.02
    let difference = step - mean
    mean += weight * difference
    variance = (1 - weight) * (variance + weight * difference * difference)
  }

  /// Samples a second; nil before the second one.
  var rate: Double? { mean > 0 ? (10_000_000 / mean).rounded() / 10 : nil }

  /// The standard deviation of the time between two, µs.
  var jitter: Double? { mean > 0 ? variance.squareRoot().rounded() : nil }
}

extension Vector3 {
  /// The three components.
  var doubles: [Double] { [x.double, y.double, z.double] }
}
