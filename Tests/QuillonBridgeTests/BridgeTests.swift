import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct BridgeTests {
  @Test func tenThousandSamplesArriveBitForBit() throws {
    let samples = Arrow.samples(Arrow.random(count: 125, seed: 41))
    #expect(samples.count == 10_020)
    let connection = try Connection(BoardScript(samples: samples, pacing: .unpaced))
    #expect(connection.samples == samples)
    #expect(connection.summary.samples == samples.count)
    #expect(connection.summary.lost == 0)
    #expect(connection.summary.damaged == 0)
    #expect(connection.report.ending == .completed)
    #expect(connection.report.droppedPackets == 0)
    #expect(connection.ending == .disconnected)
    #expect(connection.summary.latency.count == UInt64(samples.count))
  }

  @Test func lettersAreToldWithTimeScoreAndMargin() throws {
    let connection = try Connection(
      BoardScript(samples: Arrow.samples([.right, .down, .left, .up]), pacing: .unpaced))
    #expect(connection.word == "RDLU")
    #expect(connection.summary.letters == 4)
    for (number, letter) in connection.events.letters.enumerated() {
      // Each is complete with the first sample after its 60, 80 samples after the one before.
      #expect(letter.time == Double(8 * (number + 1)) / 10)
      #expect(abs(letter.score - 1) < 0.02)
      #expect(letter.margin > 0.9)
      #expect(letter.source == .host)
      #expect(!letter.isRejected)
    }
  }

  /// A sensor that was soldered on turned by half: right is left without its calibration, and what is reported
  /// stays as it was sent.
  @Test func aCalibrationCorrectsWhatIsRecognized() throws {
    let samples = Arrow.samples([.right, .down]).map { sample in
      var sample = sample
      if case .linear(let a) = sample.acceleration {
        sample.acceleration = .specificForce(
          Vector3(Fixed(bits: -a.x.bits), Fixed(bits: -a.y.bits), Fixed(9.80665)))
      }
      return sample
    }
    let script = BoardScript(samples: samples, pacing: .unpaced)
    #expect(try Connection(script).word == "LU")
    var calibration = SensorCalibration()
    calibration.accelerometer.axes = try #require(AxisMap(x: .minusX, y: .minusY, z: .z))
    let connection = try Connection(script, calibration: calibration)
    #expect(connection.word == "RD")
    #expect(connection.samples == samples)
  }

  @Test func eventsComeInTheOrderOfTheLine() throws {
    let samples = Arrow.samples([.right])
    let events = try Connection(BoardScript(samples: samples, pacing: .unpaced)).events
    guard case .hello(let hello) = events.first, case .status(let status) = events.last else {
      Issue.record("hello does not come first or status not last: \(events.count) events")
      return
    }
    #expect(hello.board == BoardName("virtual board"))
    #expect(status.samples == Counter(UInt32(samples.count)))
    let pens = events.compactMap { if case .pen(let change) = $0 { change.state } else { nil } }
    #expect(pens == [.down, .up])
  }

  @Test func timeGoesOnWhenTheClockWraps() throws {
    let start = UInt32.max - 500_000
    let samples = Arrow.samples([.left, .right], startingAt: start)
    let connection = try Connection(BoardScript(samples: samples, pacing: .unpaced))
    #expect(connection.samples == samples)
    #expect(connection.word == "LR")
    #expect(connection.events.letters.map(\.time) == [0.8, 1.6])
  }

  @Test func aSlowReaderLosesNothingOfAnUnpacedBoard() throws {
    let samples = Arrow.samples([.right, .left, .up, .down])
    let board = try VirtualBoard(BoardScript(samples: samples, pacing: .unpaced))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    let bridge = try Connection.bridge()
    var letters = 0
    _ = bridge.run(port) {
      if case .sample = $0 { Thread.sleep(forTimeInterval: 0.002) }
      if case .letter = $0 { letters += 1 }
    }
    #expect(try player.result().droppedPackets == 0)
    #expect(bridge.summary.samples == samples.count)
    #expect(letters == 4)
  }

  @Test func damagedBytesCostNothingButTheirPackets() throws {
    let seed: UInt64 = 11
    let samples = Arrow.samples(Arrow.random(count: 60, seed: seed))
    let faults = LineFaults(rates: LineFaults.Rates(flip: 0.01), seed: seed)
    let connection = try Connection(
      BoardScript(samples: samples, pacing: .unpaced, faults: faults))
    let (report, summary) = (connection.report, connection.summary)
    #expect(report.faults.flipped > 1000)
    #expect(summary.damaged > 500)
    // Between the first whole packet and the last, each came whole or left a gap in the numbers.
    let outside = report.packets - connection.packetCount - summary.lost
    let first = try #require(connection.samples.first.flatMap(samples.firstIndex(of:)))
    let last = try #require(connection.samples.last.flatMap(samples.firstIndex(of:)))
    let unseen = first + samples.count - 1 - last
    #expect((0...unseen + 2).contains(outside), "seed \(seed): \(outside) of \(unseen)")
    // A wrong byte costs its own packet, and a wrong delimiter a neighbor's too.
    #expect(summary.lost < report.faults.flipped * 11 / 10, "seed \(seed)")
    #expect(connection.samples.isSubsequence(of: samples), "seed \(seed)")
  }

  @Test func lostAndDoubledBytesAreSurvivedToo() throws {
    let seed: UInt64 = 12
    let samples = Arrow.samples(Arrow.random(count: 60, seed: seed))
    let faults = LineFaults(rates: LineFaults.Rates(lose: 0.001, double: 0.001), seed: seed)
    let connection = try Connection(
      BoardScript(samples: samples, pacing: .unpaced, faults: faults))
    #expect(connection.summary.lost > 100)
    #expect(connection.summary.samples > samples.count * 4 / 5)
    #expect(connection.samples.isSubsequence(of: samples), "seed \(seed)")
  }

  @Test func aStallDelaysAndLosesNothing() throws {
    let samples = Arrow.samples([.right])
    let script = BoardScript(
      samples: samples, pacing: .realTime,
      stalls: [BoardScript.Stall(before: 50, for: .milliseconds(300))])
    let connection = try Connection(script)
    #expect(connection.samples == samples)
    #expect(connection.word == "R")
  }
}
