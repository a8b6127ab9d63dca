import QuillonNumerics
import QuillonRecognizer

/// Makes a recognizer in firmware trainable. It receives a model from a host into memory, checks it
/// before use, and learns what the last letter was meant to be. The model that the firmware carries
/// does not change.
///
/// The owner passes it the messages of the host and the events of the recognizer. It allocates
/// nothing and never traps, whatever the messages hold. No call takes longer than a training
/// update: below 95,000 instructions of a Cortex-M4 with the built-in model (BUDGETS.md).
public struct OnDeviceTrainer: ~Copyable {
  /// The largest model that it can receive, bytes.
  public static var modelCapacity: Int { 20_480 }
  /// The largest metric that it can receive, bytes: for 64 hidden units.
  public static var metricCapacity: Int { 8_196 }
  /// The memory that it needs, bytes.
  public static var memorySize: Int { metricOffset &+ metricCapacity }
  // The layer comes first: 4.0 KB.
  static var modelOffset: Int { 4_096 }
  static var metricOffset: Int { modelOffset &+ modelCapacity }

  /// The memory for a layer, a model and a metric.
  var memory: UnsafeMutableRawPointer?
  var shipped: PackedModel?
  var model: PackedModel?
  var isModelSent = false
  var hasMetric = false
  var incoming = IncomingBytes()
  /// The layer that training updates change. It lies in the memory and consists of plain integers,
  /// 0 at first, that are set before they are used.
  var layer: UnsafeMutablePointer<PersonalLayer<1_728, 41>>?
  var trainingUpdates: UInt16 = 0
  var outgoing = OutgoingBytes()
  var hasLetter = false
  var activations = InlineArray<128, Int16>(repeating: 0)

  /// A trainer without memory. It handles nothing.
  public init() {}

  /// Starts with the model that the firmware carries.
  ///
  /// - Parameters:
  ///   - shipped: The model that the firmware carries.
  ///   - memory: ``memorySize`` bytes at an address divisible by 8. The trainer owns them from now
  ///     on.
  ///   - recognizer: Gets the model to use.
  public mutating func begin<Scorer: TeachableScorer>(
    _ shipped: PackedModel, memory: UnsafeMutableRawPointer,
    _ recognizer: inout StrokeRecognizer<Scorer>
  ) {
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.memorySize)
    self.memory = memory
    layer = memory.assumingMemoryBound(to: PersonalLayer<1_728, 41>.self)
    self.shipped = shipped
    use(shipped, isSent: false, &recognizer)
  }

  /// The model ID of the model in use; 0 without a model.
  public var modelID: UInt32 { model?.modelID ?? 0 }

  /// The event to report for an event of the recognizer. If there are training updates, a stroke is
  /// classified with them.
  public mutating func classify<Scorer: TeachableScorer>(
    _ event: Event, _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> Event {
    guard case .classification = event, let model, let layer, model.hiddenCount > 0 else {
      return event
    }
    recognizer.copyActivations(to: &activations)
    hasLetter = true
    guard trainingUpdates > 0 else { return event }
    return .classification(
      recognizer.judged(
        layer.pointee.classification(model, of: &activations, mask: recognizer.scorer.mask)))
  }

  /// Handles a message from a host. Returns the reply; nil for messages of other kinds.
  public mutating func handle<Scorer: TeachableScorer>(
    _ message: Message, _ recognizer: inout StrokeRecognizer<Scorer>
  ) -> Message? {
    switch message {
    case .chunk(let chunk): .reply(take(chunk, &recognizer))
    case .request(.state): .reply(reply(.state, .done))
    case .request(.receive(let blob, let size, let modelID)):
      .reply(beginReceiving(blob, size, modelID, &recognizer))
    case .request(.give(let blob, let offset)): give(blob, at: offset)
    case .request(.learn(let label, let after, let modelID, let margin)):
      .reply(learn(label, after, modelID, margin))
    case .request(.undo(let after)): .reply(undo(after))
    default: nil
    }
  }

  /// A reply with the current state.
  func reply(
    _ verb: TrainerRequest.Verb, _ outcome: TrainerReply.Outcome, subject: UInt8 = 0,
    count: UInt16 = 0
  ) -> TrainerReply {
    TrainerReply(
      verb, outcome, subject: subject, isModelSent: isModelSent, hasMetric: hasMetric,
      trainingUpdates: trainingUpdates, count: count, modelID: modelID)
  }

  /// Uses `model` from now on. Training updates for another model are discarded.
  mutating func use<Scorer: TeachableScorer>(
    _ model: PackedModel, isSent: Bool, _ recognizer: inout StrokeRecognizer<Scorer>
  ) {
    self.model = model
    isModelSent = isSent
    (trainingUpdates, hasMetric, hasLetter) = (0, false, false)
    layer?.pointee.forgetChange()
    recognizer.use(model)
  }
}
