import ArgumentParser
import QuillonBridge
import QuillonFileOutput

/// What to do if the recording exists.
struct RecordingOptions: ParsableArguments {
  @Flag(
    help: """
      Replace an existing recording. The old file stays until the first sample of the new one \
      comes.
      """)
  var force = false

  @Flag(
    help: "Append to an existing recording. The new times begin 1 s after its last sample.")
  var append = false

  func validate() throws {
    guard !force || !append else {
      throw ValidationError("--force and --append exclude each other: leave one of them out.")
    }
  }

  /// A recorder for the file at `path`. It must not be one of the inputs.
  func recorder(
    _ path: String, label: String?, beside inputs: [String?]
  ) throws -> TraceRecorder {
    var outputs = OutputList(
      policy: force ? .replaces : append ? .extends : .keeps, inputs: inputs.compactMap(\.self))
    do {
      return try TraceRecorder(to: try outputs.file(path), label: label)
    } catch let error as OutputError where error.reason == .isThere {
      throw ToolError(
        "\(path) exists already: name another file, give --append to add to it or --force to replace it",
        code: .misuse)
    }
  }
}
