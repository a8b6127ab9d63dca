import QuillonRecognizer

/// What firmware is that takes models and lessons from a host.
public typealias ModelProvider = OnDeviceTrainer

extension OnDeviceTrainer {
  // In memory of its own: what is handed over has to stay where it is. Once: what names it is compiled in this
  // module alone.
  nonisolated(unsafe) private static var words = InlineArray<1_937, UInt64>(repeating: 0)

  /// Begins with the model that the firmware carries.
  @export(interface)
  public mutating func begin(_ recognizer: inout PathRecognizer) {
    let memory = withUnsafeMutablePointer(to: &Self.words) { UnsafeMutableRawPointer($0) }
    begin(BuiltInModel.makeModel(), memory: memory, &recognizer)
  }
}
