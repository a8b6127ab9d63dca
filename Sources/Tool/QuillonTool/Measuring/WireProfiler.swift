import Foundation
import QuillonBridge
import QuillonFusion
import QuillonReports
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonTraining
import Synchronization

/// Measures the time from the moment when a board writes a packet to its line to the event on the
/// host, over a pseudo-terminal. This includes the system's line, the wake-up of the process, the
/// bridge and the recognizer.
///
/// Over a real port, the board sends back all bytes, so that one clock measures both ends. The time
/// then includes the line twice.
struct WireProfiler {
  /// The result of a run at one rate.
  struct Run {
    /// Samples a second by the board's clock.
    var rate: Double
    /// How many samples the board sent.
    var sent: Int
    /// The latency of each sample that became an event, ns, in order.
    var times: [UInt64]
    /// The time from the first packet to the last event, s.
    var duration: Double

    /// True if every sample came, in the time that the samples stand for, and 99 % of them within
    /// the deadline.
    var isHeld: Bool {
      times.count == sent && duration <= Double(sent) / rate * 1.05 + 0.05
        && times.histogram.percentile(99) <= LatencyHistogram.frame
    }
  }

  /// The periods that are tried, µs: 100 Hz to 50 kHz. Each rate is twice the one before, as far as
  /// the board's clock can express it.
  private static let periods: [UInt32] = [10_000, 5_000, 2_500, 1_250, 625, 312, 156, 78, 40, 20]
  /// How long a rate is tried, s.
  private static let trial = 2.0

  let samples: [InertialSample]
  let model: ModelOptions
  let stabilizers: StabilizerOptions
  let calibration: SensorCalibration?
  /// The port of a board that sends back all bytes, and its speed. Nil for a pseudo-terminal.
  let port: String?
  let baud: Int
  /// What a frame may take at 100 Hz.
  let budget: FrameTime
  /// How long to wait for the last samples over a real port, s.
  private static let timeout = 1.0

  /// Measures `seconds` at 100 Hz. If no sample is lost, it measures shorter at higher and higher
  /// rates until samples are lost. The highest rate is 0 if even 100 Hz fails.
  ///
  /// - Throws: `LinkError` if the system has no pseudo-terminal left.
  func report(seconds: Double, source: String) throws -> (report: ProfileReport, times: [UInt64]) {
    let bar = ProgressBar("measuring", total: 100, in: .percent)
    let trial = min(seconds, Self.trial)
    let whole = seconds + trial * Double(Self.periods.count - 1)
    defer { bar.show(100) }
    let normal = try run(period: Self.periods[0], seconds: seconds) { bar.show(share: $0 / whole) }
    var highest = normal.isHeld ? normal : nil
    for (number, period) in Self.periods.dropFirst().enumerated() where highest != nil {
      let before = seconds + trial * Double(number)
      let faster = try run(period: period, seconds: trial) {
        bar.show(share: (before + $0) / whole)
      }
      guard faster.isHeld else { break }
      highest = faster
    }
    let stages = [normal.figures(name: "100 Hz"), highest?.figures(name: "highest rate")]
      .compactMap(\.self)
    let misses = Double(normal.times.histogram.misses)
    let report = ProfileReport(
      subject: .wire, source: source, unit: "ns", frame: Double(LatencyHistogram.frame),
      samples: normal.times.count, stages: stages,
      sizes: [
        "highest rate that was held, Hz": highest?.rate ?? 0,
        "deadline misses an hour, at 100 Hz": misses * 3600 / max(normal.duration, 1e-9),
        "samples lost, at 100 Hz": Double(normal.sent - normal.times.count),
      ], budget: frameBudget(of: normal))
    return (report, normal.times)
  }

