import QuillonConversions
import QuillonFusion
import QuillonProfiling
import QuillonProtocols
import QuillonRecognizer
import QuillonSerial
import QuillonWire

/// Reads a board's bytes, recognizes what is written and tells it as it happens.
///
/// Not for several threads at once.
public final class Bridge {
  /// How a connection ended.
  public enum Ending: Equatable, Sendable {
    /// The port is gone: unplugged, or closed at the other end.
    case disconnected
    /// The caller wanted no more.
    case cancelled
  }

  /// How often at least the caller is asked whether to go on.
  private static let patience = Duration.milliseconds(20)
  /// How long a gap is at least, µs, so that everybody takes it for one.
  private static let shortestGap: Int64 = 200_000

  private let model: LetterModel
  private let owner: AnyObject?
  private let labels: [String]
  /// What is wrong with the board's sensors, taken off before its samples are recognized; nil for a board that
  /// is calibrated already. What is told and recorded stays as the board sent it.
  public var calibration: SensorCalibration?
  /// What tells the pen instead of the board, asked at each sample; nil for a board that has a pen, and for one
  /// whose stream finds it by motion.
  public var pen: (() -> PenState)?
  /// True once it is known that the board has no pen, and that letters are found by its motion.
  public var findsPenByMotion: Bool { stream?.findsPenByMotion == true }
  /// How letters are told from other motion where nothing else tells of the pen; the plane is the parameters'.
  public var withoutButton = WritingSettings.withoutButton
  /// What a person has taught the model, which verdicts of this host then go by; nil for nobody.
  public var person: PersonalModel?
  /// What a person has taught and teaches a board that recognizes by itself; nil for nobody.
  public var boardTraining: BoardTraining?
  /// Asks a board which model it reads by, if nobody teaches it.
  let link = TrainerClient()
  var hasAskedForModel = false
  /// Who read the last letter.
  var lastSource: Letter.Source?
  /// The numbers of the last letter, if there is somebody to learn of it.
  var lastFeatures: FeatureVector?
  private let parameters: RecognizerParameters
  private var recognizer: Recognizer
  private var decoder = PacketDecoder()
  /// Time since the first sample.
  private var clock = DeviceClock()
  /// Time since the first packet, for boards that recognize by themselves and send no samples.
  private var packetClock = DeviceClock()
  private var latency = LatencyHistogram()
  private var letters = 0
  private var beginnings = StrokeBeginnings()
  var boardModel: UInt32 = 0
  private var boardSamples = 0
  private var earlier = ReceptionTotals()
  private var restarts: UInt32 = 0
  /// When the last bytes were read, ns, and whether the connection that brought them has ended.
  private var lastArrival: UInt64?
  private var isAway = false

  /// How a board of another make is read; nil for boards with this project's packets.
  let streamOptions: StreamOptions?
  /// Its bytes on this connection, and what came of the last one.
  var stream: SensorStream?
  var lastStream: SensorStream?
  var earlierBytes = DecodeCounters()
  var hasToldShortcoming = false

  /// A bridge that has seen nothing.
  ///
  /// - Parameters:
  ///   - model: what letters are recognized by.
  ///   - labels: the model's labels in its order; a missing one is told as `#` and its number.
  ///   - parameters: how motion is followed.
  ///   - owner: what the bytes of a packed model live as long as; nil of those that live forever.
  ///   - stream: how the bytes are read of a board that does not send this project's packets.
  public init(
    model: LetterModel, labels: [String], parameters: RecognizerParameters = .init(),
    owner: AnyObject? = nil, stream: StreamOptions? = nil
  ) {
    self.owner = owner
    self.model = model
    self.labels = labels
    self.parameters = parameters
    streamOptions = stream
    self.stream = stream?.makeStream()
    recognizer = Recognizer(model: model, parameters: parameters)
    // A shake is a line gone to and fro, and here it is no mistake.
    if model.featureSet.hasMovement { withoutButton.gates.remove(.retracing) }
  }

  /// A bridge that recognizes by the lab's kind of model.
  public convenience init(
    model: LinearModel, labels: [String], parameters: RecognizerParameters = .init()
  ) {
    self.init(model: .linear(model), labels: labels, parameters: parameters)
  }

  /// Everything counted so far.
  public var summary: BridgeSummary {
    let totals = earlier.adding(decoder.counters)
    return BridgeSummary(
      samples: latency.count > 0 ? Int(latency.count) : boardSamples, lost: totals.lost,
      damaged: totals.damaged,
      restarts: totals.restarts, letters: letters, latency: latency.report,
      stream: streamSummary)
  }

