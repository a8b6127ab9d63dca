import Foundation
import QuillonEmulator
import QuillonWire
import TestSupport
import Testing

/// A fault in the middle of the work, on every board: RecognizerImage with an undefined instruction where a
/// stroke is scored.
@Suite(.waiting) struct FaultTests {
  @Test(arguments: Machine.allCases)
  func aFaultIsToldAfterTheRestartAndStateIsLost(_ machine: Machine) throws {
    let image = try FaultyImage("RecognizerImage", of: machine, at: machine.scoringFunction)
    let conversation = try Conversation(machine, image: image.file)
    let (fault, count) = try #require(try conversation.provokeFault())
    #expect(fault == .fault(FaultReport(cause: 3, address: UInt32(image.place))))
    let status = try #require(conversation.status { _ in true })
    #expect(status.samples.value <= count, "what was counted is lost")
    let kinds = conversation.heard.compactMap { message -> String? in
      switch message {
      case .hello: "hello"
      case .fault: "fault"
      case .classification: "verdict"
      default: nil
      }
    }
    #expect(kinds == ["hello", "hello", "fault"])
    #expect(conversation.reception.restarts.value == 1)
  }
}
