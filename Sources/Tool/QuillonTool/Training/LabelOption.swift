import ArgumentParser
import QuillonRecordings

/// The meaning of the strokes of a recording.
struct LabelOption: ParsableArguments {
  @Option(
    help: """
      The meaning of every stroke in the recording: a single character such as A, 7 or a dot, or \
      the name of a gesture made of letters, digits and _. `quillon train --air FILE` learns it.
      """)
  var label: String?

  func validate() throws {
    guard let label else { return }
    guard label.isTrainingLabel else {
      throw ValidationError(
        """
        A label is a single character, or made of letters, digits and _, as in --label shake. \
        Comma, semicolon, quotation marks, backslash and # cannot be stored: choose another one.
        """)
    }
  }
}
