import BoardModels
import QuillonRecognizer
import QuillonWire

#if Teachable

  /// The model of firmware that accepts models and training updates from a host.
  struct ModelProvider: ~Copyable {
    private var trainer = OnDeviceTrainer()
    // This memory must not move. All zeros, it occupies no flash, as it would beside the trainer.
    nonisolated(unsafe) private static var words = InlineArray<4_097, UInt64>(repeating: 0)

    /// Begins with the model that the firmware carries.
    mutating func begin(_ recognizer: inout BoardRecognizer) {
      let memory = withUnsafeMutablePointer(to: &Self.words) { UnsafeMutableRawPointer($0) }
      trainer.begin(.carried, memory: memory, &recognizer)
    }

    /// The ID of the model in force.
    var modelID: UInt32 { trainer.modelID }

    /// The event, classified again with what was learned.
    mutating func classify(_ event: Event, _ recognizer: inout BoardRecognizer) -> Event {
      trainer.classify(event, &recognizer)
    }

    /// Handles a host's message. Returns the answer; nil for messages of other kinds.
    mutating func handle(_ message: Message, _ recognizer: inout BoardRecognizer) -> Message? {
      trainer.handle(message, &recognizer)
    }
  }

#else

  /// The model of firmware that can't be trained: the one that it carries.
  struct ModelProvider {
    /// Begins with the model that the firmware carries.
    func begin(_ recognizer: inout BoardRecognizer) {
      recognizer.use(.carried)
    }

    /// The ID of the model in force.
    var modelID: UInt32 { BoardModel.carried.modelID }

    /// Nothing is learned: the event as it is.
    func classify(_ event: Event, _ recognizer: inout BoardRecognizer) -> Event { event }

    /// Nothing is handled.
    func handle(_ message: Message, _ recognizer: inout BoardRecognizer) -> Message? { nil }
  }

#endif
