import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// What the board makes of samples and of a host's messages, and tells the host.
struct LetterReader<B: Board>: ~Copyable {
  private var output = HostLink<B>()
  private var lateSamples = Counter()
  private var pen = PenSwitch()
  private var calibration = SensorCalibration()
  private var calibrationLog = CalibrationLog(BoardMemory<B>())
  private var modelProvider = ModelProvider()
  private var recognizer = PathRecognizer()

  /// A sample's work is to be done so long after its last byte has come in, µs.
  private static var deadline: UInt32 { 10_000 }

  /// Introduces itself to the host.
  ///
  /// - Parameter writing: how the hand writes; nil: as the recognizer has it.
  mutating func begin(writing: WritingSettings?) {
    modelProvider.begin(&recognizer)
    if let writing { recognizer.adopt(writing) }
    // First, because the ring has no room for a command that the hello would call forth meanwhile.
    let isCalibrated = calibrationLog.restore(&calibration)
    output.introduce(modelID: modelProvider.modelID)
    if isCalibrated { tellCalibration() }
  }

  // What follows is not inlined, so that it is on the stack only while it runs.

  /// Does what a host's message asks for.
  @inline(never)
  mutating func handle(_ message: Message) {
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
  private mutating func teach(_ message: Message) {
    let modelID = modelProvider.modelID
    if let answer = modelProvider.handle(message, &recognizer) { output.send(answer) }
    if modelProvider.modelID != modelID { output.introduce(modelID: modelProvider.modelID) }
  }

  /// Tells what has been kept of the sensors.
  @inline(never)
  private mutating func tellCalibration() {
    for number in 0..<3 as Range<UInt8> {
      guard let sensor = SensorCorrection.Sensor(rawValue: number) else { continue }
      confirm(sensor, isKept: true)
    }
  }

  @inline(never)
  private mutating func use(_ correction: SensorCorrection) {
    calibration.adopt(correction)
    confirm(correction.sensor, isKept: calibrationLog.keep(calibration))
  }

  /// Tells how a sensor is corrected.
  @inline(never)
  private mutating func confirm(_ sensor: SensorCorrection.Sensor, isKept: Bool) {
    var correction = calibration.correction(of: sensor)
    correction.isKept = isKept
    output.send(.calibration(correction))
  }

  /// Takes a sample, and tells the host what it ends.
  ///
  /// - Parameter arrival: when it came in, µs on the board's clock.
  @inline(never)
  mutating func recognize(_ measured: InertialSample, arrival: UInt32) {
    var sample = measured
    calibration.apply(to: &sample)
    pen.follow(sensor: sample.pen)
    if pen.follow(isButtonPressed: B.isButtonPressed) {
      output.send(.pen(PenChange(state: pen.state, origin: .board)))
    }
    sample.pen = pen.state
    if let event = recognizer.push(sample) { tell(modelProvider.judge(event, &recognizer)) }
    if B.microseconds &- arrival > Self.deadline { lateSamples.add() }
  }

  @inline(never)
  private mutating func tell(_ event: Event) {
    switch event {
    case .classification(let classification): output.send(.classification(classification))
    case .rejected(let rejection): output.send(.rejection(rejection))
    case .abandoned(let reason): output.send(.abandonment(reason))
    }
  }

  /// True once a second.
  var isStatusDue: Bool { mutating get { output.isStatusDue } }

  /// Completes a status and sends it.
  mutating func send(_ lines: Status) {
    var status = lines
    status.samples = recognizer.counters.samples
    status.timeGaps = recognizer.counters.gaps
    status.lateSamples = lateSamples
    status.truncatedStrokes = recognizer.counters.fullStrokes
    status.strokesBeforeConvergence = recognizer.counters.strokesBeforeConvergence
    output.send(.status(status))
  }
}
