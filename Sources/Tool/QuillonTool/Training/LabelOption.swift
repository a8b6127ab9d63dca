import ArgumentParser

/// The meaning of the strokes of a recording.
struct LabelOption: ParsableArguments {
  @Option(
    help: """
      The meaning of every stroke in the recording: a letter, or the name of a gesture made of \
      letters, digits and _. `quillon train --air FILE` learns it.
      """)
  var label: String?

  func validate() throws {
    guard let label else { return }
    guard !label.isEmpty, label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw ValidationError("A label is made of letters, digits and _, as in --label shake.")
    }
  }
}
