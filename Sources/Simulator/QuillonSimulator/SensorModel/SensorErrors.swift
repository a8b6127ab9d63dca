import Foundation
import QuillonMath
import QuillonRecordings
import QuillonReferenceModel

/// How a board's measurements differ from the truth. The plain value does not err at all.
public struct SensorErrors: Equatable, Sendable {
  /// Specific force, m/s².
  public var accelerometer = SensorChannel()
  /// Angular rate, rad/s.
  public var gyroscope = SensorChannel()
  /// Magnetic field, µT; its bias is the hard iron.
  public var magnetometer = SensorChannel()
  /// By how much iron on the board changes each entry of the unit matrix through which it shows the
  /// field, standard deviation over devices, 1.
  public var softIron = 0.0
  /// Magnets that pass by; only boards whose true attitude is known notice them.
  public var magnets: [PassingMagnet] = []
  /// How far the attitude that the board computes leans to either side, at most, rad.
  public var tilt = 0.0
  /// How long the lean takes to come and go, s.
  public var tiltPeriod = 15.0
  /// The timestamps' error, standard deviation, s; time never runs backward for it.
  public var timeJitter = 0.0
  /// The share of samples that never arrive, 0 ... 1.
  public var dropRate = 0.0

  /// A board without errors.
  public init() {}

  /// Turns true rows into what one board, drawn by `seed`, would have sent.
  ///
  /// The attitude is leaned; the linear acceleration is made anew from the measured specific force
  /// and the leaned attitude, as a board does, so that a lean leaks gravity into it; it is nil where
  /// either of the two is. Pen, stroke and label stay. The same rows, errors and seed give the same
  /// result.
  public func apply(to trace: Trace, seed: UInt64) -> Trace {
    var board = Board(errors: self, seed: seed)
    return Trace(
      comments: trace.comments + ["measured by board \(seed)"],
      rows: trace.rows.compactMap { board.measure($0) })
  }

  /// One board at work.
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

    /// The true field with what magnets add and the board's iron bends.
    private func fieldAtSensor(_ truth: TraceRow) -> ReferenceVector? {
      guard var field = truth.magneticField else { return nil }
      if let q = truth.attitude {
        let added = errors.magnets.reduce(ReferenceVector.zero) { $0 + $1.field(at: truth.time) }
        field += ReferenceQuaternion(q[0], q[1], q[2], q[3]).conjugate.rotate(added)
      }
      return softIron.bend(field)
    }

    /// The error of the attitude at `time`: a rotation about a horizontal axis of the reference
    /// frame.
    private func lean(at time: Double) -> ReferenceQuaternion {
      let angle = 2 * .pi * time / errors.tiltPeriod
      return ReferenceQuaternion(
        rotationVector: errors.tilt / 2.squareRoot()
          * ReferenceVector(sin(angle + phases.x), sin(1.3 * angle + phases.y), 0))
    }
  }
}
