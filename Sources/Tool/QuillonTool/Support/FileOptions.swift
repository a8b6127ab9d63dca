import ArgumentParser
import QuillonRecordings
import QuillonSystem

/// What to do with existing files.
struct FileOptions: ParsableArguments {
  @Flag(help: "Replace existing files.")
  var force = false

  /// The files that a command writes. They are checked before its work begins.
  ///
  /// - Parameter inputs: The files that it reads. Nil and names that are no files are ignored.
  func outputs(beside inputs: [String?]) -> OutputList {
    OutputList(policy: force ? .replaces : .keeps, reading: inputs)
  }
}

extension OutputList {
  /// A list of outputs beside these inputs. Of a telephone's log, all files of its folder are inputs.
  init(policy: OutputFile.Policy, reading inputs: [String?]) {
    self.init(
      policy: policy, inputs: inputs.compactMap(\.self).flatMap { RecordingFile.files(of: $0) })
  }
}
