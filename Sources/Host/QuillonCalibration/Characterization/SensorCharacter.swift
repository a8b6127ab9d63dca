import QuillonConversions
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

    /// The least sudden change that shows the dynamic response, in the sensor's unit; nil for a sensor that taps and
    /// turns do not change suddenly.
    var leastChange: Double? {
      switch self {
      case .accelerometer: 3
      case .gyroscope: 1
      case .magnetometer: nil
      }
    }
  }

  /// Which sensor.
  public var kind: Kind
  /// Its readings, in order of time.
  public var values: [SIMD3<Double>]
  /// The statistics of x, y and z, in this order.
  public var axes: [AxisStatistics]
  /// The full scale that is declared, in the sensor's unit; nil if none is.
  public var declaredRange: Double?
  /// How quickly the readings follow taps and quick turns; nil when there were too few of them.
  public var response: DynamicResponse?
  /// How long the readings took to settle at the start, s; nil for a recording of less than 10 s, or if the board
  /// was moved.
  public var startUp: Double?

  /// The sensor with these readings, one every `interval` s.
  public init(
    _ kind: Kind, values: [SIMD3<Double>], interval: Double, declaredRange: Double? = nil
  ) {
    self.kind = kind
    self.values = values
    self.declaredRange = declaredRange
    response = kind.leastChange.flatMap {
      DynamicResponse(of: values, interval: interval, least: $0)
    }
    axes = (0..<3).map { axis in
      AxisStatistics(of: values.map { $0[axis] }, interval: interval)
    }
    let early = SIMD3<Double>.deviation(of: values.prefix(Int(10 / max(interval, 1e-6))))
    if early.max() <= kind.restLimit { startUp = StartUp.time(of: values, interval: interval) }
  }

  /// The greatest magnitude of a reading, in the sensor's unit.
  public var reachedRange: Double {
    axes.map { max(abs($0.lowest), abs($0.highest)) }.max() ?? 0
  }

  /// The number of readings at the end of the range: of the declared one, or as found from their
  /// shape.
  public var clipped: Int {
    guard let declaredRange else { return axes.map(\.clipped).reduce(0, +) }
    let limit = declaredRange * SensorRange.clippedShare
    return values.count { abs($0.x) >= limit || abs($0.y) >= limit || abs($0.z) >= limit }
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

  /// True if a sensor's noise, bias and Allan deviation describe a motion of the board and not the sensor.
  ///
  /// What accelerometer and gyroscope notice moves the magnetometer, too. A field may change around a
  /// board at rest.
  public func isMoved(_ sensor: SensorCharacter) -> Bool {
    sensor.isMoved || sensors.contains { $0.kind != .magnetometer && $0.isMoved }
  }

  /// The noise of an axis of a sensor. Nil if the board was moved, because what moves is no noise, or if
  /// the readings change in steps too large for any.
  public func noise(_ axis: AxisStatistics, of sensor: SensorCharacter) -> NoiseModel? {
    guard !isMoved(sensor), let noise = axis.noise, noise.density > 0 else { return nil }
    return noise
  }

  /// The character of the board that recorded `trace`. A trace without raw readings has no sensors.
  ///
  /// - Parameter range: the sensors' full scales; where it knows none, a comment of the trace counts.
  public init(of trace: Trace, range: SensorRange = SensorRange()) {
    let range = range.completed(by: trace.range)
    times = trace.rows.map(\.time)
    timing = TimingStatistics(of: times)
    let interval = timing.meanInterval
    func sensor(
      _ kind: SensorCharacter.Kind, _ column: KeyPath<TraceRow, SIMD3<Double>?>,
      _ declaredRange: Double? = nil
    ) -> SensorCharacter? {
      let values = trace.rows.compactMap { $0[keyPath: column] }
      guard values.count == trace.rows.count, values.count > 1 else { return nil }
      return SensorCharacter(kind, values: values, interval: interval, declaredRange: declaredRange)
    }
    sensors = [
      sensor(.accelerometer, \.specificForce, range.force),
      sensor(.gyroscope, \.angularRate, range.rate),
      sensor(.magnetometer, \.magneticField),
    ].compactMap(\.self)
  }
}

extension SIMD3<Double> {
  /// The standard deviation of each component.
  fileprivate static func deviation(of values: some Collection<Self>) -> Self {
    let count = Double(Swift.max(values.count, 1))
    let mean = values.reduce(.zero, +) / count
    let variance = values.reduce(.zero) { $0 + ($1 - mean) * ($1 - mean) } / count
    return variance.squareRoot()
  }
}
