import Foundation
import QuillonConversions
import QuillonFileOutput
import QuillonNumerics
import QuillonRecognizer

/// The plane that a person's letters stand in, as a file: what an enrollment has found.
///
/// A JSON object with `"format": "quillon-plane"`, `"version": 1`, `"plane"`, `"axis"`, `"azimuth_degrees"` and, if it is
/// known, `"spread_degrees"`.
public struct PlaneFile: Equatable, Sendable {
  /// The plane.
  public var rule: PlaneRule
  /// How far the strokes that it was found by lie from it, root mean square, degrees.
  public var spread: Double?

  /// A file's content from its parts.
  public init(_ rule: PlaneRule, spread: Double? = nil) {
    self.rule = rule
    self.spread = spread
  }

  /// What stands in the file.
  private struct Fields: Codable {
    var format = "quillon-plane"
    var version = 1
    var plane: String
    var axis: String
    var azimuth: Double
    var spread: Double?

    enum CodingKeys: String, CodingKey {
      case format, version, plane, axis
      case azimuth = "azimuth_degrees"
      case spread = "spread_degrees"
    }
  }

  /// Reads the file at `path`.
  public init(contentsOf path: String) throws(RecordingError) {
    let bytes = try RecordingFile.read(path)
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)),
      fields.format == "quillon-plane", fields.version == 1,
      let kind = PlaneRule.Kind(name: fields.plane),
      let axis = PlaneRule.Axis.allCases.first(where: { "\($0)" == fields.axis }),
      fields.azimuth.isFinite
    else {
      throw RecordingError(
        file: path, found: "something else",
        expected: "a JSON object of format quillon-plane, version 1",
        nextStep: "make it anew with `quillon enroll`")
    }
    rule = PlaneRule(kind, axis: axis, azimuth: BinaryAngle(degrees: fields.azimuth))
    spread = fields.spread
  }

  /// Writes the file.
  ///
  /// - Throws: `OutputError`.
  public func write(to file: OutputFile) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let fields = Fields(
      plane: rule.kind.name, axis: "\(rule.axis)", azimuth: rule.azimuth.signedDegrees,
      spread: spread)
    try file.write(try encoder.encode(fields) + [UInt8(ascii: "\n")])
  }
}

extension PlaneRule.Kind {
  /// The word for it on command lines and in files.
  public var name: String { self == .penDown ? "pen-down" : "\(self)" }

  /// The kind that the word stands for; nil for any other word.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
