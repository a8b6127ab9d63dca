import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSerial
import QuillonSerialFormats
import QuillonSystem
import QuillonWire

/// Reads the bytes of a board, recognizes what the person writes and reports it while it happens.
///
/// Not thread-safe.
public final class Bridge {
  /// How a connection ended.
  public typealias Ending = PortReader.Ending

  /// The shortest gap that is reported, µs. Every reader of a recording treats this as a gap.
  private static let shortestGap: Int64 = 200_000

  /// The first model. The letters that a board sends get their labels from it if the board uses the
  /// same model.
  let model: LabeledModel
  /// What is wrong with the board's sensors, removed before its samples are recognized; nil for a board that
  /// is calibrated already. What is reported and recorded stays as the board sent it.
  public var calibration: SensorCalibration? { didSet { adaptFilter() } }
  /// The full scales of the board's sensors, as far as the caller knows them. Those in a board's hello complete them.
  public var range = SensorRange() { didSet { adaptFilter() } }
  /// Gives the pen instead of the board. It is called with the timestamp of each sample, µs modulo
  /// 2³². If it is nil or returns nil, the board gives the pen, or the motion does.
  public var pen: ((_ timestamp: UInt32) -> PenState?)?
  /// True if letters are found by the motion of the board. A bridge that reads a board of another
  /// make sets it when the board turns out to have no pen. Callers of ``push(_:tell:)`` set it
  /// themselves.
  public var findsPenByMotion = false
  /// True if a stroke is read at once when it has ended. Otherwise it is read as firmware does it,
  /// one slice with each sample. That keeps the latency of every sample short.
  public var readsAtOnce = false
  /// The settings for finding letters by motion. The plane in them is not used: the parameters give
  /// it.
  public var withoutButton = WritingSettings.withoutButton
  /// What a person has taught the model. The letters that this host recognizes then depend on it.
  /// Nil for nobody.
  public var person: PersonalModel?
  /// What a person has taught a board that recognizes letters itself, and teaches it now. Nil for
  /// nobody.
  public var boardTraining: BoardTraining?
  /// Asks a board for its model if nobody teaches the board.
  let link = TrainerClient()
  var hasAskedForModel = false
  /// The board's last hello. A board may repeat it, for hosts that come later.
  var greeting: Hello?
  /// Where the last letter was recognized.
  var lastSource: Letter.Source?
  /// The features of the last letter, if a person's layer may learn from them.
  var lastFeatures: FeatureVector?
  private(set) var parameters: RecognizerParameters
  /// The plane in which letters in the air are read.
  public var plane: PlaneRule {
    get { parameters.writing.plane }
    set { parameters.writing.plane = newValue }
  }
  /// The reference frame in which motion is reported; nil for that of the board's own attitude or, for a raw board, one with the heading of
  /// the start. It is available for boards that send what it needs; see ``BoardMotion/obstacle``.
  public var frame: ReferenceFrame? { didSet { if frame != oldValue { follower = nil } } }
  /// How good the magnetometer's calibration is. It gets better by itself while the board is turned.
  public var fieldAccuracy = CalibrationAccuracy.uncalibrated
  var follower: FrameFollower?
  var reference = AttitudeReference.none
  /// The full scales in the board's hello.
  var toldRange = SensorRange()
  /// Counts clipped samples.
  var clipping = ClippingWatch()
  var reader: LetterReader
  /// True if the pen of the last sample was given.
  var hadGivenPen = false
  private var decoder = PacketDecoder()
  /// The time since the first sample.
  var clock = DeviceClock()
  /// The time since the board's start, for boards that recognize letters themselves and send no samples.
  var strokeClock = DeviceClock(beginning: 0)
  var boardPerformance = BoardPerformance()
  var latency = LatencyHistogram()
  /// The processor time of each sample of a line, and its reading at the end of the sample before.
  var work = LatencyHistogram()
  var workBegin: UInt64 = 0
  /// The number of samples that came over a line.
  var samples = 0
  /// The last read that came before the bridge, ns; 0 for none. Samples of it waited for the
  /// search, so they do not count in the latency.
  var endOfBacklog: UInt64 = 0
  var letters = 0
  var beginnings = StrokeBeginnings()
  var boardModel: UInt32 = 0
  var boardStabilizers = BoardSetting(usual: Stabilizers(), message: Message.stabilizers)
  var boardMask = BoardSetting(usual: LabelMask(), message: Message.labelMask)
  /// How a board that recognizes letters itself has to integrate strokes. A board that does otherwise is configured after its hello, and
  /// ``BridgeEvent/stabilizers(_:isWanted:)`` reports the outcome. Nil for whatever the board uses. Set it before the board is read.
  public var stabilizersOfBoard: Stabilizers? {
    get { boardStabilizers.wanted }
    set { boardStabilizers.wanted = newValue }
  }
  /// The labels that may be answers, from the next letter on; nil for all. Labels that a model does not have are ignored.
  ///
  /// Letters that this program recognizes have no other label, rival or score. The allowed labels are sent to a board that recognizes
  /// letters itself, and ``BridgeEvent/labels(areAllowed:)`` reports the outcome. A label that a person has taught for small strokes is
  /// always allowed.
  public var allowedLabels: Set<String>? { didSet { if allowedLabels != oldValue { applyMask() } } }
  var boardSamples = 0
  private var earlier = ReceptionTotals()
  private var restarts: UInt32 = 0
  /// When the last bytes were read, ns, and whether their connection has ended.
  private var lastArrival: UInt64?
  private var isAway = false

