import Board
import CortexM
import ModelProvider
import QuillonFusion
import QuillonRecognizer
import QuillonWire
import Sensor

/// The product: samples in on the sensor's line, verdicts out on the host's.
///
/// Bytes arrive by interrupt, the rest happens here, and the core sleeps in between. Commands of the
/// host are taken on either line: a board with one port has no other.
@main
enum RecognizerImage {
  // In memory of their own, not on the stack. Interrupt handlers never touch them.
  nonisolated(unsafe) private static var sensor = SensorSource()
  nonisolated(unsafe) private static var commands = PacketDecoder()
  nonisolated(unsafe) private static var output = HostLink()
  nonisolated(unsafe) private static var recognizer = PathRecognizer()
  nonisolated(unsafe) private static var modelProvider = ModelProvider()
  nonisolated(unsafe) private static var lateSamples = Counter()
  nonisolated(unsafe) private static var pen = PenSwitch()
  nonisolated(unsafe) private static var calibration = SensorCalibration()
  nonisolated(unsafe) private static var calibrationLog = CalibrationLog(BoardMemory())

  /// A sample's work is to be done so long after its last byte has come in, µs.
  private static var deadline: UInt32 { 10_000 }

  static func main() {
    Board.start()
    modelProvider.begin(&recognizer)
    if let writing = SensorSource.writing { recognizer.adopt(writing) }
    // First, because the ring has no room for a command that the hello would call forth meanwhile.
    let isCalibrated = calibrationLog.restore(&calibration)
    output.introduce(modelID: modelProvider.modelID)
    if isCalibrated { tellCalibration() }
    while true {
      ReceiveRing.sleep()
      while let byte = ReceiveRing.sensor.take() {
        if let sample = receive(byte) { recognize(sample) }
      }
      while let byte = ReceiveRing.host.take() { receive(command: byte) }
      if output.isStatusDue { sendStatus() }
    }
  }

  // Nothing below is inlined: what a packet is unpacked into is off the stack before the sample is
  // recognized, which takes most of it.

  /// The sample that ends with `byte`, if one does; anything else is obeyed.
  @inline(never)
  private static func receive(_ byte: UInt8) -> InertialSample? {
    sensor.receive(byte, handle: handle)
  }

  @inline(never)
  private static func receive(command byte: UInt8) {
    if case .packet(let packet) = commands.pushAtBoard(byte) { handle(packet.message) }
  }

  @inline(never)
  private static func handle(_ message: Message) {
    switch message {
    case .pen(let change) where change.origin == .host: pen.handle(change.state)
    case .calibration(let correction): return use(correction)
    case .settings(let settings):
      recognizer.adopt(settings)
      return output.send(.settings(recognizer.parameters.writing))
    default: return teach(message)
    }
    output.send(message)
  }

  /// A model that came into force is told by a hello.
  private static func teach(_ message: Message) {
    let modelID = modelProvider.modelID
    if let answer = modelProvider.handle(message, &recognizer) { output.send(answer) }
    if modelProvider.modelID != modelID { output.introduce(modelID: modelProvider.modelID) }
  }

  /// Tells what has been kept of the sensors.
  @inline(never)
  private static func tellCalibration() {
    for number in 0..<3 as Range<UInt8> {
      guard let sensor = SensorCorrection.Sensor(rawValue: number) else { continue }
      confirm(sensor, isKept: true)
    }
  }

  @inline(never)
  private static func use(_ correction: SensorCorrection) {
    calibration.adopt(correction)
    confirm(correction.sensor, isKept: calibrationLog.keep(calibration))
  }

  /// Tells how a sensor is corrected.
  @inline(never)
  private static func confirm(_ sensor: SensorCorrection.Sensor, isKept: Bool) {
    var correction = calibration.correction(of: sensor)
    correction.isKept = isKept
    output.send(.calibration(correction))
  }

  @inline(never)
  private static func recognize(_ measured: InertialSample) {
    let arrival = SensorSource.arrival
    var sample = measured
    calibration.apply(to: &sample)
    pen.follow(sensor: sample.pen)
    if pen.follow(isButtonPressed: Board.isButtonPressed) {
      output.send(.pen(PenChange(state: pen.state, origin: .board)))
    }
    sample.pen = pen.state
    if let event = recognizer.push(sample) { tell(modelProvider.judge(event, &recognizer)) }
    if Board.microseconds &- arrival > deadline { lateSamples.add() }
  }

  @inline(never)
  private static func tell(_ event: Event) {
    switch event {
    case .classification(let classification): output.send(.classification(classification))
    case .rejected(let rejection): output.send(.rejection(rejection))
    case .abandoned(let reason): output.send(.abandonment(reason))
    }
  }

  @inline(never)
  private static func sendStatus() {
    var status = Status()
    status.samples = recognizer.counters.samples
    status.damagedSensorMessages = sensor.counters.damaged
    status.sensorOverruns = Counter(ReceiveRing.sensor.overruns)
    status.timeGaps = recognizer.counters.gaps
    status.lateSamples = lateSamples
    status.truncatedStrokes = recognizer.counters.fullStrokes
    status.damagedCommands = commands.counters.damaged
    status.strokesBeforeConvergence = recognizer.counters.strokesBeforeConvergence
    output.send(.status(status))
  }
}
