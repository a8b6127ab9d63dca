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
  public typealias Ending = PortReader.Ending

  /// How long a gap is at least, µs, so that everybody takes it for one.
  private static let shortestGap: Int64 = 200_000

  /// The model that the board's letters are labeled by, if it reads by the same.
  let model: LabeledModel
  /// What is wrong with the board's sensors, taken off before its samples are recognized; nil for a board that
  /// is calibrated already. What is told and recorded stays as the board sent it.
  public var calibration: SensorCalibration?
  /// What tells the pen instead of the board, asked with the timestamp of each sample; where it gives nil, or is nil, the
  /// board or its motion tells it.
  public var pen: ((_ timestamp: UInt32) -> PenState?)?
  /// True if letters are found by the board's motion: once it is known that it has no pen. For who hands over samples by
  /// ``push(_:tell:)`` to set.
  public var findsPenByMotion = false
  /// True if a stroke is read at once when it has ended. Else it is read as firmware does, in a slice with each sample, which
  /// keeps every sample's latency short.
  public var readsAtOnce = false
  /// How letters are told from other motion where nothing else tells of the pen; the plane is the parameters'.
  public var withoutButton = WritingSettings.withoutButton
  /// What a person has taught the model, which classifications of this host then go by; nil for nobody.
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
  let parameters: RecognizerParameters
  var reader: LetterReader
  /// True if the last sample's pen was given.
  var hadGivenPen = false
  private var decoder = PacketDecoder()
  /// Time since the first sample.
  var clock = DeviceClock()
  /// Time since the first packet, for boards that recognize by themselves and send no samples.
  private var packetClock = DeviceClock()
  var latency = LatencyHistogram()
  var letters = 0
  var beginnings = StrokeBeginnings()
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
    owner: (any AnyObject & Sendable)? = nil, stream: StreamOptions? = nil
  ) {
    self.model = LabeledModel(model, labels: labels, owner: owner)
    self.parameters = parameters
    streamOptions = stream
    self.stream = stream?.makeStream()
    reader = LetterReader(model: self.model, parameters: parameters)
    // A shake is a line gone to and fro, and here it is no mistake.
    if model.featureSet.hasMovement { withoutButton.gates.remove(.retracing) }
  }

  /// A bridge that recognizes by the lab's kind of model.
  public convenience init(
    model: LinearModel, labels: [String], parameters: RecognizerParameters = .init()
  ) {
    self.init(model: .linear(model), labels: labels, parameters: parameters)
  }

  /// Reads letters by `model` from the next one on. The board's own letters keep the labels of the first model.
  public func read(by model: LabeledModel) { reader.model = model }

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
  ///   - sensed: samples that come beside the port; see ``push(_:tell:)``.
  ///   - isCancelled: asked at least every 20 ms.
  ///   - tell: called with each event; what it throws ends the run.
  public func run(
    _ transport: any ByteTransport, after earlier: [ReceivedBytes] = [], sensed: SampleQueue? = nil,
    isCancelled: () -> Bool = { false },
    tell: (BridgeEvent) throws -> Void
  ) rethrows -> Ending {
    defer { endConnection() }
    let ending = try PortReader(transport, after: earlier).run(
      while: {
        guard !isCancelled() else { return false }
        (boardTraining?.link ?? link).speak(to: transport)
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
      let index = Int(classification.label)
      let label = boardModel == model.model.modelID ? model.label(index) : "#\(index)"
      try self.tell(
        Letter(classification, label: label, time: time, source: .board), tell)
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
      try self.tell(rejection, time: time, tell)
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
    reader = LetterReader(model: reader.model, parameters: parameters)
    hadGivenPen = false
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

  func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }
}