  /// How the bytes of a board of another make are read. Nil for boards that send Quillon's packets.
  let streamOptions: StreamOptions?
  /// The stream of this connection, and that of the connection before.
  var stream: SensorStream?
  var lastStream: SensorStream?
  var earlierBytes = DecodeCounters()
  var hasToldShortcoming = false
  /// The samples in a row that had neither attitude nor angular rate, and how many show that the board has neither.
  var samplesWithoutRate = 0
  static let mostWithoutRate = 50

  /// The number of bytes that were read over all connections, and whether a packet was among them.
  private var received = 0
  private var hasPacket = false

  /// The number of bytes that were read, if none of them has the format; 0 as soon as one has it.
  public var unreadBytes: Int {
    let isRead = hasPacket || earlierBytes.accepted > 0 || (stream?.counters.accepted ?? 0) > 0
    return isRead ? 0 : received
  }

  /// Creates a bridge without samples.
  ///
  /// - Parameters:
  ///   - model: The model that recognizes the letters.
  ///   - labels: The labels in the order of the model's outputs. An output without a label is
  ///     called `#` and its number.
  ///   - parameters: How the motion is followed and how letters are found.
  ///   - owner: Keeps the bytes of a packed model alive. Nil if the bytes are never freed.
  ///   - stream: How the bytes of a board of another make are read. Nil for boards that send
  ///     Quillon's packets.
  public init(
    model: LetterModel, labels: [String], parameters: RecognizerParameters = .init(),
    owner: (any AnyObject & Sendable)? = nil, stream: StreamOptions? = nil
  ) {
    self.model = LabeledModel(model, labels: labels, owner: owner)
    self.parameters = parameters
    streamOptions = stream
    self.stream = stream?.makeStream()
    reader = LetterReader(model: self.model, parameters: parameters)
    allowRetracing(by: model)
  }

  /// Creates a bridge with a linear model, as the lab describes it.
  ///
  /// - Parameters:
  ///   - model: The model that recognizes the letters.
  ///   - labels: The labels in the order of the model's outputs.
  ///   - parameters: How the motion is followed and how letters are found.
  public convenience init(
    model: LinearModel, labels: [String], parameters: RecognizerParameters = .init()
  ) {
    self.init(model: .linear(model), labels: labels, parameters: parameters)
  }

  /// Reads letters by `model` from the next one on. The board's own letters keep the labels of the first model.
  public func read(by model: LabeledModel) {
    reader.model = model
    applyMask()
    allowRetracing(by: model.model)
  }

  /// A shake is a line gone to and fro: by a model that reads movement it is no mistake.
  private func allowRetracing(by model: LetterModel) {
    if model.featureSet.hasMovement {
      withoutButton.gates.remove(.retracing)
    } else {
      withoutButton.gates.insert(.retracing)
    }
  }

  /// All counts so far, over all connections.
  public var summary: BridgeSummary {
    let totals = earlier.adding(decoder.counters)
    return BridgeSummary(
      samples: samples > 0 ? samples : boardSamples, lost: totals.lost,
      damaged: totals.damaged, clipped: clipping.counts,
      restarts: totals.restarts, letters: letters, latency: latency.report,
      work: work.report, stream: streamSummary, board: samples > 0 ? nil : boardPerformance.report)
  }

