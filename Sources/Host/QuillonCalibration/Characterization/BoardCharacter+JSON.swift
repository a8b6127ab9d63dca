extension BoardCharacter {
  /// The figures as a value to encode as JSON. The unit of each sensor is given beside its figures.
  public var figures: some Encodable & Sendable {
    Figures(
      timing: Figures.Timing(timing),
      sensors: Dictionary(
        uniqueKeysWithValues: sensors.map { ($0.kind.rawValue, Figures.Sensor($0, of: self)) }),
      remarks: remarks)
  }
}

private struct Figures: Encodable, Sendable {
  var timing: Timing
  var sensors: [String: Sensor]
  var remarks: [String]

  struct Timing: Encodable {
    var samples: Int
    var duration: Double
    var rate: Double
    var meanInterval: Double
    var medianInterval: Double
    var jitter: Double
    var longestInterval: Double
    var gaps: Int
    var repeated: Int
    var bursts: Bool

    enum CodingKeys: String, CodingKey {
      case samples, gaps, repeated, bursts
      case duration = "duration_s"
      case rate = "rate_Hz"
      case meanInterval = "mean_interval_s"
      case medianInterval = "median_interval_s"
      case jitter = "jitter_s"
      case longestInterval = "longest_interval_s"
    }

    init(_ timing: TimingStatistics) {
      samples = timing.count
      duration = timing.duration
      rate = timing.rate
      meanInterval = timing.meanInterval
      medianInterval = timing.medianInterval
      jitter = timing.jitter
      longestInterval = timing.longestInterval
      gaps = timing.gaps
      repeated = timing.repeated
      bursts = timing.isBursty
    }
  }

  struct Sensor: Encodable {
    var unit: String
    var moved: Bool
    var rangeReached: Double
    var rangeDeclared: Double?
    var clipped: Int
    var startUp: Double?
    var timeConstant: Double?
    var timeConstantUncertainty: Double?
    var timeConstantBound: Double?
    var suddenChanges: Int
    var axes: [String: Axis]

    enum CodingKeys: String, CodingKey {
      case unit, moved, axes, clipped
      case rangeReached = "range_reached"
      case rangeDeclared = "range_declared"
      case startUp = "start_up_s"
      case timeConstant = "time_constant_s"
      case timeConstantUncertainty = "time_constant_uncertainty_s"
      case timeConstantBound = "time_constant_below_s"
      case suddenChanges = "sudden_changes"
    }

    init(_ sensor: SensorCharacter, of board: BoardCharacter) {
      unit = sensor.kind.unit
      moved = board.isMoved(sensor)
      rangeReached = sensor.reachedRange
      rangeDeclared = sensor.declaredRange
      clipped = sensor.clipped
      startUp = sensor.startUp
      timeConstant = sensor.response?.timeConstant
      timeConstantUncertainty = sensor.response?.uncertainty
      timeConstantBound = sensor.response?.bound
      suddenChanges = sensor.response?.changes ?? 0
      let axes = sensor.axes.map { Axis($0, noise: board.noise($0, of: sensor)) }
      self.axes = Dictionary(uniqueKeysWithValues: zip(["x", "y", "z"], axes))
    }
  }

  struct Axis: Encodable {
    var mean: Double
    var deviation: Double
    var lowest: Double
    var highest: Double
    var resolution: Double?
    var clipped: Int
    var noiseDensity: Double?
    var instability: Double?
    var randomWalk: Double?
    var allan: [Point]

    enum CodingKeys: String, CodingKey {
      case mean, lowest, highest, resolution, clipped, allan
      case deviation = "standard_deviation"
      case noiseDensity = "noise_density_per_root_Hz"
      case instability = "bias_instability"
      case randomWalk = "random_walk_root_Hz"
    }

    struct Point: Encodable {
      var time: Double
      var deviation: Double

      enum CodingKeys: String, CodingKey {
        case time = "averaging_time_s"
        case deviation
      }
    }

    init(_ axis: AxisStatistics, noise: NoiseModel?) {
      mean = axis.mean
      deviation = axis.deviation
      lowest = axis.lowest
      highest = axis.highest
      resolution = axis.resolution
      clipped = axis.clipped
      noiseDensity = noise?.density
      instability = noise?.instability
      randomWalk = noise?.randomWalk
      allan = zip(axis.allan.times, axis.allan.deviations).map(Point.init)
    }
  }
}
