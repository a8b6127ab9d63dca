import Foundation
import QuillonRecordings
import QuillonReferenceModel

/// The errors of a board's measurements. The default value has no errors.
public struct SensorErrors: Equatable, Sendable {
  /// The errors of the specific force, m/s².
  public var accelerometer = SensorChannel()
  /// The errors of the angular rate, rad/s.
  public var gyroscope = SensorChannel()
  /// The errors of the magnetic field, µT. Its bias is the hard iron.
  public var magnetometer = SensorChannel()
  /// The soft iron on the board. It multiplies the field by a matrix; this is the standard
  /// deviation over devices of each entry's difference from the unit matrix, without a unit.
  public var softIron = 0.0
  /// Magnets that pass by. They have an effect only on rows with the true attitude.
  public var magnets: [PassingMagnet] = []
  /// The largest tilt error of the attitude that the board computes, to either side, rad.
  public var tilt = 0.0
  /// The period of the tilt error, s.
  public var tiltPeriod = 15.0
  /// The timestamps' error: standard deviation, s. The error never makes time go back.
  public var timeJitter = 0.0
  /// The share of samples that are lost, 0 ... 1.
  public var dropRate = 0.0

  /// A board without errors.
  public init() {}

  /// Converts true rows to what one board, drawn by `seed`, would have sent.
  ///
  /// The attitude gets a tilt error. The linear acceleration is computed from the measured specific
  /// force and the tilted attitude, as a board does. So a tilt error lets a part of gravity into
  /// it. It is nil where one of the two is nil. Pen, stroke and label do not change. The same rows,
  /// errors and seed give the same result.
  public func apply(to trace: Trace, seed: UInt64) -> Trace {
    var board = Board(errors: self, seed: seed)
    return Trace(
      comments: trace.comments + ["measured by board \(seed)"],
      rows: trace.rows.compactMap { board.measure($0) })
  }

  /// One board with its errors.
  private struct Board {
    let errors: SensorErrors
    let accelerometer: SensorChannel.Device
    let gyroscope: SensorChannel.Device
    let magnetometer: SensorChannel.Device
    let softIron: SoftIron
    let phases: SIMD2<Double>
    var random: SeededRandom
    var lastTime = -Double.infinity

    init(errors: SensorErrors, seed: UInt64) {
      self.errors = errors
      random = SeededRandom(seed: seed)
      accelerometer = errors.accelerometer.device(random: &random)
      gyroscope = errors.gyroscope.device(random: &random)
      magnetometer = errors.magnetometer.device(random: &random)
      softIron = SoftIron(deviation: errors.softIron, seed: seed)
      phases = SIMD2(random.uniform(in: 0...2 * .pi), random.uniform(in: 0...2 * .pi))
    }

    mutating func measure(_ truth: TraceRow) -> TraceRow? {
      var row = truth
      row.specificForce = truth.specificForce.map {
        errors.accelerometer.reading(of: $0, device: accelerometer, random: &random)
      }
      row.angularRate = truth.angularRate.map {
        errors.gyroscope.reading(of: $0, device: gyroscope, random: &random)
      }
      row.magneticField = fieldAtSensor(truth).map {
        errors.magnetometer.reading(of: $0, device: magnetometer, random: &random)
      }
      let attitude = truth.attitude.map {
        (lean(at: truth.time) * ReferenceQuaternion($0[0], $0[1], $0[2], $0[3])).normalized
      }
      row.attitude = attitude?.components
      row.linearAcceleration = nil
      if let force = row.specificForce, let attitude {
        let gravity = ReferenceVector(0, 0, ReferenceSample.gravity)
        row.linearAcceleration = force - attitude.conjugate.rotate(gravity)
      }
      let jitter = random.normal(deviation: errors.timeJitter)
      let isDropped = random.uniform() < errors.dropRate
      guard !isDropped else { return nil }
      row.time = max(truth.time + jitter, lastTime)
      lastTime = row.time
      return row
    }

    /// The true field plus the fields of the magnets, changed by the board's soft iron.
    private func fieldAtSensor(_ truth: TraceRow) -> ReferenceVector? {
      guard var field = truth.magneticField else { return nil }
      if let q = truth.attitude {
        let added = errors.magnets.reduce(ReferenceVector.zero) { $0 + $1.field(at: truth.time) }
        field += ReferenceQuaternion(q[0], q[1], q[2], q[3]).conjugate.rotate(added)
      }
      return softIron.bend(field)
    }

    /// The tilt error of the attitude at `time`: a rotation about a horizontal axis of the
    /// reference frame.
    private func lean(at time: Double) -> ReferenceQuaternion {
      let angle = 2 * .pi * time / errors.tiltPeriod
      return ReferenceQuaternion(
        rotationVector: errors.tilt / 2.squareRoot()
          * ReferenceVector(sin(angle + phases.x), sin(1.3 * angle + phases.y), 0))
    }
  }
}
