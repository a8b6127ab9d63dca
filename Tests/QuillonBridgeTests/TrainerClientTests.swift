import Foundation
import QuillonBridge
import QuillonNumerics
import QuillonRecognizer
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// Transactions with a board that can be taught, over a line that may damage what it carries.
@Suite struct TrainerClientTests {
  private static let shipped = PackedModel.builtIn
  private static let other = ReducedModel.network.model

  private static var bytes: [UInt8] { other.withBytes { Array($0) } }

  /// How a transaction ends.
  private func ask(
    _ request: Transaction.Request, on line: some ByteTransport,
    timeout: Duration = .microseconds(200), isPatient: Bool = false
  ) -> Transaction.Ending? {
    let link = TrainerClient(timeout: timeout, isPatient: isPatient)
    var ending: Transaction.Ending?
    link.ask(request) { ending = $0 }
    var decoder = PacketDecoder()
    var buffer = [UInt8](repeating: 0, count: 256)
    while !link.isIdle {
      link.speak(to: line)
      guard
        case .bytes(let count) = buffer.withUnsafeMutableBytes({
          line.read(into: $0, timeout: .zero)
        })
      else { continue }
      for byte in buffer[..<count] {
        if case .packet(let packet) = decoder.push(byte) { link.hear(packet.message) }
      }
    }
    return ending
  }

  /// One byte in a hundred is hit, lost or doubled, both ways: what was damaged is asked for again, and the model that comes
  /// out is whole.
  @Test(arguments: UInt64(1)...8)
  func aModelArrivesWholeOnAFaultyLine(_ seed: UInt64) throws {
    var faults = LineFaults(rates: .init(flip: 0.006, lose: 0.002, double: 0.002), seed: seed)
    let board = TrainerBoard()
    let line = TrainerLine(to: board) { faults.transmit($0) }
    let ending = ask(.deliver(.model, Self.bytes, modelID: Self.other.modelID), on: line)
    guard case .done(let reply) = ending else {
      Issue.record("seed \(seed): \(String(describing: ending))")
      return
    }
    #expect(
      reply.modelID == Self.other.modelID && board.modelID == Self.other.modelID, "seed \(seed)")
    #expect(faults.counts.flipped > 50 && faults.counts.lost > 10, "seed \(seed)")
  }

  /// A line so bad that nothing passes, and one that ends in between: the board goes on with its own model.
  @Test func aModelThatDoesNotArriveIsNotUsed() {
    var faults = LineFaults(rates: .init(flip: 0.3), seed: 9)
    let board = TrainerBoard()
    let line = TrainerLine(to: board) { faults.transmit($0) }
    #expect(ask(.deliver(.model, Self.bytes, modelID: Self.other.modelID), on: line) == .silent)
    #expect(board.modelID == Self.shipped.modelID)

    var carried = 0
    let cut = TrainerLine(to: board) { bytes in
      carried += 1
      return carried < 200 ? bytes : []
    }
    #expect(ask(.deliver(.model, Self.bytes, modelID: Self.other.modelID), on: cut) == .silent)
    #expect(board.modelID == Self.shipped.modelID)
  }

  /// A board that has answered may be busy for longer than thirty times the wait.
  @Test func aBusyBoardIsWaitedFor() {
    let board = TrainerBoard()
    var (carried, start) = (0, ContinuousClock.now)
    let line = TrainerLine(to: board) { bytes in
      carried += 1
      if carried == 200 { start = .now }
      return carried < 200 || .now - start > .milliseconds(60) ? bytes : []
    }
    let ending = ask(
      .deliver(.model, Self.bytes, modelID: Self.other.modelID), on: line,
      timeout: .milliseconds(1))
    guard case .done = ending else {
      Issue.record("\(String(describing: ending))")
      return
    }
    #expect(board.modelID == Self.other.modelID)
  }

  /// A board whose first answer comes late, because it starts or its computer is busy, is not taken for one that can't be trained. One that
  /// reports its status and does not answer is.
  @Test func aLateFirstAnswerIsWaitedFor() {
    let start = ContinuousClock.now
    let late = TrainerLine(to: TrainerBoard()) {
      .now - start > .milliseconds(60) ? $0 : []
    }
    guard case .done = ask(.state, on: late, timeout: .milliseconds(1), isPatient: true) else {
      Issue.record("the answer after 60 ms came too late")
      return
    }
    var sent = 0
    let reporting = ScriptedLine { _ in
      sent += 1
      return [.status(Status())]
    }
    #expect(ask(.state, on: reporting, timeout: .milliseconds(1), isPatient: true) == .silent)
    #expect(sent == 10)
  }

  /// The reply of a board that counts more bytes than it was sent.
  private static func beyond(_ bytes: [UInt8], by more: Int) -> TrainerReply {
    TrainerReply(
      .receive, .waiting, subject: BlobKind.model.rawValue, isModelSent: false, hasMetric: false,
      trainingUpdates: 0, count: UInt16(clamping: bytes.count + more), modelID: other.modelID)
  }

  /// Nothing is read behind the end of what is handed over, whatever the first or a later answer counts.
  @Test(arguments: [0, 1, 1_000, Int(UInt16.max)], [false, true])
  func aBoardThatCountsMoreThanWasSentIsRefused(_ more: Int, _ beginsWell: Bool) {
    let beyond = Self.beyond(Self.bytes, by: more)
    var well = beyond
    well.count = 0
    let line = ScriptedLine { message in
      if case .request = message, beginsWell { [.reply(well)] } else { [.reply(beyond)] }
    }
    let ending = ask(.deliver(.model, Self.bytes, modelID: Self.other.modelID), on: line)
    #expect(ending == .refused(beyond))
  }

  @Test func nobodyAtTheOtherEndIsToldAsSilence() {
    #expect(ask(.state, on: TrainerLine(to: nil)) == .silent)
  }

  @Test func aWrongChecksumIsRefused() {
    let board = TrainerBoard()
    var bytes = Self.bytes
    bytes[100] ^= 1
    guard
      case .refused(let reply) = ask(
        .deliver(.model, bytes, modelID: Self.other.modelID), on: TrainerLine(to: board))
    else {
      Issue.record("it was taken")
      return
    }
    #expect(reply.outcome == .damaged && board.modelID == Self.shipped.modelID)
  }
}
