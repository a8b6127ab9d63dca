import Foundation
import QuillonConversions
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport
import Testing

/// Firmware with damped integration and a perceptron: `make firmware MODEL=lab DAMPING=2`.
@Suite(.waiting) struct PerceptronBoardTests {
  /// A board and a variant of its firmware.
  struct Image: CustomTestStringConvertible, Sendable {
    var machine: Machine
    var variant: ImageVariant
    var testDescription: String { machine.rawValue + variant.suffix }

    func file(_ name: String) -> LinkedImage {
      LinkedImage("\(name)\(variant.suffix)", of: machine)
    }
  }

  private static let images =
    Machine.allCases.map { Image(machine: $0, variant: .lab) } + [
      Image(machine: .mps2, variant: .minimal), Image(machine: .stm32f405, variant: .minimal),
    ]

  /// The host's recognizer of this firmware.
  private static func recognizer(_ stabilizers: Stabilizers) -> Recognizer {
    var parameters = RecognizerParameters()
    parameters.stabilizers = stabilizers
    return Recognizer(model: LinearModel.dampedLab, parameters: parameters)
  }

  /// What was ordered is linked, and what this chain does not need is not.
  @Test(arguments: images)
  func theImageHasTheChainThatWasOrdered(_ image: Image) throws {
    try Project.firmware()
    let symbols = try Disassembly("RecognizerImage\(image.variant.suffix)", of: image.machine)
      .functions.map(\.name).joined(separator: "\n")
    for part in [
      "stepDamped", "exponentialDecay", "LinearModel", "ZoneAccumulator", "RotationMatrix",
    ] {
      #expect(symbols.contains(part), "\(part)")
    }
    // The minimal firmware rotates at one place, so the compiler puts the code there.
    #expect(image.variant == .minimal || symbols.contains("rotate"))
    for part in ["PackedModel", "SequenceNetwork", "OnDeviceTrainer", "ArmFit"] {
      #expect(!symbols.contains(part), "\(part)")
    }
    for part in ["SixAxisAHRS", "SensorCalibration", "MotionSegmenter"] {
      #expect(symbols.contains(part) == (image.variant == .lab), "\(part)")
    }
    let usual = try Disassembly("RecognizerImage", of: image.machine).functions.map(\.name)
      .joined(separator: "\n")
    #expect(!usual.contains("stepDamped") && !usual.contains("LinearModel"), "the control")
  }

  /// A Cortex-M4 whose sensor sends its attitude has the chain in 20 KB of flash and 8 KB of RAM, and with sensor fusion in 34 KB.
  @Test(arguments: images)
  func theImageIsSmall(_ image: Image) throws {
    try Project.firmware()
    let sizes = try image.file("RecognizerImage").sectionSizes()
    func sum(_ sections: String...) -> Int { sections.reduce(0) { $0 + sizes[$1, default: 0] } }
    let flash = sum(".boot2", ".text", ".data")
    let ram = sum(".stack", ".noinit", ".data", ".bss")
    print("\(image.testDescription): \(flash) bytes of flash, \(ram) of RAM")
    switch (image.machine, image.variant) {
    case (.nrf51822, _): #expect(flash <= 40 << 10 && ram <= 14_336)
    case (_, .minimal): #expect(flash <= 20 << 10 && ram <= 8 << 10)
    default: #expect(flash <= 34 << 10 && ram <= 14 << 10)
    }
  }

  @Test(arguments: images)
  func theReservedStackCoversTheBound(_ image: Image) throws {
    try Project.firmware()
    for name in ["RecognizerImage", "ReplayImage"] {
      let reserve = try #require(try image.file(name).sectionSizes()[".stack"])
      let bound = try Disassembly("\(name)\(image.variant.suffix)", of: image.machine).stackBound()
      #expect(bound <= reserve, "\(name): the stack may run out")
    }
  }

  @Test(arguments: images)
  func neitherHeapNorTrapNorFloatingPoint(_ image: Image) throws {
    try Project.firmware()
    let symbols = try image.file("RecognizerImage").symbols()
    let allocators = ["malloc", "free", "posix_memalign", "swift_slowAlloc"]
    #expect(symbols.filter { allocators.contains(String($0)) }.isEmpty)
    let code = try Disassembly("RecognizerImage\(image.variant.suffix)", of: image.machine)
    #expect(code.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(code.floatingFunctions == [])
  }

