import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Collects the data of the strip charts: a row of numbers for each sample, or for every second, third … sample of a board
/// of more than 300 Hz. Rows that are missing between others are lost samples, so the page shows them as a gap.
///
/// A row is the time, s, then three numbers each of
///
/// - acceleration (m/s²) and angular rate (rad/s) as the board sends them, board's axes;
/// - angular rate without bias (rad/s) and gravity (m/s²), board's axes;
/// - linear acceleration (m/s²), velocity (m/s) and position (m), reference axes;
/// - roll, pitch and yaw (°), and the magnetic field (µT, board's axes);
///
/// and 1 if the pen is down, otherwise 0. Unknown values are nil.
struct ChartRecorder {
  /// The number of numbers in a row.
  static let columns = 29
  /// The greatest number of rows a second, but for rounding.
  private static let maximumRate = 300.0
  /// How many rows wait for the next snapshot at most: two seconds of them.
  static let capacity = 600

  /// Gravity in the reference frame, m/s².
  private static let gravity = Vector3<23>(.zero, .zero, Fixed(-9.80665))

  private var rows: [[Double?]] = []
  private var samples = 0
  private(set) var timing = SampleTiming()

  /// Adds a sample as the board sent it, and the motion of the board at this sample.
  mutating func add(_ sample: InertialSample, time: Double, _ motion: BoardMotion) {
    timing.add(sample.timestamp)
    samples &+= 1
    guard samples.isMultiple(of: max(1, Int(((timing.rate ?? 0) / Self.maximumRate).rounded(.up))))
    else { return }
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
    if rows.count > Self.capacity { rows.removeFirst() }
  }

  /// Removes and returns the rows.
  mutating func drain() -> [[Double?]] {
    defer { rows.removeAll(keepingCapacity: true) }
    return rows
  }

  /// Rounds to four decimal places. That is finer than a pixel.
  private static func rounded(_ value: Double) -> Double? { (value * 1e4).rounded() / 1e4 }
}

extension Vector3 {
  /// The three components.
  var doubles: [Double] { [x.double, y.double, z.double] }
}
