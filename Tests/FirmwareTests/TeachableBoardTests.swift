import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonWire
import Synchronization
import TestSupport
import Testing

/// The firmware that accepts models and training updates from a host.
@Suite(.waiting) struct TeachableBoardTests {
  private static let machines = [Machine.mps2, .stm32f405]
  private static let other = ReducedModel.network.model

  static func image(_ machine: Machine) throws -> URL {
    try Project.firmware()
    return machine.image("RecognizerImage-teachable", in: Project.root)
  }

  private static func samples(_ text: String) throws -> [InertialSample] {
    SensorErrors.phone.apply(to: try AirWriter(seed: 5).trace(of: text), seed: 5)
      .replaySamples.map(\.sample)
  }

  /// What a running board reads while `samples` are written.
  private static func classifications(
    on samples: [InertialSample], _ count: Int, by conversation: Conversation
  ) -> [Classification] {
    let known = conversation.classifications.count
    conversation.play(samples)
    _ = conversation.first { _ in conversation.classifications.count >= known + count }
    return Array(conversation.classifications[known...])
  }

  private static func modelIDs(_ messages: some Sequence<Message>) -> [UInt32] {
    messages.compactMap { if case .hello(let hello) = $0 { hello.modelID } else { nil } }
  }

  @Test func aModelIsHandedOverAndReads() throws { try Self.expectHandOver(to: .mps2) }

  /// It is checked, reported by a hello, and letters are read by it as on the host, to the last bit.
  static func expectHandOver(to machine: Machine) throws {
    let samples = try Self.samples("QU")
    let expected = Self.other.classifications(on: samples).map(\.withoutRivals)
    let before = PackedModel.builtIn.classifications(on: samples).map(\.withoutRivals)
    try #require(expected.count == 2 && before.count == 2 && before != expected)
    let conversation = try Conversation(machine, image: try Self.image(machine))
    let start = ContinuousClock.now
    guard
      case .done(let reply) = conversation.ask(
        .deliver(.model, Self.other.fileBytes, modelID: Self.other.modelID))
    else {
      Issue.record("the board did not take it: \(conversation.heard.suffix(3))")
      return
    }
    print("\(machine.rawValue): handed over in \(ContinuousClock.now - start)")
    #expect(reply.modelID == Self.other.modelID && reply.isModelSent)
    #expect(classifications(on: samples, 2, by: conversation) == expected)
    #expect(modelIDs(conversation.heard) == [PackedModel.builtIn.modelID, Self.other.modelID])
    guard case .done = conversation.ask(.takeAway(.model)) else {
      Issue.record("the board does not go back")
      return
    }
    #expect(classifications(on: samples, 2, by: conversation) == before)
    #expect(modelIDs(conversation.heard).last == PackedModel.builtIn.modelID)
  }

