import QuillonRecognizer
import QuillonWire

/// What firmware is that nobody teaches: it reads letters by the model that it carries.
public struct ModelProvider {
  /// It knows nothing else.
  @inlinable @inline(__always)
  public init() {}

  /// Begins with the model that the firmware carries.
  @inlinable @inline(__always)
  public func begin(_ recognizer: inout PathRecognizer) {
    recognizer.use(BuiltInModel.makeModel())
  }

  /// The stamp of the model in force.
  @inlinable @inline(__always)
  public var modelID: UInt32 { BuiltInModel.modelID }

  /// Nothing is learned: the event as it is.
  @inlinable @inline(__always)
  public func judge(_ event: Event, _ recognizer: inout PathRecognizer) -> Event { event }

  /// Nothing is obeyed.
  @inlinable @inline(__always)
  public func handle(_ message: Message, _ recognizer: inout PathRecognizer) -> Message? { nil }
}
