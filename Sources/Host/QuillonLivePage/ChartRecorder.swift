import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Collects what the strip charts show: a row of numbers for each sample, thinned so that a fast board
/// draws no more than a slow one.
///
/// A row is t (s), then three each of
///
/// - acceleration (m/s²) and angular rate (rad/s) as the board sends them, board's axes;
/// - angular rate without bias (rad/s) and gravity (m/s²), board's axes;
/// - linear acceleration (m/s²), velocity (m/s) and position (m), reference axes;
/// - roll, pitch and yaw (°), and the magnetic field (µT, board's axes);
///
/// and 1 when the pen is down. What is not known is nil.
struct ChartRecorder {
  /// How many numbers a row has.
  static let columns = 29
  /// The most rows between two snapshots.
  static let maximumRows = 12

  /// Reference axes, m/s².
  private static let gravity = Vector3<23>(.zero, .zero, Fixed(-9.80665))

  private var rows: [[Double?]] = []
  private(set) var timing = SampleTiming()

  /// Takes a sample as it was sent, and how the board moves at it.
  mutating func add(_ sample: InertialSample, time: Double, _ motion: BoardMotion) {
    timing.add(sample.timestamp)
    let sent: Vector3<23> =
      switch sample.acceleration {
      case .linear(let acceleration), .specificForce(let acceleration): acceleration
      }
    let angles = motion.attitude.map { attitude in
      let angles = EulerAngles(attitude)
      return [angles.roll.double, angles.pitch.double, angles.yaw.double].map { $0 * 180 / .pi }
    }
    let gravity = motion.attitudeInFrame.map { $0.conjugate.rotate(Self.gravity) }
    let streams: [[Double]?] = [
      sent.doubles, sample.angularRate?.doubles, motion.fused?.angularRate.doubles,
      gravity?.doubles, motion.linearAcceleration?.doubles, motion.velocity.doubles,
      motion.position.doubles, angles,
      sample.magneticField?.doubles,
    ]
    var row: [Double?] = [time]
    for stream in streams {
      row += stream.map { $0.map(Self.rounded) } ?? [nil, nil, nil]
    }
    row.append(motion.pen == .down ? 1 : 0)
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

extension Vector3 {
  /// The three components.
  var doubles: [Double] { [x.double, y.double, z.double] }
}
