import Board
import CortexM
import Models
import Motion
import Pipeline
import Recognition
import Wire

/// The product: samples in on the sensor's line, verdicts out on the host's.
///
/// Bytes arrive by interrupt, the rest happens here, and the core sleeps in between. The pen is down
/// when the sample says so, when the button is pressed, or when the host has said so. The sensor is
/// calibrated as the host has said.
@main
enum RecognizerImage {
  // In memory of their own, not on the stack. Interrupt handlers never touch them.
  nonisolated(unsafe) private static var sensor = PacketDecoder()
  nonisolated(unsafe) private static var commands = PacketDecoder()
  nonisolated(unsafe) private static var output = HostLink()
  nonisolated(unsafe) private static var recognizer = Recognizer()
  nonisolated(unsafe) private static var lateSamples = Counter()
  nonisolated(unsafe) private static var hostPen = PenState.up
  nonisolated(unsafe) private static var calibration = SensorCalibration()

  static func main() {
    Board.start()
    recognizer.loadModel(StandardModel.load)
    output.introduce()
    while true {
      ReceiveRing.sleep()
      while let byte = ReceiveRing.sensor.take() { receive(byte) }
      while let byte = ReceiveRing.host.take() { obey(byte) }
      if output.isStatusDue { output.send(.status(status)) }
    }
  }

  // Not inlined, so that its packets are on the stack only while it runs, and never beside obey's.
  @inline(never)
  private static func receive(_ byte: UInt8) {
    guard case .packet(let packet) = sensor.push(byte) else { return }
    // A board with one port hears the host on the sensor's line.
    if case .calibration(let correction) = packet.message { return keep(correction) }
    guard case .sample(var sample) = packet.message else { return }
    // So much waits already that it must be a whole sample: this one was not worked off in time.
    if ReceiveRing.sensor.waiting >= 42 { lateSamples.add() }
    calibration.apply(to: &sample)
    if hostPen == .down || Board.isButtonPressed { sample.pen = .down }
    if case .verdict(let verdict) = recognizer.push(sample) { output.send(.verdict(verdict)) }
  }

  @inline(never)
  private static func obey(_ byte: UInt8) {
    guard case .packet(let packet) = commands.push(byte) else { return }
    if case .calibration(let correction) = packet.message { return keep(correction) }
    guard case .pen(let change) = packet.message else { return }
    hostPen = change.state
    output.send(.pen(PenChange(state: change.state, origin: .host)))
  }

  /// Calibrates by `correction` from now on, and says so.
  @inline(never)
  private static func keep(_ correction: SensorCorrection) {
    calibration.adopt(correction)
    output.send(.calibration(correction))
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
