import Foundation
import QuillonBridge
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

@Suite(.waiting) struct BoardEventsTests {
  @Test func samplesMotionsAndLettersComeUntilTheBoardIsGone() async throws {
    let arrows = Arrow.random(count: 5, seed: 7)
    let samples = Arrow.samples(arrows)
    let board = try VirtualBoard(BoardScript(samples: samples, pacing: .unpaced))
    let player = Worker { board.run() }
    let model = LabeledModel(.linear(try #require(Arrow.model())), labels: Arrow.labels)
    var events: [BridgeEvent] = []
    for try await board in BoardEvents(ports: [board.path], model: model) {
      events.append(board.event)
    }
    #expect(events.samples == samples)
    #expect(events.letters.map(\.label) == arrows.map(\.rawValue))
    #expect(events.count { if case .motion = $0 { true } else { false } } == samples.count)
    #expect(try player.result().ending == .completed)
  }

  /// Two boards are read at once, and each event names the port of its board.
  @Test func eachEventTellsItsBoard() async throws {
    let model = LabeledModel(.linear(try #require(Arrow.model())), labels: Arrow.labels)
    let texts = [Arrow.random(count: 3, seed: 11), Arrow.random(count: 4, seed: 12)]
    let boards = try texts.map {
      try VirtualBoard(BoardScript(samples: Arrow.samples($0), pacing: .unpaced))
    }
    let players = boards.map { board in Worker { board.run() } }
    var labels: [String: [String]] = [:]
    for try await board in BoardEvents(ports: boards.map(\.path), model: model) {
      if case .letter(let letter) = board.event {
        labels[board.port, default: []].append(letter.label)
      }
    }
    for (board, text) in zip(boards, texts) { #expect(labels[board.path] == text.map(\.rawValue)) }
    for player in players { #expect(try player.result().ending == .completed) }
  }

  @Test func withoutPortsThereIsNoEvent() async throws {
    for try await board in BoardEvents(ports: []) { Issue.record("\(board)") }
  }

  /// A board of another make, whether its format is given or found. It sends its own time, so that it may send faster than it measures.
  @Test(arguments: [false, true])
  func aBoardOfAnotherMakeIsRead(isFound: Bool) async throws {
    let encoder = try #require(SensorEncoders.named("x-imu3"))
    let format = try #require(BoardFormat.named("x-imu3"))
    let messages = try writtenWithoutPen("I", seed: 21).messages(by: encoder)
    let board = try VirtualBoard(BoardScript(.messages(messages), pacing: .unpaced))
    let player = Worker { board.run() }
    var count = 0
    for try await board in BoardEvents(
      ports: [board.path], stream: isFound ? nil : StreamOptions(format, rate: 100))
    {
      if case .sample = board.event { count += 1 }
    }
    #expect(count > 100)
    #expect(try player.result().ending == .completed)
  }

  /// Whether the board is still being sought for or has been found, the port is free when nobody listens any more.
  @Test(arguments: [false, true])
  func cancelingClosesThePort(speaks: Bool) async throws {
    let terminal = try PseudoTerminal()
    let stream = try speaks ? StreamOptions(#require(BoardFormat.named("teapot"))) : nil
    let events = BoardEvents(ports: [terminal.path], stream: stream)
    // A task of the group runs on the test's own threads. One of its own would wait for those that compute, a minute and more.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for try await _ in events {} }
      try await wait { terminal.hasClient }
      group.cancelAll()
    }
    try await wait { !terminal.hasClient }
  }

  @Test func leavingTheLoopClosesThePort() async throws {
    let terminal = try PseudoTerminal()
    let samples = Arrow.samples([.right])
    let sender = Worker {
      var (encoder, packet) = (PacketEncoder(), PacketBytes())
      for sample in samples {
        encoder.encode(sample, into: &packet)
        _ = terminal.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(60))
      }
      return true
    }
    for try await board in BoardEvents(ports: [terminal.path]) {
      if case .sample = board.event { break }
    }
    #expect(try sender.result())
    try await wait { !terminal.hasClient }
  }

  @Test func aPortThatIsNotThereIsAnError() async {
    await #expect(throws: LinkError.self) {
      for try await _ in BoardEvents(ports: ["/dev/quillon-not-there"]) {}
    }
  }

  private func wait(until isTrue: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isTrue() {
      try #require(.now < deadline)
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