  /// Follows a board until its port is gone or the caller wants no more. Can be called again with
  /// another connection: counts and time go on, the time between them included, a stroke cut by the end of the
  /// last one does not. A stroke
  /// that has ended by then is told, whether samples followed it or not.
  ///
  /// - Parameters:
  ///   - transport: the open port; it is left open.
  ///   - earlier: what was read from it before.
  ///   - isCancelled: asked at least every 20 ms.
  ///   - tell: called with each event; what it throws ends the run.
  public func run(
    _ transport: any ByteTransport, after earlier: [ReceivedBytes] = [],
    isCancelled: () -> Bool = { false },
    tell: (BridgeEvent) throws -> Void
  ) rethrows -> Ending {
    defer { endConnection() }
    for read in earlier {
      try read.bytes.withUnsafeBytes { try receive($0, arrival: read.arrival, tell) }
    }
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while !isCancelled() {
        (boardTraining?.link ?? link).speak(to: transport)
        switch transport.read(into: buffer, timeout: Self.patience) {
        case .bytes(let count):
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          try receive(bytes, arrival: MonotonicClock.now(), tell)
        case .timedOut: break
        case .ended:
          try finish(tell)
          return .disconnected
        }
      }
      try finish(tell)
      return .cancelled
    }
  }

  private func receive(
    _ bytes: UnsafeRawBufferPointer, arrival: UInt64, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    try resume(at: arrival, tell)
    if streamOptions != nil {
      return try receive(bytes, arrival: arrival, fromStream: tell)
    }
    for byte in bytes {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      if decoder.counters.restarts.value != restarts {
        try finish(tell)
        followRestart()
      }
      try receive(packet, arrival: arrival, tell)
    }
  }

  private func receive(
    _ packet: Packet, arrival: UInt64, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    let elapsed = packetClock.advance(to: packet.time)
    switch packet.message {
    case .sample(let sample): try take(sample, arrival: arrival, tell)
    case .classification(let classification):
      boardTraining?.begin()
      let time = seconds(latency.count > 0 ? clock.elapsed(at: packet.time) : elapsed)
      try self.tell(classification, .board, time: time, tell)
    case .hello(let hello):
      boardModel = hello.modelID
      if hello.modelID != 0 { boardTraining?.begin(anew: true) }
      try tell(.hello(hello))
    case .status(let status):
      boardSamples = Int(status.samples.value)
      if latency.count == 0 { followSilentStart() }
      try tell(.status(status))
    case .pen(let change): try tell(.pen(change))
    case .fault(let fault): try tell(.fault(fault))
    case .calibration(let correction): try tell(.calibration(correction))
    case .rejection(let rejection):
      let time = seconds(latency.count > 0 ? clock.elapsed(at: packet.time) : elapsed)
      try tell(.rejected(rejection, time: time))
    case .abandonment(let reason):
      let time = seconds(latency.count > 0 ? clock.elapsed(at: packet.time) : elapsed)
      try tell(.abandoned(reason, time: time))
    case .settings, .request: break
    case .reply(let reply):
      boardModel = reply.modelID
      (boardTraining?.link ?? link).hear(packet.message)
    case .chunk: boardTraining?.link.hear(packet.message)
    }
  }

  /// Recognizes a sample whose last byte was read at `arrival`, ns.
  func take(
    _ sample: InertialSample, arrival: UInt64, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    var sample = sample
    if let pen { sample.pen = pen() }
    if findsPenByMotion, recognizer.parameters.writing.pen == .samples {
      var writing = withoutButton
      writing.plane = parameters.writing.plane
      recognizer.adopt(writing)
    }
    var corrected = sample
    calibration?.apply(to: &corrected)
    let event = recognizer.push(corrected)
    beginnings.note(recognizer)
    latency.record(MonotonicClock.now() &- arrival)
    let time = seconds(clock.advance(to: sample.timestamp))
    try tell(.sample(sample, time: time))
    if let event { try self.tell(event, tell) }
  }

  /// No more samples follow: tells of the strokes that the recognizer has not come to yet.
  private func finish(_ tell: (BridgeEvent) throws -> Void) rethrows {
    while let event = recognizer.finish() { try self.tell(event, tell) }
  }

  /// Tells an event of the recognizer's, which comes some samples late, at the time its stroke ended.
  private func tell(_ event: Event, _ tell: (BridgeEvent) throws -> Void) rethrows {
    let end = recognizer.endOfLastStroke
    let time = seconds(clock.elapsed(at: end))
    let beginning = beginnings.take(before: recognizer.endOfFirstStroke, through: end)
      .map { seconds(clock.elapsed(at: $0)) }
    switch event {
    case .classification(let classification):
      try self.tell(
        personalClassification() ?? classification, .host, beginning: beginning, time: time, tell)
    case .abandoned(let reason): try tell(.abandoned(reason, time: time))
    case .rejected(let rejection): try tell(.rejected(rejection, time: time))
    }
  }

  /// What the person's layer says of the stroke that the recognizer has just read.
  private func personalClassification() -> Classification? {
    guard let person else { return nil }
    let features = recognizer.packedFeatures()
    lastFeatures = features
    return person.classification(on: features)
  }

  private func tell(
    _ classification: Classification, _ source: Letter.Source, beginning: Double? = nil,
    time: Double,
    _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    letters += 1
    lastSource = source
    let index = Int(classification.label)
    let isKnown = index < labels.count && (source == .host || boardModel == model.modelID)
    try tell(
      .letter(
        Letter(
          time: time, beginning: beginning, label: isKnown ? labels[index] : "#\(index)",
          score: classification.score.double, margin: classification.margin.double,
          isRejected: classification.isRejected, source: source)))
  }

  /// Counts the time that the board was away, once it is back.
  private func resume(at arrival: UInt64, _ tell: (BridgeEvent) throws -> Void) rethrows {
    defer { lastArrival = arrival }
    guard isAway, let lastArrival else { return }
    isAway = false
    let gap = max(Int64(arrival &- lastArrival) / 1_000, Self.shortestGap)
    try tell(.gap(seconds(gap), time: seconds(clock.elapsed)))
    clock.restart(after: gap)
    packetClock.restart(after: gap)
  }

  /// The board started anew, in the middle of a stroke perhaps, and so did its clock.
  private func followRestart() {
    restarts = decoder.counters.restarts.value
    recognizer = Recognizer(model: model, parameters: parameters)
    beginnings = StrokeBeginnings()
    clock.restart()
    packetClock.restart()
  }

  /// The next connection may be another board, and its numbers tell nothing about this one's.
  private func endConnection() {
    earlier = earlier.adding(decoder.counters)
    decoder = PacketDecoder()
    boardTraining?.end()
    link.drop()
    hasAskedForModel = false
    endStream()
    followRestart()
    isAway = true
  }

  private func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }
}
