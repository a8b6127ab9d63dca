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
/// host are accepted on either line: a board with one port has no other.
public enum RecognizerImage<B: Board> {
  /// The deadline of a sample's work after its last byte has arrived, µs.
  private static var deadline: UInt32 { 10_000 }

  /// Never ends.
  public static func run() {
    B.start()
    B.startWatchdog()
    Memory.modelProvider.begin(&Memory.recognizer)
    #if Perceptron
      Memory.recognizer.adopt(Stabilizers.built)
    #endif
    if let writing = Memory.sensor.writing { Memory.recognizer.adopt(writing) }
    // Before the hello, because the ring has no room for a host's answer to it meanwhile.
    var calibration = BoardCalibration<B>()
    let isCalibrated = calibration.restore()
    introduce()
    HostLink<B>.tellFault(isHeard: !B.knowsListeners)
    if isCalibrated { calibration.tell() }
    while true {
      B.sleep()
      while var sample = nextSample(&calibration) { recognize(&sample) }
      // One command at most, so that a host which sends many leaves the sensor its turn.
      while let byte = ReceiveRing.host.take() {
        if receive(command: byte, &calibration) { break }
      }
      // Both are called: each forgets what it has returned.
      let isUnknown = B.takeListener()
      #if Chips
        if isUnknown { Memory.isStreaming = false }
      #endif
      if Memory.sensor.takeNews() || isUnknown { introduce() }
      if isUnknown { HostLink<B>.tellFault(isHeard: true) }
      // Not in the frames in which a stroke is read: on a slow line a status takes half of one.
      if !isReading, HostLink<B>.isStatusDue {
        sendStatus()
        if Memory.sensor.isIntroducedAgain, HostLink<B>.isHelloDue {
          introduce()
        }
      }
      if B.hasLight { showSignal() }
    }
  }

  /// True while a stroke is read. A board that streams reads none: what was being read waits until it recognizes again.
  private static var isReading: Bool {
    #if Chips
      if Memory.isStreaming { return false }
    #endif
    return Memory.recognizer.isReading
  }

  /// Sends a hello. A board that streams recognizes nothing.
  @inline(never)
  private static func introduce() {
    var modelID = Memory.modelProvider.modelID
    #if Chips
      if Memory.isStreaming { modelID = 0 }
    #endif
    HostLink<B>.introduce(modelID: modelID)
  }

  // Nothing below is inlined: what a packet is unpacked into is off the stack before the sample is
  // recognized, which needs most of it.

  @inline(never)
  private static func nextSample(_ calibration: inout BoardCalibration<B>) -> InertialSample? {
    Memory.sensor.next(on: B.self) { handle($0, &calibration) }
  }

  /// True if the byte completes a command, which is then carried out.
  @inline(never)
  private static func receive(command byte: UInt8, _ calibration: inout BoardCalibration<B>) -> Bool
  {
    guard case .packet(let packet) = Memory.commands.pushAtBoard(byte) else { return false }
    handle(packet.message, &calibration)
    return true
  }

  @inline(never)
  private static func handle(_ message: Message, _ calibration: inout BoardCalibration<B>) {
    switch message {
    case .pen(let change) where change.origin == .host: Memory.pen.handle(change.state)
    case .calibration(let correction): return calibration.use(correction)
    #if SequenceNetwork
      case .labelMask(let mask): Memory.recognizer.scorer.mask = mask
    #endif
    #if Perceptron
      case .stabilizers(let stabilizers):
        Memory.recognizer.adopt(stabilizers)
        return HostLink<B>.sendStabilizers()
    #endif
    #if Chips
      case .streaming(let isOn):
        Memory.isStreaming = isOn
        HostLink<B>.send(message)
        return introduce()
    #endif
    #if FullRecognizer
      case .settings(let settings):
        Memory.recognizer.adopt(settings)
        return HostLink<B>.send(.settings(Memory.recognizer.parameters.writing))
      default: return teach(message)
    #else
      // The chain alone: the pen and the plane are the sensor's, and there is no training.
      default: return
    #endif
    }
    HostLink<B>.send(message)
  }

  /// A hello reports a model that came into force.
  private static func teach(_ message: Message) {
    let modelID = Memory.modelProvider.modelID
    if let answer = Memory.modelProvider.handle(message, &Memory.recognizer) {
      HostLink<B>.send(answer)
    }
    if Memory.modelProvider.modelID != modelID {
      introduce()
    }
  }

  @inline(never)
  private static func recognize(_ sample: inout InertialSample) {
    let arrival = Memory.sensor.arrival(on: B.self)
    Memory.pen.follow(sensor: sample.pen)
    if Memory.pen.follow(isButtonPressed: B.isButtonPressed) {
      HostLink<B>.send(.pen(PenChange(state: Memory.pen.state, origin: .board)))
    }
    sample.pen = Memory.pen.state
    #if Chips
      if Memory.isStreaming { return stream(sample) }
    #endif
    BoardCalibration<B>.correct(&sample)
    if let event = Memory.recognizer.push(sample) {
      tell(
        Memory.modelProvider.classify(event, &Memory.recognizer),
        at: Memory.recognizer.endOfLastStroke)
    }
    let latency = B.microseconds &- arrival
    if latency > Memory.longestLatency { Memory.longestLatency = latency }
    if latency > deadline { Memory.lateSamples.add() }
  }

  #if Chips
    /// Sends a sample as the sensor gave it, so that a host can find how to correct it.
    @inline(never)
    private static func stream(_ sample: InertialSample) {
      Memory.streamedSamples.add()
      HostLink<B>.send(.sample(sample))
    }
  #endif

  @inline(never)
  private static func tell(_ event: Event, at time: UInt32) {
    if B.hasLight { Memory.light.note(event, at: B.microseconds) }
    switch event {
    case .classification(let classification):
      HostLink<B>.send(.classification(classification), at: time)
      #if Keyboard
        B.type(character(of: Int(classification.label)))
      #endif
    case .rejected(let rejection): HostLink<B>.send(.rejection(rejection), at: time)
    case .abandoned(let reason): HostLink<B>.send(.abandonment(reason), at: time)
    }
  }

  #if Keyboard
    /// The label at `index` of the model's, the first byte of it; a space if there is none.
    private static func character(of index: Int) -> UInt8 {
      BoardModel.carried.withLabels { text in
        var (place, spaces) = (0, 0)
        while place < text.count {
          if spaces == index { return text[place] }
          if text[place] == 0x20 { spaces &+= 1 }
          place &+= 1
        }
        return 0x20
      }
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
    #if Chips
      status.samples.add(Memory.streamedSamples.value)
    #endif
    status.damagedSensorMessages = Memory.sensor.damaged
    status.sensorOverruns = Counter(ReceiveRing.sensor.overruns)
    status.timeGaps = Memory.sensor.gaps ?? Memory.recognizer.counters.gaps
    status.lateSamples = Memory.lateSamples
    status.truncatedStrokes = Memory.recognizer.counters.fullStrokes
    status.damagedCommands = Memory.commands.counters.damaged
    status.strokesBeforeConvergence = Memory.recognizer.counters.strokesBeforeConvergence
    status.longestLatency = Memory.longestLatency
    HostLink<B>.send(.status(status))
  }
}