  /// Follows a board until its port is gone or the caller cancels. Strokes that have ended by then
  /// are reported.
  ///
  /// Call it again with the next connection. Counts and time continue, and the time between the
  /// connections counts too. A stroke that the end of a connection cut is not continued.
  ///
  /// - Parameters:
  ///   - transport: The open port. It stays open.
  ///   - earlier: Bytes that were read from the port before. They are processed first.
  ///   - sensed: Samples that do not come over the port; see ``push(_:tell:)``. Nil for none.
  ///   - isCancelled: Called at least every 20 ms. True ends the run.
  ///   - tell: Called with each event. An error that it throws ends the run.
  /// - Returns: Why the run ended.
  /// - Throws: The error that `tell` throws.
  public func run(
    _ transport: any ByteTransport, after earlier: [ReceivedBytes] = [], sensed: SampleQueue? = nil,
    isCancelled: () -> Bool = { false },
    tell: (BridgeEvent) throws -> Void
  ) rethrows -> Ending {
    defer { endConnection() }
    endOfBacklog = earlier.last?.arrival ?? 0
    let ending = try PortReader(transport, after: earlier).run(
      while: {
        guard !isCancelled() else { return false }
        (boardTraining?.link ?? link).speak(to: transport)
        if let outcome = boardStabilizers.speak(to: transport) { try self.tell(outcome, tell) }
        if let outcome = boardMask.speak(to: transport) { try self.tell(outcome, tell) }
        for sample in sensed?.drain() ?? [] { try push(sample, tell: tell) }
        return true
      }
    ) { try receive($0, arrival: $1, tell) }
    try finish(tell)
    return ending
  }

  private func receive(
    _ bytes: UnsafeRawBufferPointer, arrival: UInt64, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    try resume(at: arrival, tell)
    received += bytes.count
    workBegin = ThreadClock.now()
    if streamOptions != nil {
      return try receive(bytes, arrival: arrival, fromStream: tell)
    }
    for byte in bytes {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      hasPacket = true
      if decoder.counters.restarts.value != restarts {
        try finish(tell)
        followRestart()
      }
      try receive(packet, arrival: arrival, tell)
    }
  }

  /// Counts the time without the board when it is back.
  private func resume(at arrival: UInt64, _ tell: (BridgeEvent) throws -> Void) rethrows {
    defer { lastArrival = arrival }
    guard isAway, let lastArrival else { return }
    isAway = false
    let gap = max(Int64(arrival &- lastArrival) / 1_000, Self.shortestGap)
    try tell(.gap(seconds(gap), time: seconds(clock.elapsed)))
    clock.restart(after: gap)
    strokeClock.restart(after: gap)
  }

  /// The board has restarted, perhaps in the middle of a stroke. Its clock has restarted too.
  private func followRestart() {
    greeting = nil
    restarts = decoder.counters.restarts.value
    renewReader()
    hadGivenPen = false
    restartMotion()
    beginnings = StrokeBeginnings()
    clock.restart()
    strokeClock.restart(beginning: 0)
    boardPerformance.restart()
  }

  /// Counts as clipped what is at the end of the sensors' ranges, and lets the filter leave it out. If a range has
  /// changed, the filter starts anew; a board reports its ranges before its first sample.
  func adaptFilter() {
    clipping.range = range.completed(by: toldRange)
    let filter = clipping.range.parameters(parameters.filter, after: calibration)
    guard filter != parameters.filter else { return }
    parameters.filter = filter
    renewReader()
    follower = nil
  }

  /// A reader without samples in place of this one.
  private func renewReader() {
    reader = LetterReader(model: reader.model, parameters: parameters)
    reader.mask = LabelMask(allowing: allowedLabels, of: reader.model.labels)
  }

  /// Lets this program and the board answer with the allowed labels.
  private func applyMask() {
    reader.mask = LabelMask(allowing: allowedLabels, of: reader.model.labels)
    askForMask()
  }

  /// Sends the allowed labels to a board that recognizes letters itself, if its model is known and it may have received others.
  func askForMask() {
    let (labels, wasTold) = (boardLabels, boardMask.wanted != nil)
    boardMask.wanted =
      !labels.isEmpty && (allowedLabels != nil || wasTold)
      ? LabelMask(allowing: allowedLabels, of: labels) : nil
    if samples == 0 { boardMask.begin() }
  }

  /// The next connection may be another board. Its packet numbers do not continue those of this
  /// one.
  private func endConnection() {
    earlier = earlier.adding(decoder.counters)
    decoder = PacketDecoder()
    boardTraining?.end()
    link.drop()
    boardStabilizers.end()
    boardMask.end()
    hasAskedForModel = false
    endStream()
    followRestart()
    isAway = true
  }

  func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }
}
