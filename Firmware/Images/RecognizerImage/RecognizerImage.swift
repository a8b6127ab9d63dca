import BoardModels
import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import Sensors

/// The product: samples in from the sensor, classifications out on the host's line.
///
/// Bytes arrive by interrupt, the rest happens here, and the core sleeps in between. Commands of the
/// host are taken on either line: a board with one port has no other.
public enum RecognizerImage<B: Board> {
  /// A sample's work is to be done so long after its last byte has come in, µs.
  private static var deadline: UInt32 { 10_000 }

  private typealias Log = CalibrationLog<BoardMemory<B>>

  /// Never ends.
  public static func run() {
    B.start()
    B.startWatchdog()
    Memory.modelProvider.begin(&Memory.recognizer)
    if let writing = Memory.sensor.writing { Memory.recognizer.adopt(writing) }
    // First, because the ring has no room for a command that the hello would call forth meanwhile.
    var log = Log(BoardMemory())
    let isCalibrated = log.restore(&Memory.calibration)
    HostLink<B>.introduce(modelID: Memory.modelProvider.modelID)
    HostLink<B>.tellFault(isHeard: !B.knowsListeners)
    if isCalibrated { tellCalibration() }
    while true {
      B.sleep()
      while var sample = nextSample(&log) { recognize(&sample) }
      // One command at most, so that a host which sends many leaves the sensor its turn.
      while let byte = ReceiveRing.host.take() {
        if receive(command: byte, &log) { break }
      }
      // Both are asked: each forgets what it has told.
      let isUnknown = B.takeListener()
      if Memory.sensor.takeNews() || isUnknown {
        HostLink<B>.introduce(modelID: Memory.modelProvider.modelID)
      }
      if isUnknown { HostLink<B>.tellFault(isHeard: true) }
      if HostLink<B>.isStatusDue {
        sendStatus()
        if Memory.sensor.isIntroducedAgain, HostLink<B>.isHelloDue {
          HostLink<B>.introduce(modelID: Memory.modelProvider.modelID)
        }
      }
      if B.hasLight { showSignal() }
    }
  }

  // Nothing below is inlined: what a packet is unpacked into is off the stack before the sample is
  // recognized, which takes most of it.

  @inline(never)
  private static func nextSample(_ log: inout Log) -> InertialSample? {
    Memory.sensor.next(on: B.self) { handle($0, &log) }
  }

  /// True if the byte completes a command, which is then carried out.
  @inline(never)
  private static func receive(command byte: UInt8, _ log: inout Log) -> Bool {
    guard case .packet(let packet) = Memory.commands.pushAtBoard(byte) else { return false }
    handle(packet.message, &log)
    return true
  }

  @inline(never)
  private static func handle(_ message: Message, _ log: inout Log) {
    switch message {
    case .pen(let change) where change.origin == .host: Memory.pen.handle(change.state)
    case .calibration(let correction): return use(correction, &log)
    case .settings(let settings):
      Memory.recognizer.adopt(settings)
      return HostLink<B>.send(.settings(Memory.recognizer.parameters.writing))
    default: return teach(message)
    }
    HostLink<B>.send(message)
  }

  /// A model that came into force is told by a hello.
  private static func teach(_ message: Message) {
    let modelID = Memory.modelProvider.modelID
    if let answer = Memory.modelProvider.handle(message, &Memory.recognizer) {
      HostLink<B>.send(answer)
    }
    if Memory.modelProvider.modelID != modelID {
      HostLink<B>.introduce(modelID: Memory.modelProvider.modelID)
    }
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
  private static func use(_ correction: SensorCorrection, _ log: inout Log) {
    Memory.calibration.adopt(correction)
    confirm(correction.sensor, isKept: log.keep(Memory.calibration))
  }

  /// Tells how a sensor is corrected.
  @inline(never)
  private static func confirm(_ sensor: SensorCorrection.Sensor, isKept: Bool) {
    var correction = Memory.calibration.correction(of: sensor)
    correction.isKept = isKept
    HostLink<B>.send(.calibration(correction))
  }

  @inline(never)
  private static func recognize(_ sample: inout InertialSample) {
    let arrival = Memory.sensor.arrival(on: B.self)
    Memory.calibration.correct(&sample)
    Memory.pen.follow(sensor: sample.pen)
    if Memory.pen.follow(isButtonPressed: B.isButtonPressed) {
      HostLink<B>.send(.pen(PenChange(state: Memory.pen.state, origin: .board)))
    }
    sample.pen = Memory.pen.state
    if let event = Memory.recognizer.push(sample) {
      tell(Memory.modelProvider.classify(event, &Memory.recognizer))
    }
    if B.microseconds &- arrival > deadline { Memory.lateSamples.add() }
  }

  @inline(never)
  private static func tell(_ event: Event) {
    if B.hasLight { Memory.light.note(event, at: B.microseconds) }
    switch event {
    case .classification(let classification):
      HostLink<B>.send(.classification(classification))
      #if Keyboard
        B.type(character(of: Int(classification.label)))
      #endif
    case .rejected(let rejection): HostLink<B>.send(.rejection(rejection))
    case .abandoned(let reason): HostLink<B>.send(.abandonment(reason))
    }
  }

  #if Keyboard
    /// The label at `index` of the model's, the first byte of it; a space if there is none.
    private static func character(of index: Int) -> UInt8 {
      let text = BoardModel.labels
      var (place, spaces) = (0, 0)
      while place < text.utf8CodeUnitCount {
        if spaces == index { return text.utf8Start[place] }
        if text.utf8Start[place] == 0x20 { spaces &+= 1 }
        place &+= 1
      }
      return 0x20
    }
  #endif

  @inline(never)
  private static func showSignal() {
    B.setLight(
      isOn: Memory.light.isOn(
        at: B.microseconds, isSensorPresent: Memory.sensor.isPresent, pen: Memory.pen.state,
        counters: Memory.recognizer.counters))
  }

  @inline(never)
  private static func sendStatus() {
    var status = Status()
    status.samples = Memory.recognizer.counters.samples
    status.damagedSensorMessages = Memory.sensor.damaged
    status.sensorOverruns = Counter(ReceiveRing.sensor.overruns)
    status.timeGaps = Memory.sensor.gaps ?? Memory.recognizer.counters.gaps
    status.lateSamples = Memory.lateSamples
    status.truncatedStrokes = Memory.recognizer.counters.fullStrokes
    status.damagedCommands = Memory.commands.counters.damaged
    status.strokesBeforeConvergence = Memory.recognizer.counters.strokesBeforeConvergence
    HostLink<B>.send(.status(status))
  }
}
