import Foundation
import QuillonConversions
import QuillonFusion
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct VirtualBoardTests {
  @Test func saysHelloSamplesAndStatusInOrder() throws {
    let samples = makeSamples(300)
    let (packets, report) = try play(BoardScript(samples: samples, pacing: .unpaced))
    #expect(packets.map(\.sequence) == (0..<UInt16(packets.count)).map(\.self))
    guard case .hello = packets.first?.message, case .status(let status) = packets.last?.message
    else {
      Issue.record("hello first and status last are missing among \(packets.count) packets")
      return
    }
    #expect(status.samples.value == 300)
    #expect(received(packets) == samples)
    #expect(report.samples == 300)
    #expect(report.packets == packets.count)
    #expect(report.ending == .completed)
  }

  @Test func theHelloStatesTheRangesThatAreWholeNumbers() throws {
    for (range, force, rate) in [
      (SensorRange(g: 2, degrees: 250), 2, 250), (SensorRange(g: 2.5, degrees: 250), 0, 250),
      (SensorRange(g: 1e9), 0, 0), (SensorRange(), 0, 0),
    ] {
      var script = BoardScript(samples: makeSamples(1), pacing: .unpaced)
      script.range = range
      guard case .hello(let hello)? = try play(script).0.first?.message else {
        Issue.record("no hello")
        continue
      }
      #expect(hello.accelerometerRange == force && hello.gyroscopeRange == rate, "\(range)")
    }
  }

  @Test func eachPenChangeStandsBeforeItsSample() throws {
    let (packets, _) = try play(BoardScript(samples: makeSamples(200), pacing: .unpaced))
    var announced = PenState.up
    for packet in packets {
      if case .pen(let change) = packet.message {
        #expect(change.state != announced)
        #expect(change.origin == .board)
        announced = change.state
      }
      if case .sample(let sample) = packet.message { #expect(sample.pen == announced) }
    }
  }

  @Test func sendsNothingBeforeAProgramOpensThePort() throws {
    let board = try VirtualBoard(BoardScript(samples: makeSamples(5), pacing: .unpaced))
    let player = Worker { board.run() }
    Thread.sleep(forTimeInterval: 0.1)
    let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    #expect(received(readPackets(from: port)).count == 5)
    _ = try player.result()
  }

  /// However late one sample was sent, the next is due at its own time.
  @Test func keepsTimeWithoutDrift() {
    var schedule = Schedule(pacing: .realTime)
    let start = schedule.due(5)
    for index in 1...1_000 as ClosedRange<UInt32> {
      if index % 250 == 0 { usleep(2_000) }
      #expect(schedule.due(5 + 1_000 * index) - start == .milliseconds(index))
    }
  }

  /// No sample comes before it is due. How late a busy machine lets one be shows nothing.
  @Test func noSampleComesEarly() throws {
    let samples = makeSamples(101)
    let board = try VirtualBoard(BoardScript(samples: samples))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    let start = ContinuousClock.now
    var count = 0
    _ = readPackets(from: port) { packet in
      guard case .sample = packet.message else { return }
      // The board may have started up to a look for its client before this clock.
      #expect(.now - start >= .milliseconds(10) * (count - 1))
      count += 1
    }
    _ = try player.result()
    #expect(count == samples.count)
  }

  @Test func nobodyReadingCostsPacketsInRealTimeAndTheyAreCounted() throws {
    var samples = makeSamples(1500)
    // One microsecond apart: more than the line's buffer holds, long before anybody reads.
    for index in samples.indices { samples[index].timestamp = UInt32(index) }
    let board = try VirtualBoard(BoardScript(samples: samples))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    Thread.sleep(forTimeInterval: 0.5)
    let packets = readPackets(from: port)
    let report = try player.result()
    #expect(report.samples == 1500)
    #expect(report.droppedPackets > 0)
    // A packet that is cut spoils at most the one behind it.
    #expect(packets.count < report.packets)
    #expect(packets.count + 2 * report.droppedPackets >= report.packets)
  }

  @Test func aPatientBoardWaitsForItsReader() throws {
    var samples = makeSamples(1500)
    for index in samples.indices { samples[index].timestamp = UInt32(index) }
    var script = BoardScript(samples: samples)
    script.timeout = .seconds(30)
    let board = try VirtualBoard(script)
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    Thread.sleep(forTimeInterval: 0.5)
    let packets = readPackets(from: port)
    let report = try player.result()
    #expect(report.droppedPackets == 0)
    #expect(packets.count == report.packets)
  }

  @Test func thePlugIsPulledAtItsSample() throws {
    let stall = BoardScript.Stall(untilReadBefore: 19)
    let script = BoardScript(samples: makeSamples(60), stalls: [stall], unplug: 20)
    let (packets, report) = try play(script)
    #expect(report.ending == .unplugged)
    #expect(report.samples == 20)
    #expect(received(packets).count >= 19)
  }

  @Test func closingEndsEveryWait() throws {
    let samples = makeSamples(2)
    let stall = BoardScript.Stall(before: 1, for: .seconds(20))
    for (script, hasClient) in [
      (BoardScript(samples: samples), false),
      (BoardScript(samples: samples, stalls: [stall]), true),
      (BoardScript(samples: makeSamples(5000), pacing: .unpaced), true),
    ] {
      let board = try VirtualBoard(script)
      let player = Worker { board.run() }
      let port =
        hasClient ? try openTransport(path: board.path, baud: 9600, dtr: .automatic) : nil
      Thread.sleep(forTimeInterval: 0.05)
      let start = ContinuousClock.now
      board.close()
      #expect(try player.result().ending == .closed)
      #expect(.now - start < .seconds(1))
      port?.close()
    }
  }

  @Test func timestampsMayWrap() throws {
    let samples = makeSamples(40, from: UInt32.max - 100_000)
    let start = ContinuousClock.now
    let (packets, _) = try play(BoardScript(samples: samples))
    #expect(received(packets) == samples)
    #expect(.now - start > .milliseconds(380))
  }

  @Test func anothersMessagesArriveByteForByte() throws {
    let trace = try AirWriter(seed: 3).trace(of: "I")
    let messages = trace.messages(by: MIPEncoder())
    #expect(messages.count == trace.rows.count)
    let board = try VirtualBoard(BoardScript(.messages(messages), pacing: .unpaced))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 9600, dtr: .automatic)
    defer { port.close() }
    var arrived: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case .bytes(let count) = buffer.withUnsafeMutableBytes({
      port.read(into: $0, timeout: .seconds(10))
    }) {
      arrived += buffer[..<count]
    }
    #expect(arrived == messages.flatMap(\.bytes))
    #expect(try player.result().samples == messages.count)
  }
}
