/// What one stage costs, in the unit of the report that it stands in.
public struct StageFigures: Codable, Equatable, Sendable {
  /// Which stage.
  public var name: String
  /// How many runs were measured.
  public var count: Int
  /// Their mean.
  public var mean: Double
  /// What shares of them do not exceed; nil where only mean and maximum are known.
  public var percentiles: Percentiles?
  /// The greatest.
  public var max: Double
  /// How many blocks all runs of one pass asked the heap for; nil where that was not counted.
  public var allocations: Int?

  /// What 50 %, 90 %, 99 %, 99.9 % and 99.99 % of the runs do not exceed.
  public struct Percentiles: Codable, Equatable, Sendable {
    public var p50: Double
    public var p90: Double
    public var p99: Double
    public var p999: Double
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
    name: String, count: Int, mean: Double, percentiles: Percentiles? = nil, max: Double,
    allocations: Int? = nil
  ) {
    self.name = name
    self.count = count
    self.mean = mean
    self.percentiles = percentiles
    self.max = max
    self.allocations = allocations
  }

  /// The figure by which two profiles are compared: the median, which a loaded machine moves least, or
  /// the mean where there is none.
  public var typical: Double { percentiles?.p50 ?? mean }

  /// The figure that has to fit into the frame: what 99.9 % do not exceed, or the greatest.
  public var bad: Double { percentiles?.p999 ?? max }
}
