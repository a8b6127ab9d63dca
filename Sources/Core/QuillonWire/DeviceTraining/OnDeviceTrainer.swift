import QuillonNumerics
import QuillonRecognizer

/// What makes a recognizer in firmware teachable: it takes a model from a host into memory, checks it before it is used, and learns
/// what the last letter was meant to be. The model that the firmware carries stays as it is.
///
/// Whoever owns it hands it the host's messages and the recognizer's events. It allocates nothing and never traps, whatever the
/// messages hold; no call takes longer than a lesson: below 95,000 instructions of a Cortex-M4 with the built-in model (BUDGETS.md).
public struct OnDeviceTrainer: ~Copyable {
  /// The largest model that can be handed over, bytes.
  public static var modelCapacity: Int { 8_192 }
  /// The largest metric, bytes: 40 hidden units.
  public static var metricCapacity: Int { 3_204 }
  /// How much memory it wants at its start.
  public static var memorySize: Int { metricOffset &+ metricCapacity }
  // The layer comes first: 3.9 KB.
  static var modelOffset: Int { 4_096 }
  static var metricOffset: Int { modelOffset &+ modelCapacity }

  /// The memory for a layer, a model and a metric.
  var memory: UnsafeMutableRawPointer?
  var shipped: PackedModel?
  var model: PackedModel?
  var isModelSent = false
  var hasMetric = false
  var incoming = IncomingBytes()
  /// Where lessons go: plain integers in the memory, 0 at first, that are set before they count.
  var layer: UnsafeMutablePointer<PersonalLayer<1_664>>?
  var trainingUpdates: UInt16 = 0
  var outgoing = OutgoingBytes()
  var hasLetter = false
  var activations = InlineArray<128, Int16>(repeating: 0)

  /// A student without memory: it obeys nothing.
  public init() {}

  /// Begins with the model that the firmware carries.
  ///
  /// - Parameters:
  ///   - shipped: the model that the firmware carries.
  ///   - memory: ``memorySize`` bytes, at an address that 8 divides, which are its own from now on.
  ///   - recognizer: the recognizer that is to read by the model.
  public mutating func begin(
    _ shipped: PackedModel, memory: UnsafeMutableRawPointer, _ recognizer: inout PathRecognizer
  ) {
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.memorySize)
    self.memory = memory
    layer = memory.assumingMemoryBound(to: PersonalLayer<1_664>.self)
    self.shipped = shipped
    use(shipped, isSent: false, &recognizer)
  }

  /// The stamp of the model in force, 0 without one.
  public var modelID: UInt32 { model?.modelID ?? 0 }

  /// What an event of the recognizer's comes to: a verdict by what was learned, if there is such.
  public mutating func judge(_ event: Event, _ recognizer: inout PathRecognizer) -> Event {
    guard case .classification = event, let model, let layer, model.hiddenCount > 0 else {
      return event
    }
    recognizer.copyActivations(to: &activations)
    hasLetter = true
    guard trainingUpdates > 0 else { return event }
    return .classification(layer.pointee.classification(model, of: &activations))
  }

  /// Does what a host's message asks for; what is to be answered, nil for messages of other kinds.
  public mutating func handle(
    _ message: Message, _ recognizer: inout PathRecognizer
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

  /// An answer with how things stand.
  func reply(
    _ verb: TrainerRequest.Verb, _ outcome: TrainerReply.Outcome, subject: UInt8 = 0,
    count: UInt16 = 0
  ) -> TrainerReply {
    TrainerReply(
      verb, outcome, subject: subject, isModelSent: isModelSent, hasMetric: hasMetric,
      trainingUpdates: trainingUpdates, count: count, modelID: modelID)
  }

  /// Makes a model the one in force. What was learned for another one is forgotten.
  mutating func use(_ model: PackedModel, isSent: Bool, _ recognizer: inout PathRecognizer) {
    self.model = model
    isModelSent = isSent
    (trainingUpdates, hasMetric, hasLetter) = (0, false, false)
    layer?.pointee.forgetChange()
    recognizer.use(model)
  }
}
