import Foundation

/// Values as JSON for programs that read what this one tells.
public enum JSONLine {
  /// A value as one line of JSON, keys in alphabetical order. A number that is infinite or none, for which JSON has no
  /// word, is null.
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

  /// What stands for such numbers before they are null: no text that comes from elsewhere.
  private static let nonFinite = UUID().uuidString
}
