import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonTraining
import Synchronization
import TestSupport
import Testing

/// The bridge's own work for each sample: decoding, recognition and reporting, in processor time.
@Suite struct WorkTests {
  /// Stops a thread that loads a core.
  private final class Load: Sendable {
    private let isRunning = Mutex(true)

    init() {
      Thread { [self] in
        var sum: UInt64 = 1
        while isRunning.withLock({ $0 }) {
          for _ in 0..<100_000 { sum = sum &* 6_364_136_223_846_793_005 &+ 1 }
        }
        withExtendedLifetime(sum) {}
      }.start()
    }

    func stop() { isRunning.withLock { $0 = false } }
  }

  /// Beside a program that uses all of a core, 99.9 % of the samples take less than 10 ms.
  @Test func aSampleTakesLessThanTenMilliseconds() throws {
    let load = Load()
    defer { load.stop() }
    let samples = try (1...3).flatMap { seed in
      try AirWriter(seed: seed).trace(of: "QUILLON").replaySamples.map(\.sample)
    }
    var script = BoardScript(samples: samples, pacing: .unpaced)
    script.timeout = .seconds(60)
    let board = try VirtualBoard(script)
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    Thread { _ = board.run() }.start()
    let model = try ShippedModel.air.load()
    let bridge = Bridge(model: .packed(model.model), labels: model.labels, owner: model)
    _ = bridge.run(port) { _ in }
    let work = bridge.summary.work
    #expect(work.count == samples.count)
    #expect(work.p999 < LatencyHistogram.frame, "\(work)")
    #expect(work.p50 > 0)
  }

  /// The control: an event that takes longer is a miss.
  @Test func longWorkIsAMiss() throws {
    let samples = try AirWriter(seed: 1).trace(of: "I").replaySamples.map(\.sample).prefix(20)
    let board = try VirtualBoard(BoardScript(samples: Array(samples), pacing: .unpaced))
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    Thread { _ = board.run() }.start()
    let bridge = Bridge(model: LinearModel.lab, labels: [])
    var (count, sum) = (0, 1.0)
    _ = bridge.run(port) { event in
      guard case .sample = event else { return }
      count += 1
      guard count == 5 else { return }
      let begin = ThreadClock.now()
      while ThreadClock.now() - begin < 20_000_000 { sum *= 1.0001 }
    }
    #expect(bridge.summary.work.misses == 1 && sum > 1)
  }
}
