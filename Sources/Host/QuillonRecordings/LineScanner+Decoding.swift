import Foundation

extension LineScanner {
  /// The record that `json`, a text from the current line, encodes. `layout` shows a valid line in
  /// errors.
  func decode<Record: Decodable>(
    _ type: Record.Type, from json: String, by decoder: JSONDecoder, layout: String
  ) throws(RecordingError) -> Record {
    do {
      return try decoder.decode(type, from: Data(json.utf8))
    } catch {
      throw self.error(found: Self.words(for: error), expected: layout)
    }
  }

  /// What a decoder found to be wrong.
  private static func words(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      let place = context.codingPath.isEmpty ? "" : " in \(text(of: context.codingPath))"
      return "no key \"\(key.stringValue)\"\(place)"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      let place = context.codingPath.isEmpty ? "" : " at \(text(of: context.codingPath))"
      return "no value of the right kind\(place)"
    default:
      return "broken syntax or a number out of range"
    }
  }

  /// A path as it is written in code, for example `strokes[0].p`.
  private static func text(of path: [any CodingKey]) -> String {
    let steps = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return steps.joined().trimmingPrefix(".").description
  }
}
