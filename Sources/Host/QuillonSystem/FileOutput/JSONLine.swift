import Foundation

/// Writes values as JSON for programs that read this program's output.
public enum JSONLine {
  /// A value as one line of JSON, with the keys in alphabetical order. Infinite numbers and
  /// not-a-number become null, since JSON has no notation for them.
  ///
  /// - Throws: what the value's own encoding throws.
  public static func data(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: nonFinite, negativeInfinity: nonFinite, nan: nonFinite)
    let data = try encoder.encode(value)
    guard data.range(of: Data(nonFinite.utf8)) != nil else { return data }
    let text = String(decoding: data, as: UTF8.self)
    return Data(text.replacingOccurrences(of: "\"\(nonFinite)\"", with: "null").utf8)
  }

  /// The text that stands for such numbers until it is replaced by null. It is unique, so it cannot
  /// occur in a value.
  private static let nonFinite = UUID().uuidString
}
