import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import QuillonWire

/// The sending end of a virtual board. It accepts packets, sends their bytes with the line's
/// faults, and counts everything.
struct BoardLine {
  private static let forever = Duration.seconds(86_400 * 365)

  private let terminal: PseudoTerminal
  private let pacing: BoardScript.Pacing
  private let timeout: Duration
  private let range: SensorRange
  private var faults: LineFaults
  private var encoder = PacketEncoder()
  private var packet = PacketBytes()
  private var counts = BoardReport()
  private var time: UInt32 = 0

  init(terminal: PseudoTerminal, script: BoardScript) {
    self.terminal = terminal
    pacing = script.pacing
    timeout = script.timeout
    range = script.range
    faults = script.faults
    if case .samples(let samples) = script.content { time = samples.first?.timestamp ?? 0 }
  }

  /// The report on what was sent.
  func report(_ ending: BoardReport.Ending) -> BoardReport {
    var report = counts
    report.faults = faults.counts
    report.ending = ending
    return report
  }

  /// Sends the hello, which identifies the board. Returns false when the port is closed.
  mutating func sendHello() -> Bool {
    send(
      .hello(
        Hello(
          board: BoardName("virtual board"), firmware: .current, sampleRate: 100,
          modelID: 0, accelerometerRange: Self.whole(range.force, unit: SensorRange.gravity),
          gyroscopeRange: Self.whole(range.rate, unit: .pi / 180))))
  }

  /// A full scale in a unit, as a hello holds it; 0, unknown, if it is no whole number.
  private static func whole(_ range: Double?, unit: Double) -> UInt16 {
    guard let range else { return 0 }
    let number = range / unit
    return abs(number - number.rounded()) < 1e-6 ? UInt16(exactly: number.rounded()) ?? 0 : 0
  }

  /// Sends that the pen went up or down at `time`. Returns false when the port is closed.
  mutating func sendPen(_ state: PenState, time: UInt32) -> Bool {
    self.time = time
    return send(.pen(PenChange(state: state, origin: .board)))
  }

  /// Sends one sample. Returns false when the port is closed.
  mutating func send(_ sample: InertialSample) -> Bool {
    time = sample.timestamp
    counts.samples += 1
    return send(.sample(sample))
  }

  /// Sends the messages of a moment unchanged. Returns false when the port is closed.
  mutating func send(_ messages: TimedMessages) -> Bool {
    counts.samples += 1
    return send(bytes: messages.bytes)
  }

  /// Sends the counters. Returns false when the port is closed. The status comes last: its sequence
  /// number shows the reader whether samples before it are missing.
  mutating func sendStatus() -> Bool {
    var status = Status()
    status.samples = Counter(UInt32(clamping: counts.samples))
    status.droppedPackets = Counter(UInt32(clamping: counts.droppedPackets))
    return send(.status(status))
  }

  private mutating func send(_ message: Message) -> Bool {
    encoder.encode(message, time: time, into: &packet)
    return send(bytes: packet.withUnsafeBytes { Array($0) })
  }

  /// Sends the bytes of a packet, or of another maker's messages.
  private mutating func send(bytes packet: [UInt8]) -> Bool {
    counts.packets += 1
    let bytes = faults.transmit(packet)
    if pacing == .realTime, !terminal.hasClient {
      counts.droppedPackets += 1
      return true
    }
    switch terminal.write(bytes, timeout: pacing == .realTime ? timeout : Self.forever) {
    case .written: return true
    case .timedOut:
      counts.droppedPackets += 1
      return true
    case .ended: return false
    }
  }
}
