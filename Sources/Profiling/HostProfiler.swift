import Motion
import Pipeline
import Recognition

/// Runs samples through the chain again and again, and takes the time of each stage.
public struct HostProfiler {
  /// What came of it.
  public struct Result: Sendable {
    /// The figures.
    public var report: ProfileReport
    /// What each sample took, ns, in the order of the samples, pass after pass.
    public var times: [UInt64]
    /// How often every time of ``HostStage/sample`` occurred.
    public var histogram: LatencyHistogram
  }

  /// The fewest samples that are timed: p99.99 is worth nothing with less than ten times 10,000.
  public static let wanted = 100_000
  /// How often the passes with and without recording are compared: so often that each chunk of either kind meets a moment in which
  /// no other program disturbs it.
  private static let comparisons = 150

  private let row: PacketRow
  private let model: LetterModel
  private let owner: AnyObject?
  private let parameters: RecognizerParameters
  private let calibration: SensorCalibration?

  /// A profiler of `samples`, at least one.
  ///
  /// - Parameters:
  ///   - owner: what the bytes of a packed model live as long as; nil of those that live forever.
  ///   - calibration: what a raw board's samples are corrected by before they are recognized; nil for a
  ///     board that is calibrated, for which the stage `calibrate` is measured all the same.
  public init(
    _ samples: [InertialSample], model: LetterModel, owner: AnyObject? = nil,
    parameters: RecognizerParameters = RecognizerParameters(),
    calibration: SensorCalibration? = nil
  ) {
    row = PacketRow(samples)
    self.model = model
    self.owner = owner
    self.parameters = parameters
    self.calibration = calibration
  }

  /// Takes all times. The first pass over the samples warms up and does not count.
  ///
  /// - Parameters:
  ///   - source: where the samples come from, for the report.
  ///   - fewest: so many samples are timed at least, in whole passes, of which there are three or more.
  public func run(source: String, fewest: Int = HostProfiler.wanted) -> Result {
    let clock = TickClock()
    let passes = max(3, (fewest + row.samples.count - 1) / max(row.samples.count, 1))
    var histograms = HostStage.allCases.map { _ in StageHistogram() }
    var log = StageLog(capacity: row.samples.count + 64)
    var times: [UInt64] = []
    for pass in 0...passes {
      log.removeAll()
      runOnce(TickMeter.self, &log)
      guard pass > 0 else { continue }
      times += log[.sample].map(clock.nanoseconds)
      for stage in HostStage.allCases {
        for time in log[stage] {
          histograms[stage.rawValue].add(clock.nanoseconds(time))
        }
      }
    }
    log.removeAll()
    runOnce(AllocationMeter.self, &log)
    let stages = HostStage.allCases.compactMap { stage in
      histograms[stage.rawValue].figures(
        name: stage.name, allocations: Int(log[stage].reduce(0, +)))
    }
    let report = ProfileReport(
      subject: .host, source: source, unit: "ns", frame: Double(LatencyHistogram.frame),
      samples: row.samples.count * passes, stages: stages, clock: clock.cost,
      recordingCost: recordingCost())
    return Result(
      report: report, times: times,
      histogram: histograms[HostStage.sample.rawValue].histogram)
  }

  /// What recording adds to a sample's own time, as a share of it: passes with a clock reading and an entry
  /// for each sample against passes with one for 64, taken in turn. Of every 64 samples the quickest pass
  /// counts, so that what other programs take from the processor does not.
  public func recordingCost() -> Double {
    var log = StageLog(capacity: row.samples.count)
    var (bare, recorded): ([UInt64], [UInt64]) = ([], [])
    for _ in 0..<Self.comparisons {
      Self.keepLeast(of: WholeChain.chunks(of: row, chain), in: &bare)
      log.removeAll()
      _ = WholeChain.run(row, chain, by: TickMeter.self, into: &log)
      let times = log[.sample]
      Self.keepLeast(
        of: bare.indices.map { chunk in
          times[chunk * WholeChain.chunk..<(chunk + 1) * WholeChain.chunk].reduce(0, +)
        }, in: &recorded)
    }
    let (without, with) = (bare.reduce(0, +), recorded.reduce(0, +))
    return without > 0 ? Double(with) / Double(without) - 1 : 0
  }

  private static func keepLeast(of times: [UInt64], in least: inout [UInt64]) {
    least = least.isEmpty ? times : zip(least, times).map { min($0, $1) }
  }

  private var chain: WholeChain.State {
    WholeChain.State(
      recognizer: Recognizer(model: model, parameters: parameters), calibration: calibration)
  }

  private func runOnce<M: Meter>(_ meter: M.Type, _ log: inout StageLog) {
    _ = WholeChain.run(row, chain, by: meter, into: &log)
    WholeChain.push(row, chain, by: meter, into: &log)
    var staged = StagedChain<M>(
      model: model, parameters: parameters, calibration: calibration ?? .fullyUsed)
    _ = staged.run(row, into: &log)
  }
}

extension SensorCalibration {
  /// One that changes nothing but has every part, so that applying it costs what it costs with a board
  /// that needs it.
  public static var fullyUsed: SensorCalibration {
    SensorCalibration(
      accelerometer: AffineCalibration(gain: .identity),
      gyroscope: AffineCalibration(gain: .identity),
      magnetometer: AffineCalibration(gain: .identity))
  }
}
