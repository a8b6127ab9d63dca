import ArgumentParser
import QuillonBridge
import QuillonSystem

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

  /// The files that a command with a recording writes. A recording may be extended, other files may only be replaced.
  func outputs(beside inputs: [String?]) -> OutputList {
    OutputList(policy: force ? .replaces : .keeps, reading: inputs)
  }

  /// A recorder for the file at `path`. It must be none of the inputs and none of the other outputs.
  func recorder(
    _ path: String, label: String?, in outputs: inout OutputList
  ) throws -> TraceRecorder {
    do {
      let file = try outputs.file(path, policy: append ? .extends : nil)
      return try TraceRecorder(to: file, label: label)
    } catch let error as OutputError where error.reason == .isThere {
      throw ToolError(
        "\(path) exists already: name another file, give --append to add to it or --force to replace it",
        code: .misuse)
    }
  }
}
