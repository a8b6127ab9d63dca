import Board
import CortexM
import Models
import Motion
import Pipeline
import Recognition
import Wire

/// The product: samples in on the sensor's line, verdicts out on the host's.
///
/// Bytes arrive by interrupt, the rest happens here, and the core sleeps in between. Commands of the
/// host are taken on either line: a board with one port has no other.
@main
enum RecognizerImage {
  // In memory of their own, not on the stack. Interrupt handlers never touch them.
  nonisolated(unsafe) private static var sensor = PacketDecoder()
  nonisolated(unsafe) private static var commands = PacketDecoder()
  nonisolated(unsafe) private static var output = HostLink()
  nonisolated(unsafe) private static var recognizer = Recognizer()
  nonisolated(unsafe) private static var lateSamples = Counter()
  nonisolated(unsafe) private static var pen = PenSwitch()

  /// A sample's work is to be done so long after its last byte has come in, µs.
  private static var deadline: UInt32 { 10_000 }

  static func main() {
    Board.start()
    recognizer.loadModel(StandardModel.load)
    output.introduce()
    while true {
      ReceiveRing.sleep()
      while let byte = ReceiveRing.sensor.take() { receive(byte) }
      while let byte = ReceiveRing.host.take() {
        if case .packet(let packet) = commands.push(byte) { obey(packet.message) }
      }
      if output.isStatusDue { output.send(.status(status)) }
    }
  }

  private static func receive(_ byte: UInt8) {
    guard case .packet(let packet) = sensor.push(byte) else { return }
    if case .sample(let sample) = packet.message { recognize(sample) } else { obey(packet.message) }
  }

  private static func obey(_ message: Message) {
    guard case .pen(let change) = message, change.origin == .host else { return }
    pen.obey(change.state)
    output.send(.pen(change))
  }

  private static func recognize(_ measured: InertialSample) {
    let arrival = ReceiveRing.sampleArrival
    var sample = measured
    pen.follow(sensor: sample.pen)
    if pen.follow(isButtonPressed: Board.isButtonPressed) {
      output.send(.pen(PenChange(state: pen.state, origin: .board)))
    }
    sample.pen = pen.state
    if case .verdict(let verdict) = recognizer.push(sample) { output.send(.verdict(verdict)) }
    if Board.microseconds &- arrival > deadline { lateSamples.add() }
  }

  private static var status: Status {
    var status = Status()
    status.samples = recognizer.counters.samples
    status.damagedSensorMessages = sensor.counters.damaged
    status.sensorOverruns = Counter(ReceiveRing.sensor.overruns)
    status.timeGaps = recognizer.counters.gaps
    status.lateSamples = lateSamples
    status.truncatedStrokes = recognizer.counters.fullStrokes
    status.damagedCommands = commands.counters.damaged
    return status
  }
}