  /// The frames at 100 Hz compared with their budget: each is the time from the board's line to the event.
  private func frameBudget(of run: Run) -> FrameBudget {
    let worst = run.times.indices.max { run.times[$0] < run.times[$1] }
    return FrameBudget(
      limit: Double(budget.nanoseconds), frames: run.times.count,
      over: run.times.count { $0 > budget.nanoseconds },
      worst: FrameBudget.Frame(
        cost: Double(worst.map { run.times[$0] } ?? 0), time: worst.map { Double($0) / run.rate },
        letter: nil, stage: "100 Hz"))
  }

  /// Measures at one rate, with `period` µs between samples.
  ///
  /// - Parameter progress: Called at least every 20 ms with the time since the start, s.
  func run(
    period: UInt32, seconds: Double, progress: (Double) -> Void = { _ in }
  ) throws -> Run {
    let begin = MonotonicClock.now()
    let count = max(1, Int(seconds * 1e6 / Double(period)))
    let sent = (0..<count).map { index in
      var sample = samples[index % samples.count]
      sample.timestamp = UInt32(truncatingIfNeeded: index) &* period
      return sample
    }
    // The bridge is made before anything is sent: it takes a while, and the wait for the last sample is only a second.
    let bridge = try model.bridge(stabilizers: stabilizers)
    bridge.calibration = calibration
    let moments = Moments(count)
    let line = try port.map { try openTransport(path: $0, baud: baud, dtr: .automatic) }
    let receiver = try line ?? play(sent, moments)
    defer { receiver.close() }
    if let line {
      Thread {
        _ = SamplePlayer(sent).play(into: line) { moments.note($0) }
        moments.end()
      }.start()
    }
    var (times, last): ([UInt64], UInt64) = ([], 0)
    times.reserveCapacity(count)
    _ = bridge.run(
      receiver,
      isCancelled: {
        progress(Double(MonotonicClock.now() - begin) / 1e9)
        return moments.isOver(for: Self.timeout)
      }
    ) { event in
      guard case .sample(let sample, _) = event else { return }
      last = MonotonicClock.now()
      times.append(last &- moments[Int(sample.timestamp / period)])
    }
    let duration = Double(last > moments[0] ? last - moments[0] : 0) / 1e9
    return Run(rate: 1e6 / Double(period), sent: count, times: times, duration: duration)
  }

  /// Sends the samples to a pseudo-terminal and returns its receiving end.
  private func play(_ samples: [InertialSample], _ moments: Moments) throws -> any ByteTransport {
    let terminal = try PseudoTerminal()
    let receiver = try openTransport(path: terminal.path, baud: baud, dtr: .automatic)
    Thread {
      _ = SamplePlayer(samples).play(into: terminal) { moments.note($0) }
      terminal.waitUntilRead(timeout: .seconds(5))
      terminal.close()
    }.start()
    return receiver
  }
}

/// The times when each sample was written to the line, and when the last one was.
private final class Moments: Sendable {
  private let moments: Mutex<[UInt64]>
  private let ending = Mutex<UInt64?>(nil)

  init(_ count: Int) { moments = Mutex([UInt64](repeating: 0, count: count)) }

  func note(_ index: Int) {
    moments.withLock { $0[index] = MonotonicClock.now() }
  }

  func end() { ending.withLock { $0 = MonotonicClock.now() } }

  /// Whether the last sample was written this many seconds ago.
  func isOver(for seconds: Double) -> Bool {
    ending.withLock { end in end.map { Double(MonotonicClock.now() - $0) > seconds * 1e9 } ?? false
    }
  }

  subscript(index: Int) -> UInt64 {
    moments.withLock { $0.indices.contains(index) ? $0[index] : 0 }
  }
}

extension WireProfiler.Run {
  fileprivate func figures(name: String) -> StageFigures? {
    let histogram = times.histogram
    guard !times.isEmpty else { return nil }
    return StageFigures(
      name: name, count: times.count,
      mean: Double(times.reduce(0, +)) / Double(times.count),
      percentiles: StageFigures.Percentiles(histogram), max: Double(histogram.maximum))
  }
}

extension [UInt64] {
  fileprivate var histogram: LatencyHistogram {
    reduce(into: LatencyHistogram()) { $0.record($1) }
  }
}
