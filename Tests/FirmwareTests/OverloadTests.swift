import Foundation
import QuillonEmulator
import QuillonRecognizer
import QuillonWire
import TestSupport
import Testing

/// More than a board can process. A host that does not listen makes it wait in the middle of its work, with the
/// sensor's interrupts running on: what arrives then fills the ring, and the rest is lost and counted.
///
/// Only the emulated mps2-an386 can be held up so: the emulated stm32f405 stands still as a whole, and on
/// the nrf51822 the host's line is the sensor's.
@Suite(.waiting) struct OverloadTests {
  @Test func lateSamplesAndLostBytesAreCountedExactly() throws {
    let conversation = try Conversation(.mps2)
    let samples = Array(try SampleSets.alphabet(writer: 3).prefix(20))
    #expect(conversation.status { _ in true } == Status())
    // Each command is answered. Nobody reads the answers, so in the end the board waits to send one.
    for _ in 0..<4_000 { conversation.send(pen: .up) }
    conversation.board.waitUntilTaken()
    Thread.sleep(forTimeInterval: 0.3)

    var (sent, whole) = (0, 0)
    for sample in samples {
      sent += conversation.send(sample).count
      if sent <= 256 { whole += 1 }
    }
    conversation.board.waitUntilTaken()
    let overloaded = try #require(conversation.status { $0.samples.value > 0 })
    #expect(overloaded.sensorOverruns.value == UInt32(sent - 256))
    #expect(overloaded.lateSamples.value == UInt32(whole))
    #expect(overloaded.samples.value == UInt32(whole))

    // The control: with somebody listening nothing is late. The first sample mends the line.
    for sample in samples {
      conversation.send(sample)
      conversation.listen(for: .milliseconds(20))
    }
    let relaxed = try #require(conversation.status { $0.samples.value > overloaded.samples.value })
    #expect(relaxed.samples.value >= UInt32(whole + 19))
    #expect(relaxed.lateSamples == overloaded.lateSamples)
    #expect(relaxed.sensorOverruns == overloaded.sensorOverruns)
  }

  /// However many commands wait, the sensor's line is looked at between two of them.
  @Test func commandsLeaveTheSensorItsTurn() throws {
    let conversation = try Conversation(.mps2)
    for _ in 0..<4_000 { conversation.send(pen: .up) }
    conversation.sendAmongSamples(.settings(WritingSettings()))
    conversation.board.waitUntilTaken()
    Thread.sleep(forTimeInterval: 0.3)

    let isSettings = { (message: Message) in if case .settings = message { true } else { false } }
    #expect(conversation.first(where: isSettings) != nil)
    let place = try #require(conversation.heard.firstIndex(where: isSettings))
    // The ring was full of commands when the board could go on.
    let deadline = ContinuousClock.now + .seconds(20)
    var later = 0
    while later < 7, .now < deadline {
      conversation.listen(for: .milliseconds(100))
      later = conversation.heard[place...].count { if case .pen = $0 { true } else { false } }
    }
    #expect(later >= 7, "commands answered after the sensor's line was read")
  }
}
