import ArgumentParser
import QuillonConversions
import QuillonRecordings

/// What a recording states about how it was made.
struct OriginOptions: ParsableArguments {
  @Option(
    help: """
      Write who holds the sensor into the recording, a name or a number. Tests by person then keep this person's \
      letters together.
      """)
  var writer: String?

  @Option(help: "Write where the sensor sits into the recording, such as forearm or pen.")
  var place: String?

  @Option(help: "Write the license of the recording into it, such as CC-BY-4.0.")
  var license: String?

  func validate() throws {
    for (option, text) in [("writer", writer), ("place", place), ("license", license)] {
      guard let text else { continue }
      guard !text.isEmpty, text.utf8.count <= 80, !text.contains(where: \.isNewline) else {
        throw ValidationError("--\(option) is a text of up to 80 bytes on one line: shorten it.")
      }
    }
  }

  /// The comments for a recording.
  var comments: [String] {
    [
      writer.map { Trace.comment(onWriter: $0) }, place.map { "place \($0)" },
      license.map { "license \($0)" },
    ]
    .compactMap(\.self)
  }
}
