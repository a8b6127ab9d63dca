import ArgumentParser
import Foundation
import QuillonBridge
import QuillonRecognizer
import QuillonSerial
import QuillonTraining
import QuillonWire

struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a model or stabilizers to a board that recognizes letters by itself.",
    discussion: """
      The board checks what it gets, keeps it in RAM, and uses it until the board restarts. Its \
      firmware does not change. For a model it needs firmware from `make firmware TEACHABLE=yes`. For \
      stabilizers, as in `quillon send --model lab --damping 2`, it needs firmware from \
      `make firmware MODEL=lab`. With --letters, a board with a sensor chip that --configure lets send \
      its samples reads letters again.
      """)

  @Argument(
    help: """
      A packed model with airSequence features, of at most 20,480 bytes: a file, or the built-in model \
      air-board.
      """)
  var model: String?

  @Option(
    name: .customLong("model"),
    help: "lab: send the stabilizers of this built-in perceptron, which the firmware carries.")
  var perceptron: String?

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @Flag(help: "Let the board use the model of its firmware again.")
  var own = false

  @Flag(help: "Let a board that sends its samples, since --configure, read letters again.")
  var letters = false

  @Option(
    help: """
      The serial port; `quillon ports` lists the ports. Without this option, the command finds \
      the port of a board.
      """)
  var port: String?

  @Option(help: "The port's speed, bits/s.")
  var baud = 115_200

  @Option(help: "How to set the port's line DTR, which resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

  /// The greatest size of a model on the line, bytes.
  private static let largest = Int(UInt16.max)

  func validate() throws {
    guard perceptron == nil || perceptron == "lab" else {
      throw ValidationError("--model is for lab: name another model without --model.")
    }
    guard !sendsStabilizers || model == nil && !own else {
      throw ValidationError(
        "Stabilizers go to the perceptron lab alone: leave out the model and --own.")
    }
    guard !letters || !sendsStabilizers && model == nil && !own else {
      throw ValidationError("--letters sends nothing else: leave out the model and stabilizers.")
    }
    guard letters || sendsStabilizers || (model != nil) != own else {
      throw ValidationError(
        "There is no model to send: name one, or give --own to use the board's own model again.")
    }
  }

  private var sendsStabilizers: Bool { perceptron != nil || stabilizers.isGiven }

  func run() throws {
    if letters { return try endStreaming() }
    if sendsStabilizers { return try sendStabilizers() }
    let packed = try model.map(Self.load)
    let request = packed.map {
      Transaction.Request.deliver(.model, $0.bytes, modelID: $0.model.modelID)
    }
    guard let port = try port ?? PortChoice.choose(isCancelled: { false }) else { return }
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    let link = TrainerClient(isPatient: true)
    var ending: Transaction.Ending?
    var state: Transaction.Ending?
    link.ask(.state) { state = $0 }
    Self.follow(link, on: transport, size: 0)
    guard case .done = state else { throw Self.notTeachable(port) }
    link.ask(request ?? .takeAway(.model)) { ending = $0 }
    Self.follow(link, on: transport, size: packed?.bytes.count ?? 0)
    switch ending {
    case .done(let reply):
      let modelID = String(format: "%08x", reply.modelID)
      Console.note(
        packed.map {
          "the board uses the model \(model ?? "") now: \($0.bytes.count) bytes, model ID \(modelID)"
        } ?? "the board uses its own model again, model ID \(modelID)")
    case .refused(let reply): throw Self.refusal(reply.outcome, port)
    case .silent, .trainingUpdates, nil:
      throw ToolError(
        "the board on \(port) stopped answering and keeps its own model: check the line and try again",
        code: .world)
    }
  }

  /// Sends the stabilizers and waits until the board confirms that it uses them.
  private func sendStabilizers() throws {
    let trained = try LoadedModel.dampedLab().stabilizers
    let wanted = stabilizers.settings(of: trained).stabilizers
    guard let port = try port ?? PortChoice.choose(isCancelled: { false }) else { return }
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    // The board ignores a number that it has just received, so the first number is random.
    var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
    // After its hello, a board sends what it uses, which is no answer yet.
    let used = transport.ask(
      .stabilizers(wanted), by: &encoder, timeout: .seconds(1), isFinal: { $0 == wanted },
      answer: { if case .stabilizers(let used) = $0 { used } else { nil } })
    guard let used else {
      throw ToolError(
        "the board on \(port) never damps: flash firmware from make firmware BOARD=… MODEL=lab",
        code: .world)
    }
    let words = StabilizerSettings(used).options(differingFrom: StabilizerSettings())
      .joined(separator: " ")
    guard used == wanted else {
      throw ToolError(
        "the board does not do what was asked for and uses \(words): leave out the other stabilizers",
        code: .negative)
    }
    Console.note(
      "the board reads strokes with \(words.isEmpty ? "the default stabilizers" : words)")
  }

  /// Ends what `--configure` began, and waits until the board confirms it.
  private func endStreaming() throws {
    guard let port = try port ?? PortChoice.choose(isCancelled: { false }) else { return }
    let transport = try openTransport(path: port, baud: baud, dtr: dtr)
    defer { transport.close() }
    var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
    let answer = transport.ask(.streaming(false), by: &encoder, timeout: .seconds(1)) { message in
      if case .streaming(false) = message { true } else { Bool?.none }
    }
    guard answer != nil else {
      throw ToolError(
        "the board on \(port) did not confirm: only firmware that reads a sensor chip sends samples; restart the board",
        code: .world)
    }
    Console.note("the board reads letters")
  }

  private static func load(_ name: String) throws -> NetworkModel {
    let model = try ShippedModel(rawValue: name)?.load() ?? NetworkModel(contentsOf: name)
    guard model.bytes.count <= largest else { throw refusal(.wrongSize, "") }
    let options = model.stabilizers.options(differingFrom: StabilizerSettings())
    if !options.isEmpty {
      Console.note(
        """
        warning: \(name) was trained with \(options.joined(separator: " ")), which firmware does not do: \
        train a model without these options
        """)
    }
    return model
  }

  /// Reads the line until the link has no transaction left.
  private static func follow(
    _ link: TrainerClient, on transport: any ByteTransport, size: Int
  ) {
    var decoder = PacketDecoder()
    let bar = ProgressBar("sending, bytes", total: size)
    var noteDue: ContinuousClock.Instant? = .now + .seconds(3)
    let ending = PortReader(transport).run(
      while: {
        if !link.isIdle { link.speak(to: transport) }
        if size == 0, !link.isIdle, let due = noteDue, due <= .now {
          Console.note("the board does not answer yet: it is asked for up to 30 s")
          noteDue = nil
        }
        return !link.isIdle
      }
    ) { bytes, _ in
      for byte in bytes {
        if case .packet(let packet) = decoder.push(byte) { link.hear(packet.message) }
      }
      if size > 0 { bar.show(link.isIdle ? size : Int(link.progress * Double(size))) }
    }
    if ending == .disconnected { link.drop() }
  }

  private static func notTeachable(_ port: String) -> ToolError {
    ToolError(
      """
      the board on \(port) accepts no models: flash firmware from \
      `make firmware BOARD=… TEACHABLE=yes`
      """, code: .world)
  }

  private static func refusal(_ outcome: TrainerReply.Outcome, _ port: String) -> ToolError {
    switch outcome {
    case .wrongSize:
      ToolError(
        "the model is too large for the board, which has 20,480 bytes for it: train one with --size board",
        code: .negative)
    case .unsuitable:
      ToolError(
        "the board does not compute these features: train a model with --feature-set airSequence --size board",
        code: .negative)
    case .unsound:
      ToolError("the board found an error in the model: train it again", code: .negative)
    case .waiting:
      ToolError(
        """
        the board on \(port) expects more bytes than were sent and keeps its own model: flash Quillon's \
        firmware from `make firmware BOARD=… TEACHABLE=yes`
        """, code: .world)
    default:
      ToolError(
        "the board on \(port) did not receive the whole model and keeps its own: try again",
        code: .world)
    }
  }
}
