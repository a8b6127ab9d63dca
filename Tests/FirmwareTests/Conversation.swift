import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonSerial
import QuillonWire

/// A board that runs RecognizerImage, what is sent to it and what it sends.
final class Conversation {
  let board: EmulatedBoard
  /// What the board has sent so far.
  private(set) var heard: [Message] = []
  /// What of it arrived, and what did not.
  var reception: ReceptionCounters { decoder.counters }

  /// How many samples it has been sent.
  private var sampleCount: UInt32 = 0
  private let hasTwoPorts: Bool
  private let hasButton: Bool
  /// The pen as the board sees it, if nobody presses a button, and as the sensor last reported it.
  private var (pen, sensorPen) = (PenState.up, PenState.up)
  private var decoder = PacketDecoder()
  private var (samples, commands) = (PacketEncoder(), PacketEncoder())
  private var packet = PacketBytes()

  /// Boots RecognizerImage, or another `image`, and waits until it has sent its hello.
  init(
    _ machine: Machine, image: URL? = nil, hasButton: Bool = false, debugger: String? = nil
  ) throws {
    try Project.firmware()
    board = try EmulatedBoard(
      machine, image: image ?? machine.image("RecognizerImage", in: Project.root),
      hasButton: hasButton, debugger: debugger)
    hasTwoPorts = machine.hasTwoPorts
    self.hasButton = hasButton
    _ = first { if case .hello = $0 { true } else { false } }
  }

  deinit { board.close() }

  /// Sends a sample; its bytes on the line.
  @discardableResult
  func send(_ sample: InertialSample) -> [UInt8] {
    sampleCount += 1
    if sample.pen != sensorPen { (pen, sensorPen) = (sample.pen, sample.pen) }
    samples.encode(sample, into: &packet)
    let bytes = packet.withUnsafeBytes { Array($0) }
    _ = board.sensor.write(bytes, timeout: .seconds(5))
    return bytes
  }

  /// Sends samples one after the other, and listens meanwhile. With a button, which a command would overrule, they are sent a little
  /// faster than in real time.
  func play(_ samples: some Sequence<InertialSample>) {
    for sample in samples {
      send(sample)
      if hasButton { listen(for: .milliseconds(3)) } else { waitForTurn() }
    }
  }

  /// Waits until the board has answered a command that changes nothing: it sets the pen to its present state. So what is sent next meets
  /// no full ring, however slow a busy computer makes the board.
  func waitForTurn() {
    send(pen: pen)
    _ = first { if case .pen = $0 { true } else { false } }
  }

  /// Waits until the board reports that it has processed every sample, and so has sent all events of them.
  func settle() { _ = status { $0.samples.value == sampleCount } }

  /// Sends a command of the host: on its own line if there is one, else among the samples.
  func send(pen: PenState) {
    self.pen = pen
    send(.pen(PenChange(state: pen, origin: .host)))
  }

  /// Sends a command of the host, in the same way.
  func send(_ message: Message) {
    guard hasTwoPorts else { return sendAmongSamples(message) }
    commands.encode(message, time: 0, into: &packet)
    _ = board.host.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
  }

  /// Sends a command on the sensor's line.
  func sendAmongSamples(_ message: Message) {
    samples.encode(message, time: 0, into: &packet)
    _ = board.sensor.write(packet.withUnsafeBytes { Array($0) }, timeout: .seconds(5))
  }

  /// Listens for so long.
  func listen(for time: Duration) { _ = first(within: time) { _ in false } }

  /// The first message from now on that is asked for, nil when none comes in time.
  func first(
    within time: Duration = .seconds(60), where isIt: (Message) -> Bool
  ) -> Message? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end,
      case .bytes(let count) = buffer.withUnsafeMutableBytes({
        board.host.read(into: $0, timeout: end - ContinuousClock.now)
      })
    {
      let known = heard.count
      for byte in buffer[..<count] {
        if case .packet(let packet) = decoder.push(byte) { heard.append(packet.message) }
      }
      if let found = heard[known...].first(where: isIt) { return found }
    }
    return nil
  }

  /// Sends the link's messages until nothing is left to do.
  func finish(_ link: TrainerClient) {
    while !link.isIdle {
      link.speak(to: board.host)
      let known = heard.count
      _ = first(within: .milliseconds(100)) {
        switch $0 {
        case .reply, .chunk: true
        default: false
        }
      }
      for message in heard[known...] { link.hear(message) }
    }
  }

  /// How a transaction with the board ended.
  func ask(_ request: Transaction.Request) -> Transaction.Ending? {
    let link = TrainerClient()
    var ending: Transaction.Ending?
    link.ask(request) { ending = $0 }
    finish(link)
    return ending
  }

  /// The first status that is as asked for, else the last one heard.
  func status(where isIt: (Status) -> Bool) -> Status? {
    func status(_ message: Message) -> Status? {
      if case .status(let status) = message { status } else { nil }
    }
    let found = first { status($0).map(isIt) ?? false }
    return (found ?? heard.last { status($0) != nil }).flatMap(status)
  }

  /// The classifications heard so far.
  var classifications: [Classification] {
    heard.compactMap {
      if case .classification(let classification) = $0 { classification } else { nil }
    }
  }
}
