import EmulatedBoard
import Foundation
import Testing
import Wire

/// A fault in the middle of the work, on every board: RecognizerImage with an undefined instruction where a
/// stroke is scored.
@Suite struct FaultTests {
  @Test(arguments: Machine.allCases)
  func aFaultIsToldAfterTheRestartAndStateIsLost(_ machine: Machine) throws {
    try Project.firmware(machine)
    let code = try Disassembly("RecognizerImage", of: machine)
    let place = try #require(code.function("ModelScorer.advance")?.instructions.first?.address)
    let image = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-fault-\(UUID().uuidString).elf")
    defer { try? FileManager.default.removeItem(at: image) }
    try LinkedImage("RecognizerImage", of: machine)
      .write(to: image, undefiningInstructionAt: place)

    let conversation = try Conversation(machine, image: image)
    let letter = Array(
      try SampleSets.alphabet(writer: 1).drop { $0.pen == .up }.prefix { $0.pen == .down })
    conversation.play(letter)
    var last = try #require(letter.last)
    last.timestamp += 10_000
    last.pen = .up
    // The stroke may be scored some samples later.
    var (fault, after): (Message?, UInt32) = (nil, 0)
    for _ in 0..<200 where fault == nil {
      conversation.send(last)
      after += 1
      last.timestamp += 10_000
      fault = conversation.first(within: .milliseconds(20)) {
        if case .fault = $0 { true } else { false }
      }
    }
    #expect(fault == .fault(FaultReport(cause: 3, address: UInt32(place))))
    let status = try #require(conversation.status { _ in true })
    #expect(status.samples.value <= after, "what was counted is lost")
    let kinds = conversation.heard.compactMap { message -> String? in
      switch message {
      case .hello: "hello"
      case .fault: "fault"
      case .verdict: "verdict"
      default: nil
      }
    }
    #expect(kinds == ["hello", "hello", "fault"])
    #expect(conversation.restarts.value == 1)
  }
}
