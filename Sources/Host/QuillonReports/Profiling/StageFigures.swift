/// The cost of one stage, in the unit of the report that contains it.
public struct StageFigures: Codable, Equatable, Sendable {
  /// Which stage.
  public var name: String
  /// How many runs were measured.
  public var count: Int
  /// Their mean.
  public var mean: Double
  /// The percentiles of the runs; nil where only mean and maximum are known.
  public var percentiles: Percentiles?
  /// The greatest.
  public var max: Double

  /// The figures that 50 %, 90 %, 99 %, 99.9 % and 99.99 % of the runs do not exceed.
  public struct Percentiles: Codable, Equatable, Sendable {
    /// The median.
    public var p50: Double
    /// The figure that 90 % of the runs do not exceed.
    public var p90: Double
    /// The figure that 99 % of the runs do not exceed.
    public var p99: Double
    /// The figure that 99.9 % of the runs do not exceed.
    public var p999: Double
    /// The figure that 99.99 % of the runs do not exceed.
    public var p9999: Double

    /// Percentiles from their values.
    public init(p50: Double, p90: Double, p99: Double, p999: Double, p9999: Double) {
      self.p50 = p50
      self.p90 = p90
      self.p99 = p99
      self.p999 = p999
      self.p9999 = p9999
    }
  }

  /// Figures from their parts.
  public init(
    name: String, count: Int, mean: Double, percentiles: Percentiles? = nil, max: Double
  ) {
    self.name = name
    self.count = count
    self.mean = mean
    self.percentiles = percentiles
    self.max = max
  }

  /// The figure by which two profiles are compared: the median, which other programs on the machine
  /// affect least. Where there is no median it is the mean.
  public var typical: Double { percentiles?.p50 ?? mean }

  /// The figure that has to fit into the frame: the one that 99.9 % do not exceed. Where there are
  /// no percentiles it is the maximum.
  public var bad: Double { percentiles?.p999 ?? max }
}
