import QuillonFusion
import QuillonRecognizer
import QuillonSystem

/// Runs samples through the processing chain repeatedly, and measures the time of each stage.
public struct HostProfiler {
  /// The result of a measurement.
  public struct Result: Sendable {
    /// The figures.
    public var report: ProfileReport
    /// The time of each sample, ns, in the order of the samples, pass after pass.
    public var times: [UInt64]
    /// The histogram of the times of ``HostStage/sample``.
    public var histogram: LatencyHistogram
  }

  /// The least number of timed samples by default. p99.99 needs at least ten times 10,000.
  public static let wanted = 100_000
  /// How often a pass with recording is compared with one without.
  private static let comparisons = 50
  /// How many samples are timed together where recording is to cost next to nothing.
  private static let group = 64

  private let row: PacketRow
  private let model: LetterModel
  private let owner: AnyObject?
  private let parameters: RecognizerParameters
  private let calibration: SensorCalibration?
  private let budget: UInt64
  private let letters: [String]

  /// A profiler of `samples`, of which there must be at least one.
  ///
  /// - Parameters:
  ///   - owner: the object that keeps a packed model's bytes alive; nil for bytes that are never
  ///     freed.
  ///   - calibration: corrects a raw board's samples before they are recognized. It is nil for a
  ///     board that is calibrated; the stage `calibrate` is measured nevertheless.
  ///   - budget: what a frame may take, ns.
  ///   - letters: the labels of the strokes in their order, as far as they are known.
  public init(
    _ samples: [InertialSample], model: LetterModel, owner: AnyObject? = nil,
    parameters: RecognizerParameters = RecognizerParameters(),
    calibration: SensorCalibration? = nil, budget: UInt64 = LatencyHistogram.frame,
    letters: [String] = []
  ) {
    row = PacketRow(samples)
    self.model = model
    self.owner = owner
    self.parameters = parameters
    self.calibration = calibration
    self.budget = budget
    self.letters = letters
  }

  /// Measures all times. The first pass over the samples is a warm-up and does not count.
  ///
  /// - Parameters:
  ///   - source: where the samples come from; text for the report.
  ///   - fewest: the least number of samples to time. They are timed in whole passes, of which
  ///     there are at least three.
  ///   - progress: called after each pass with the share of all passes that is done, 0 to 1.
  public func run(
    source: String, fewest: Int = HostProfiler.wanted, progress: (Double) -> Void = { _ in }
  ) -> Result {
    let clock = TickClock()
    let passes = max(3, (fewest + row.samples.count - 1) / max(row.samples.count, 1))
    // A pass that measures goes through the chain three times, a comparison twice.
    let whole = Double(3 * (passes + 1) + 2 * Self.comparisons)
    var histograms = HostStage.allCases.map { _ in StageHistogram() }
    var log = StageLog(capacity: row.samples.count + 64)
    var times: [UInt64] = []
    for pass in 0...passes {
      log.removeAll()
      runOnce(TickMeter.self, &log)
      progress(Double(3 * (pass + 1)) / whole)
      guard pass > 0 else { continue }
      times += log[.sample].map(clock.nanoseconds)
      for stage in HostStage.allCases {
        for time in log[stage] {
          histograms[stage.rawValue].add(clock.nanoseconds(time))
        }
      }
    }
    let stages = HostStage.allCases.compactMap { stage in
      histograms[stage.rawValue].figures(name: stage.name)
    }
    let report = ProfileReport(
      subject: .host, source: source, unit: "ns", frame: Double(LatencyHistogram.frame),
      samples: row.samples.count * passes, stages: stages, clock: clock.cost,
      recordingCost: recordingCost {
        progress(1 - (1 - $0) * Double(2 * Self.comparisons) / whole)
      }, budget: frameBudget(of: times))
    return Result(
      report: report, times: times,
      histogram: histograms[HostStage.sample.rawValue].histogram)
  }

