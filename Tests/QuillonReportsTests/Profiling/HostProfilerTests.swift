import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonReports
import QuillonSimulator
import Testing

@Suite(.serialized) struct HostProfilerTests {
  /// Three letters of a board that sends its attitude.
  private func samples() throws -> [InertialSample] {
    try AirWriter(seed: 3).trace(of: "QUI", rate: 100).replaySamples.map(\.sample)
  }

  /// The same of a board that sends its raw sensors, and lies still first.
  private func rawSamples() throws -> [InertialSample] {
    var writer = AirWriter(seed: 3)
    writer.lyingTime = 4
    return try writer.trace(of: "QUI", rate: 100).rows.compactMap { row in
      var row = row
      (row.attitude, row.linearAcceleration) = (nil, nil)
      return InertialSample(row)
    }
  }

  private func profile(
    _ samples: [InertialSample], model: LetterModel = .linear(.lab),
    calibration: SensorCalibration? = nil
  ) -> HostProfiler.Result {
    HostProfiler(samples, model: model, calibration: calibration).run(source: "test", fewest: 1)
  }

  /// No stage requests a block from the heap. `MeterTests` has the control that does.
  private func expectNoAllocation(_ samples: [InertialSample], model: LetterModel) throws {
    var log = StageLog(capacity: samples.count + 64)
    HostProfiler(samples, model: model).runOnce(AllocationMeter.self, &log)
    for stage in HostStage.allCases {
      #expect(log[stage].allSatisfy { $0 == 0 }, "\(stage.name)")
    }
    #expect(log[.sample].count > 100)
  }

  @Test func `A packed model has all stages, and its features take longer than zones`() throws {
    let samples = try rawSamples()
    let packed = profile(samples, model: .packed(.simulatedAir)).report
    #expect(packed.stages.map(\.name) == HostStage.allCases.map(\.name))
    #expect(packed["scores"]?.count == 9 && packed["features"]?.count == 9)
    try expectNoAllocation(samples, model: .packed(.simulatedAir))
    let lab = profile(samples).report
    let (path, zones) = (packed["features"]?.typical ?? 0, lab["features"]?.typical ?? 0)
    #expect(path > 2 * zones, "\(path) ns against \(zones) ns")
  }

  /// A correction that removes all force: the attitude is never known, and strokes are given up unread.
  @Test func `A calibration is in force in the chain as it is`() throws {
    let samples = try rawSamples()
    let nothing = GainMatrix(rows: .zero, .zero, .zero)
    let corrected = profile(
      samples, calibration: SensorCalibration(accelerometer: AffineCalibration(gain: nothing)))
    #expect(corrected.report["integrate"] == nil)
    let (with, without) = (
      corrected.report["reading"]?.count, profile(samples).report["reading"]?.count
    )
    #expect(with ?? 0 < (without ?? 0) / 2)
  }

  @Test func `Every stage of a raw board has its runs`() throws {
    let samples = try rawSamples()
    let report = profile(samples).report
    #expect(report.stages.map(\.name) == HostStage.allCases.map(\.name))
    #expect(report.samples == 3 * samples.count)
    for stage in [HostStage.sample, .decode, .calibrate, .fuse] {
      #expect(report[stage.name]?.count == 3 * samples.count, "\(stage)")
    }
    // Three passes over three letters.
    for stage in [HostStage.plane, .features, .scores] {
      #expect(report[stage.name]?.count == 9, "\(stage)")
    }
    let (project, rescale) = (report["project"]?.count, report["rescale"]?.count)
    #expect(project == rescale)
    let stored = try #require(report["buffer"]?.count)
    let down = samples.count { $0.pen == .down }
    #expect(stored == 3 * down)
  }

  @Test func `A board that sends its attitude has nothing to fuse`() throws {
    let report = profile(try samples()).report
    #expect(report["calibrate"] == nil && report["fuse"] == nil)
    #expect(report["integrate"] != nil && report["scores"] != nil)
  }

  @Test func `Percentiles rise, and nothing is allocated`() throws {
    for stage in profile(try rawSamples()).report.stages {
      let figures = try #require(stage.percentiles)
      let rising = [figures.p50, figures.p90, figures.p99, figures.p999, figures.p9999, stage.max]
      #expect(rising == rising.sorted(), "\(stage.name)")
      #expect(stage.mean <= stage.max)
    }
    try expectNoAllocation(try rawSamples(), model: .linear(.lab))
  }

  @Test func `The whole takes as long as its pieces`() throws {
    let report = profile(try rawSamples()).report
    func typical(_ name: String) throws -> Double { try #require(report[name]).typical }
    let pieces = try ["decode", "fuse", "integrate", "buffer"].map(typical).reduce(0, +)
    let ratio = try typical("sample") / pieces
    #expect(0.5 < ratio && ratio < 2, "\(ratio)")
  }

  @Test func `Recording costs less than a twentieth of a sample's own time`() throws {
    let profiler = HostProfiler(
      try rawSamples(), model: .packed(.simulatedAir))
    let cost = profiler.recordingCost()
    #expect(cost < 0.05, "\(cost)")
  }

  @Test func `The times of all passes are told one by one`() throws {
    let samples = try samples()
    let result = profile(samples)
    #expect(result.times.count == 3 * samples.count)
    #expect(result.histogram.count == UInt64(3 * samples.count))
    #expect(result.times.max() == result.histogram.maximum)
    #expect(result.report["sample"]?.max == Double(result.histogram.maximum))
  }
}