  /// One wrong bit, and the model that was in force goes on.
  @Test func aDamagedModelIsRefused() throws {
    let samples = try Self.samples("Q")
    let before = PackedModel.builtIn.classifications(on: samples).map(\.withoutRivals)
    let conversation = try Conversation(.mps2, image: try Self.image(.mps2))
    var bytes = Self.other.fileBytes
    bytes[3_000] ^= 4
    guard
      case .refused(let reply) = conversation.ask(
        .deliver(.model, bytes, modelID: Self.other.modelID))
    else {
      Issue.record("the board took it")
      return
    }
    #expect(
      reply.outcome == .damaged && reply.modelID == PackedModel.builtIn.modelID
        && !reply.isModelSent)
    #expect(Self.classifications(on: samples, 1, by: conversation) == before)
    #expect(Self.modelIDs(conversation.heard) == [PackedModel.builtIn.modelID])
  }

  @Test func aTrainingUpdateIsLearnedTakenBackAndKept() throws {
    try Self.expectTrainingUpdate(on: .mps2)
  }

  /// A letter in an odd way, taught once, is read right; undo, and a restart with what was kept, are as on the host, to
  /// the last bit.
  static func expectTrainingUpdate(on machine: Machine) throws {
    var writer = AirWriter(seed: 31)
    writer.style.rotation = 0.75
    writer.style.wobble = 0
    let samples = SensorErrors.phone.apply(to: try writer.trace(of: "Z"), seed: 31)
      .replaySamples.map(\.sample)
    let (modelID, margin) = (PackedModel.builtIn.modelID, Fixed<12>(2))
    let label: UInt8 = 23
    let twin = TrainerBoard()
    let shipped = twin.classifications(on: samples).map(\.withoutRivals)
    try #require(shipped.count == 1 && shipped[0].label != label)
    let trainingUpdate = TrainerRequest.learn(
      label: label, after: 0, modelID: modelID, margin: margin)
    #expect(twin.ask(trainingUpdate)?.outcome == .done)
    let kept = try #require(twin.trainingUpdates())
    let taught = twin.classifications(on: samples).map(\.withoutRivals)

    let conversation = try Conversation(machine, image: try Self.image(machine))
    let request = Transaction.Request.learn(label: label, modelID: modelID, margin: margin)
    guard case .refused(let early) = conversation.ask(request) else {
      Issue.record("there was no letter yet")
      return
    }
    #expect(early.outcome == .noLetter)
    #expect(classifications(on: samples, 1, by: conversation) == shipped)
    guard case .done(let reply) = conversation.ask(request) else {
      Issue.record("it did not learn: \(conversation.heard.suffix(3))")
      return
    }
    #expect(reply.subject == label && reply.trainingUpdates == 1)
    #expect(classifications(on: samples, 1, by: conversation) == taught)
    #expect(
      conversation.ask(.fetchTrainingUpdates(size: kept.count, modelID: modelID))
        == .trainingUpdates(kept))
    guard case .done(let undone) = conversation.ask(.undo) else {
      Issue.record("it did not take it back")
      return
    }
    #expect(undone.trainingUpdates == 0)
    #expect(classifications(on: samples, 1, by: conversation) == shipped)

    let restarted = try Conversation(machine, image: try Self.image(machine))
    guard
      case .done(let restored) = restarted.ask(.deliver(.trainingUpdates, kept, modelID: modelID))
    else {
      Issue.record("it did not take them")
      return
    }
    #expect(restored.trainingUpdates == 1)
    #expect(classifications(on: samples, 1, by: restarted) == taught)
  }

  /// `bridge --teach --person` with a board that reads by itself: the same words, the same file.
  @Test func theToolTeachesABoard() throws {
    var writer = AirWriter(seed: 31)
    writer.style.rotation = 0.75
    writer.style.wobble = 0
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: "ZZZZ"), seed: 31)
    let samples = trace.replaySamples.map(\.sample)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("teachable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let person = folder.path + "/anna.json"
    for round in 0..<2 {
      let board = try SteppedBoard(.mps2, image: try Self.image(.mps2), samples)
      defer { board.close() }
      let input = Pipe()
      let tool = try Tool(
        [
          "bridge", "--port", board.path, "--json", "--model", "air-board", "--teach", "--person",
          person,
        ],
        input: input.fileHandleForReading)
      board.play(upToLetter: 0)
      // What was taught must be on the board before the first letter.
      if round == 1 { try tool.errorOutput(with: "training updates of this person: 2") }
      for number in 1...4 {
        board.play(upToLetter: number)
        try tool.lines(number, with: "\"event\":\"letter\"")
        // Two lessons: one may not outweigh what the model is sure of.
        guard round == 0, number <= 2 else { continue }
        try input.fileHandleForWriting.write(
          contentsOf: Data((number == 1 ? "undo\nx\n" : "x\n").utf8))
        try tool.lines(number, with: "\"learned\"")
      }
      board.close()
      let result = try tool.result()
      try input.fileHandleForWriting.close()
      let letters = result.lines.filter { $0.contains("\"event\":\"letter\"") }
      #expect(
        letters.count == 4 && letters.allSatisfy { $0.contains("\"board\"") },
        "round \(round): \(result.output) \(result.errorOutput)")
      #expect(letters.last?.contains("\"label\":\"X\"") == true, "\(letters)")
      #expect(letters.first?.contains("\"label\":\"X\"") == (round == 1), "\(letters)")
      if round == 0 {
        #expect(result.output.contains(#"{"event":"trainingUpdate","outcome":"nothing to undo"}"#))
      }
    }
  }

  /// Other firmware passes over all of it, and counts no damage.
  @Test func firmwareWithoutItSaysNothing() throws {
    let conversation = try Conversation(.mps2)
    conversation.send(.request(.state))
    conversation.send(.request(.undo(after: 0)))
    let status = conversation.status { _ in true }
    #expect(status?.damagedCommands == Counter(0))
    #expect(conversation.heard.allSatisfy { if case .reply = $0 { false } else { true } })
  }

  /// As the product itself: no heap, no floating point, no trap, and its stack is enough.
  @Test(arguments: machines)
  func theImageIsAsSafeAsTheProduct(_ machine: Machine) throws {
    let name = try Self.image(machine).deletingPathExtension().lastPathComponent
    let linked = LinkedImage(name, of: machine)
    let allocators = ["malloc", "calloc", "realloc", "free", "posix_memalign", "swift_slowAlloc"]
    #expect(try linked.symbols().filter { allocators.contains(String($0)) }.isEmpty)
    let image = try Disassembly(name, of: machine)
    #expect(image.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(image.floatingFunctions == [])
    #expect(
      image.function("OnDeviceTrainer.handle") != nil, "the core must be there to be looked at")
    let sizes = try linked.sectionSizes()
    let bound = try image.stackBound()
    #expect(bound <= (try #require(sizes[".stack"])))
    let flash = sizes[".text", default: 0] + sizes[".data", default: 0]
    let memory = [".stack", ".noinit", ".data", ".bss"].map { sizes[$0, default: 0] }.reduce(0, +)
    print("\(name) on \(machine.rawValue): flash \(flash), RAM \(memory), stack bound \(bound)")
  }

  @Test func aMicrobitHasNoRoomForIt() throws {
    let failure = #expect(throws: ToolFailure.self) {
      try Project.make("firmware", "BOARD=nrf51822", "TEACHABLE=yes")
    }
    #expect(failure?.code == 2)
    #expect(failure?.said.contains("mps2-an386 or stm32f405") == true)
  }

  /// `quillon send` on the port of an emulated board; for one whose firmware can't, the next step is reported.
  @Test func theToolSendsAModel() throws {
    _ = try Self.image(.mps2)
    // The boards write for minutes, so that a busy computer does not come too late. They are ended as soon as they have answered.
    let text = String(repeating: "L", count: 100)
    let board = try Tool("simulate", "--board", "mps2-an386", "--teachable", "--text", text)
    let port = try board.line(with: "/dev/pts/")
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("reduced-\(UUID().uuidString).qnm")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(ReducedModel.network.bytes).write(to: file)
    let sent = try Tool.run("send", file.path, "--port", port)
    #expect(sent.code == 0, "\(sent.errorOutput)")
    #expect(sent.errorOutput.contains("uses the model \(file.path) now:"), "\(sent.errorOutput)")
    board.interrupt()
    _ = try board.result()

    let plain = try Tool("simulate", "--board", "mps2-an386", "--text", text)
    let refused = try Tool.run("send", "air-board", "--port", try plain.line(with: "/dev/pts/"))
    #expect(refused.code == 3)
    #expect(refused.errorOutput.contains("TEACHABLE=yes"), "\(refused.errorOutput)")
    plain.interrupt()
    _ = try plain.result()
    for (arguments, words) in [
      (["send"], "--own"), (["send", "air-board", "--own"], "--own"),
      (["run", "--teachable"], "--board"),
    ] {
      let result = try Tool.run(arguments)
      #expect(result.code == 2 && result.errorOutput.contains(words), "\(result.errorOutput)")
    }
  }
}

