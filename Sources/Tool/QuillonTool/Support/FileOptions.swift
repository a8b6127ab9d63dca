import ArgumentParser
import QuillonFileOutput

/// What to do with existing files.
struct FileOptions: ParsableArguments {
  @Flag(help: "Replace existing files.")
  var force = false

  /// The files that a command writes. They are checked before its work begins.
  ///
  /// - Parameter inputs: The files that it reads. Nil and names that are no files are ignored.
  func outputs(beside inputs: [String?]) -> OutputList {
    OutputList(policy: force ? .replaces : .keeps, inputs: inputs.compactMap(\.self))
  }
}