  /// Each event, and a digest of the whole state after each sample: strokes, velocity and position among it.
  @Test(arguments: images)
  func everyBitIsTheHosts(_ image: Image) throws {
    try Project.firmware()
    var count = 0
    for chunk in ReplayReader.chunks(try SampleSets.letters(), for: image.machine) {
      let outcome = try EmulatedBoard.replay(
        chunk, on: image.machine, image.variant, in: Project.root)
      let expected = BoardReplay.lines(chunk, Self.recognizer(Stabilizers.dampedLab))
      let difference = zip(expected, outcome.lines).first { $0 != $1 }
      #expect(difference == nil, "host and board differ first here")
      #expect(outcome.lines.count == expected.count)
      _ = try #require(outcome.stack, "it did not come to the end")
      count += expected.count { $0.hasPrefix("v") }
    }
    #expect(count >= 200)
  }

  /// Raw sensors, fused on the board.
  @Test(arguments: Machine.allCases)
  func everyBitOfFusedLettersIsTheHosts(_ machine: Machine) throws {
    try Project.firmware()
    let samples = try SampleSets.rawAlphabet(writer: 11, axes: .six)
    for chunk in ReplayReader.chunks(samples, for: machine) {
      let outcome = try EmulatedBoard.replay(chunk, on: machine, .lab, in: Project.root)
      #expect(
        outcome.lines
          == BoardReplay.lines(chunk, Self.recognizer(Stabilizers.dampedLab)))
    }
  }

  /// A host sets the stabilizers, the board reports that it uses them, and reads as the host does.
  @Test(arguments: images)
  func aHostSetsTheStabilizers(_ image: Image) throws {
    let samples = SensorErrors.phone.apply(
      to: try AirWriter(seed: 5).trace(of: "QU"), seed: 5
    ).replaySamples.map(\.sample)
    let other = Stabilizers(
      integrator: DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: .euler, damping: Fixed(1)), speedShrinkage: Fixed(0.1)),
      correctsAtRest: true)
    let conversation = try Conversation(
      image.machine, image: image.file("RecognizerImage").file)
    for stabilizers in [Stabilizers.dampedLab, other] {
      if stabilizers == other { conversation.send(.stabilizers(other)) }
      // The board reports its own at once, with its hello.
      #expect(
        conversation.heard.contains(.stabilizers(stabilizers))
          || conversation.first { $0 == .stabilizers(stabilizers) } != nil)
      var recognizer = Self.recognizer(stabilizers)
      let expected = samples.compactMap { sample -> Classification? in
        if case .classification(let answer) = recognizer.push(sample) { answer } else { nil }
      }
      let known = conversation.classifications.count
      conversation.play(samples)
      _ = conversation.first { _ in
        conversation.classifications.count >= known + expected.count
      }
      #expect(Array(conversation.classifications[known...]) == expected && expected.count == 2)
    }
  }

  /// Without the lever arm's correction, a free stroke would lose half of its drift only: the board reports that it does not do it.
  @Test func aBoardSaysWhatItDoesNotDo() throws {
    let conversation = try Conversation(
      .mps2, image: LinkedImage("RecognizerImage-lab", of: .mps2).file)
    conversation.send(.stabilizers(Stabilizers()))
    #expect(conversation.first { $0 == .stabilizers(Stabilizers(removesDrift: false)) } != nil)
  }

  /// Firmware that never damps ignores the message and counts nothing.
  @Test func otherFirmwareDoesNotKnowTheMessage() throws {
    let conversation = try Conversation(.mps2)
    conversation.send(.stabilizers(Stabilizers.dampedLab))
    conversation.waitForTurn()
    let status = conversation.status { _ in true }
    #expect(status?.damagedCommands == Counter(0))
    #expect(!conversation.heard.contains { if case .stabilizers = $0 { true } else { false } })
  }

  /// `send` sets what a board damps by, and reports firmware that does otherwise or never damps.
  @Test(arguments: [
    (ImageVariant.lab, ["--damping", "1.5", "--speed-shrinkage", "0.25"], 0, "--damping 1.5"),
    (.lab, ["--damping", "0", "--drift-removal"], 1, "does not do what was asked for"),
    (.usual, ["--damping", "1.5"], 3, "never damps"),
  ])
  func theToolSendsStabilizers(
    _ variant: ImageVariant, _ stabilizers: [String], _ code: Int32, _ words: String
  ) throws {
    try Project.firmware()
    let machine = Machine.stm32f405
    let board = try EmulatedBoard(
      machine, image: machine.image("RecognizerImage\(variant.suffix)", in: Project.root))
    defer { board.close() }
    let port = try PseudoTerminal()
    defer { port.close() }
    for relay in [
      LineRelay(from: board.host, toPort: port), LineRelay(from: port, toBoard: board.host),
    ] {
      Thread { relay.run() }.start()
    }
    let result = try Tool.run(
      ["send", "--port", port.path, "--model", "lab"] + stabilizers)
    #expect(result.code == code, "\(result.errorOutput)")
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }
}