/// An emulated board on a port. Its sensor writes one letter at a time, so that nothing depends on how busy this computer is.
private final class SteppedBoard: Sendable {
  /// The port.
  var path: String { port.path }
  private let port: PseudoTerminal
  private let closing: @Sendable () -> Void
  /// How many samples were sent, and how many may be.
  private let counts = Mutex((sent: 0, allowed: 0))
  private let isClosed = Mutex(false)
  /// The number of samples before each letter's pen-down, and the number of all samples.
  private let letters: [Int]

  init(_ machine: Machine, image: URL, _ samples: [InertialSample]) throws {
    let board = try EmulatedBoard(machine, image: image)
    port = try PseudoTerminal()
    let starts = samples.indices.dropFirst().filter {
      samples[$0].pen == .down && samples[$0 - 1].pen == .up
    }
    letters = starts + [samples.count]
    nonisolated(unsafe) let (owned, sensor) = (board, board.sensorInBoardTime)
    closing = { [port] in
      port.close()
      owned.close()
    }
    for relay in [
      LineRelay(from: board.host, toPort: port), LineRelay(from: port, toBoard: board.host),
    ] {
      Thread { relay.run() }.start()
    }
    Thread { [self] in
      _ = SamplePlayer(samples).play(
        into: sensor, willSend: { number in counts.withLock { $0.sent = number + 1 } },
        isPaused: { counts.withLock { $0.sent >= $0.allowed } },
        isCancelled: { isClosed.withLock(\.self) })
    }.start()
  }

  /// Lets the sensor send what comes before that letter, counted from 0, or all samples. Does not wait.
  func play(upToLetter number: Int) {
    let allowed = letters[min(number, letters.count - 1)]
    counts.withLock { $0.allowed = allowed }
  }

  func close() {
    isClosed.withLock { $0 = true }
    closing()
  }
}

/// The same on the other board that learns.
@Suite(.waiting) struct TeachableBoardLongTests {
  @Test func aModelIsHandedOverAndReads() throws {
    try TeachableBoardTests.expectHandOver(to: .stm32f405)
  }

  @Test func aTrainingUpdateIsLearnedTakenBackAndKept() throws {
    try TeachableBoardTests.expectTrainingUpdate(on: .stm32f405)
  }
}
