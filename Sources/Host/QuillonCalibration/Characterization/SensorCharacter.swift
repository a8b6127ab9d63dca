import QuillonRecordings

/// A three-axis sensor, as a recording shows it.
public struct SensorCharacter: Equatable, Sendable {
  /// Which sensor.
  public enum Kind: String, CaseIterable, Sendable {
    /// Specific force, m/s².
    case accelerometer
    /// Angular rate, rad/s.
    case gyroscope
    /// Magnetic field, µT.
    case magnetometer

    /// The unit of its readings.
    public var unit: String {
      switch self {
      case .accelerometer: "m/s²"
      case .gyroscope: "rad/s"
      case .magnetometer: "µT"
      }
    }

    /// The largest standard deviation of a reading at rest, in the sensor's unit. A larger one
    /// means that the board was moved.
    var restLimit: Double {
      switch self {
      case .accelerometer: 0.3
      case .gyroscope: 0.05
      case .magnetometer: 3
      }
    }
  }

  /// Which sensor.
  public var kind: Kind
  /// Its readings, in order of time.
  public var values: [SIMD3<Double>]
  /// The statistics of x, y and z, in this order.
  public var axes: [AxisStatistics]

  /// The sensor with these readings, one every `interval` s.
  public init(_ kind: Kind, values: [SIMD3<Double>], interval: Double) {
    self.kind = kind
    self.values = values
    axes = (0..<3).map { axis in
      AxisStatistics(of: values.map { $0[axis] }, interval: interval)
    }
  }

  /// True when the readings vary more than those of a board at rest. Then noise, bias and Allan
  /// deviation describe the motion and not the sensor.
  public var isMoved: Bool { axes.contains { $0.deviation > kind.restLimit } }
}

/// A board's sensors and clock, as a recording shows them.
public struct BoardCharacter: Equatable, Sendable {
  /// The timing of the samples.
  public var timing: TimingStatistics
  /// The times of the samples, s.
  public var times: [Double]
  /// The sensors that the recording has.
  public var sensors: [SensorCharacter]

  /// The character of the board that recorded `trace`. A trace without raw readings has no sensors.
  public init(of trace: Trace) {
    times = trace.rows.map(\.time)
    timing = TimingStatistics(of: times)
    let interval = timing.meanInterval
    func sensor(
      _ kind: SensorCharacter.Kind, _ column: KeyPath<TraceRow, SIMD3<Double>?>
    ) -> SensorCharacter? {
      let values = trace.rows.compactMap { $0[keyPath: column] }
      guard values.count == trace.rows.count, values.count > 1 else { return nil }
      return SensorCharacter(kind, values: values, interval: interval)
    }
    sensors = [
      sensor(.accelerometer, \.specificForce), sensor(.gyroscope, \.angularRate),
      sensor(.magnetometer, \.magneticField),
    ].compactMap(\.self)
  }
}
