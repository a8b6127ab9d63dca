import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct DeviceMotionsTests {
  private func samples() throws -> [InertialSample] {
    let trace = SensorErrors.phone.apply(to: try AirWriter(seed: 31).trace(of: "AB"), seed: 31)
    return trace.raw(.nine).replaySamples.map(\.sample)
  }

  /// What `push` returns.
  private func fused(_ samples: [InertialSample]) -> [DeviceMotion] {
    var fusion = MotionFusion()
    return samples.compactMap { fusion.push($0) }
  }

  @Test func samplesInMemoryAreFusedOneByOne() async throws {
    let samples = try samples()
    var motions: [DeviceMotion] = []
    for await motion in MotionFusion().motions(of: samples) { motions.append(motion) }
    #expect(motions == fused(samples))
    #expect(motions.count == samples.count)
  }

  @Test func aBoardOnAPortIsFollowedToItsEnd() async throws {
    let samples = try samples()
    let board = try VirtualBoard(BoardScript(samples: samples, pacing: .unpaced))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    var motions: [DeviceMotion] = []
    for await motion in MotionFusion().motions(on: port, keepingNewest: samples.count) {
      motions.append(motion)
    }
    #expect(motions == fused(samples))
    #expect(try player.result().ending == .completed)
  }

  /// Nobody listens while all is sent: the newest wait, and they were fused with all the others.
  @Test func aSlowListenerFindsTheNewest() async throws {
    let samples = try samples()
    let terminal = try PseudoTerminal()
    let port = try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    let stream = MotionFusion().motions(on: port, keepingNewest: 10)
    let sent = Worker {
      var (encoder, packet) = (PacketEncoder(), PacketBytes())
      for sample in samples {
        encoder.encode(sample, into: &packet)
        _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(10))
      }
      terminal.waitUntilRead(timeout: .seconds(5))
      terminal.close()
      // Until the reading thread has seen the end.
      Thread.sleep(forTimeInterval: 0.5)
      return true
    }
    #expect(try sent.result())
    var motions: [DeviceMotion] = []
    for await motion in stream { motions.append(motion) }
    #expect(motions == fused(samples).suffix(10))
  }

  @Test func aBoardThatStartsAnewIsFusedAnew() async throws {
    let samples = try Array(samples().prefix(50))
    let terminal = try PseudoTerminal()
    let port = try openTransport(path: terminal.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    let stream = MotionFusion().motions(on: port)
    let hello = Message.hello(
      Hello(
        board: BoardName("x"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 100, modelID: 0))
    let sent = Worker {
      for _ in 0..<2 {
        var (encoder, packet) = (PacketEncoder(), PacketBytes())
        encoder.encode(hello, time: 0, into: &packet)
        _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(10))
        for sample in samples {
          encoder.encode(sample, into: &packet)
          _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(10))
        }
      }
      terminal.waitUntilRead(timeout: .seconds(5))
      terminal.close()
      return true
    }
    var motions: [DeviceMotion] = []
    for await motion in stream { motions.append(motion) }
    #expect(try sent.result())
    #expect(motions == fused(samples) + fused(samples))
  }
}
