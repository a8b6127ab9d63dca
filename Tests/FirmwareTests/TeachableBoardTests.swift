import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import QuillonWire
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
    _ = try Self.image(.mps2)
    var writer = AirWriter(seed: 31)
    writer.style.rotation = 0.75
    writer.style.wobble = 0
    // What was taught takes two seconds to hand over.
    writer.lyingTime = 5
    let trace = SensorErrors.phone.apply(to: try writer.trace(of: "ZZZZ"), seed: 31)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("teachable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, person) = (folder.path + "/letters.csv", folder.path + "/anna.json")
    try trace.write(to: OutputFile(file))
    for round in 0..<2 {
      let board = try Tool(
        "simulate", "--board", "mps2-an386", "--teachable", "--replay", file)
      let port = try board.line(with: "/dev/pts/")
      let input = Pipe()
      let tool = try Tool(
        [
          "bridge", "--port", port, "--json", "--model", "air-board", "--teach", "--person",
          person,
        ],
        input: input.fileHandleForReading)
      // Two lessons: one may not outweigh what the model is sure of.
      for words in round == 0 ? ["undo\nx\n", "x\n"] : [] {
        _ = try tool.line(with: "\"letter\"")
        try input.fileHandleForWriting.write(contentsOf: Data(words.utf8))
        _ = try tool.line(with: "\"learned\"")
      }
      let result = try tool.result()
      _ = try board.result()
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
    let board = try Tool("simulate", "--board", "mps2-an386", "--teachable", "--text", "LLLLLL")
    let port = try board.line(with: "/dev/pts/")
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("reduced-\(UUID().uuidString).qnm")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(ReducedModel.network.bytes).write(to: file)
    let sent = try Tool.run("send", file.path, "--port", port)
    #expect(sent.code == 0, "\(sent.errorOutput)")
    #expect(sent.errorOutput.contains("uses the model \(file.path) now:"), "\(sent.errorOutput)")
    _ = try board.result()

    let plain = try Tool("simulate", "--board", "mps2-an386", "--text", "LLLL")
    let refused = try Tool.run("send", "air-board", "--port", try plain.line(with: "/dev/pts/"))
    #expect(refused.code == 3)
    #expect(refused.errorOutput.contains("TEACHABLE=yes"), "\(refused.errorOutput)")
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

/// The same on the other board that learns.
@Suite(.waiting) struct TeachableBoardLongTests {
  @Test func aModelIsHandedOverAndReads() throws {
    try TeachableBoardTests.expectHandOver(to: .stm32f405)
  }

  @Test func aTrainingUpdateIsLearnedTakenBackAndKept() throws {
    try TeachableBoardTests.expectTrainingUpdate(on: .stm32f405)
  }
}
