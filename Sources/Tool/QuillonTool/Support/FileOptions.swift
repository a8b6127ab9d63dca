import ArgumentParser
import QuillonFileOutput

/// What becomes of files that are there already.
struct FileOptions: ParsableArguments {
  @Flag(help: "Replace existing files.")
  var force = false

  /// The files that a command writes, which are checked before its work begins.
  ///
  /// - Parameter inputs: the files that it reads; nil and what is no file is passed over.
  func outputs(beside inputs: [String?]) -> OutputList {
    OutputList(policy: force ? .replaces : .keeps, inputs: inputs.compactMap(\.self))
  }
}