  /// The time that recording adds to a sample's own time, as a share of it.
  ///
  /// Two kinds of passes alternate: passes that read the clock after each sample, and passes that
  /// read it after 64 samples. Both run the same code, because the place of code and stack in memory
  /// changes times as much as a reading does. The times of the same 64 samples in two passes that
  /// follow each other give a quotient. The median of all of them counts: other programs disturb
  /// some, and both kinds alike.
  ///
  /// - Parameter progress: called with the share that is done, 0 to 1.
  /// - Returns: 0 means that recording costs nothing, and that there are fewer than 64 samples.
  public func recordingCost(progress: (Double) -> Void = { _ in }) -> Double {
    var quotients: [Double] = []
    for comparison in 0..<Self.comparisons {
      progress(Double(comparison) / Double(Self.comparisons))
      let bare = WholeChain.readings(of: row, chain, by: TickMeter.self, every: Self.group)
      let recorded = WholeChain.readings(of: row, chain, by: TickMeter.self, every: 1)
      for index in bare.indices.dropLast() where bare[index + 1] > bare[index] {
        let (begin, end) = (recorded[index * Self.group], recorded[(index + 1) * Self.group])
        quotients.append(Double(end &- begin) / Double(bare[index + 1] - bare[index]))
      }
    }
    quotients.sort()
    return quotients.isEmpty ? 0 : quotients[quotients.count / 2] - 1
  }

  /// The frames compared with their budget.
  ///
  /// A frame's time is the median of the times of the same sample in all passes. All passes do the same work, and another program rarely
  /// occupies the processor at the same sample of most of them.
  private func frameBudget(of times: [UInt64]) -> FrameBudget {
    let count = row.samples.count
    let frames = (0..<count).map { index in
      let own = stride(from: index, to: times.count, by: count).map { times[$0] }.sorted()
      return own[own.count / 2]
    }
    let worst = frames.indices.max { frames[$0] < frames[$1] } ?? 0
    let (stage, stroke) = work(at: worst)
    let elapsed = row.samples[worst].timestamp &- row.samples[0].timestamp
    let label = letters.indices.contains(stroke - 1) ? " (\(letters[stroke - 1]))" : ""
    return FrameBudget(
      limit: Double(budget), frames: count, over: frames.count { $0 > budget },
      worst: FrameBudget.Frame(
        cost: Double(frames[worst]), time: Double(elapsed) / 1e6,
        letter: stroke > 0 ? "\(stroke)\(label)" : nil, stage: stage.name))
  }

  /// What the recognizer does at the sample with this index, and the number of strokes that have begun by then.
  private func work(at index: Int) -> (stage: HostStage, stroke: Int) {
    var chain = self.chain
    var (stroke, pen) = (0, PenState.up)
    for sample in row.samples[..<index] {
      if sample.pen == .down, pen == .up { stroke += 1 }
      pen = sample.pen
      _ = chain.push(sample)
    }
    let isScoring = chain.recognizer.scorer.isBusy
    let hasEvent = chain.push(row.samples[index])
    if isScoring || hasEvent { return (.scores, stroke) }
    return (chain.recognizer.isReading ? .reading : .penDown, stroke)
  }

  private var chain: WholeChain.State {
    WholeChain.State(
      recognizer: Recognizer(model: model, parameters: parameters), calibration: calibration)
  }

  /// Measures each stage once by `meter`.
  public func runOnce<M: Meter>(_ meter: M.Type, _ log: inout StageLog) {
    let readings = WholeChain.readings(of: row, chain, by: meter, every: 1)
    for (last, now) in zip(readings, readings.dropFirst()) { log.add(.sample, now &- last) }
    WholeChain.push(row, chain, by: meter, into: &log)
    var staged = StagedChain<M>(
      model: model, parameters: parameters, calibration: calibration ?? .fullyUsed)
    _ = staged.run(row, into: &log)
  }
}

extension SensorCalibration {
  /// A calibration that changes nothing but has every part. Applying it costs as much as with a
  /// board that needs it.
  public static var fullyUsed: SensorCalibration {
    SensorCalibration(
      accelerometer: AffineCalibration(gain: .identity),
      gyroscope: AffineCalibration(gain: .identity),
      magnetometer: AffineCalibration(gain: .identity))
  }
}
