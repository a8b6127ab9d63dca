import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonSystem

/// The plane in which a person writes letters, as a file. An enrollment finds it.
///
/// The file is a JSON object with `"format": "quillon-plane"`, `"version": 1`, `"plane"`, `"axis"`,
/// `"azimuth_degrees"` and, if it is known, `"spread_degrees"`.
public struct PlaneFile: Equatable, Sendable {
  /// The rule for the plane.
  public var rule: PlaneRule
  /// The root mean square deviation of the enrollment's strokes from the azimuth, degrees; nil if
  /// it is not known.
  public var spread: Double?

  /// A file's content from its parts.
  public init(_ rule: PlaneRule, spread: Double? = nil) {
    self.rule = rule
    self.spread = spread
  }

  /// The content of the file.
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
    let bytes = try RecordingFile.readSmall(path)
    try FileKind.plane.check(path, bytes)
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
  /// Its name on command lines and in files.
  public var name: String { self == .penDown ? "pen-down" : "\(self)" }

  /// The kind with this name; nil for any other text.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
