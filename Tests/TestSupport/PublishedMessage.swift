import Foundation
import QuillonBridge

/// A message as a maker or a test suite has published it, with its meaning; they lie beside the
/// recordings, which a checkout may or may not have.
public struct PublishedMessage: Decodable, Sendable {
  /// What it is called there.
  public var id: String
  /// The name of its format.
  public var `protocol`: String
  /// How many candidates in it are no message.
  public var rejects: Int?
  private var hex: String
  private var expected: Expected

  /// Its bytes.
  public var bytes: [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The fields of each frame in it, by the maker's names; nil where the format has no frames.
  public var frames: [[String: Value]]? { expected.frames }

  private struct Expected: Decodable {
    var frames: [[String: Value]]?
  }

  /// What a field should be.
  public enum Value: Decodable, Sendable {
    case number(Double)
    case text(String)
    case list([Value])

    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([Value].self))
      }
    }

    /// Whether a decoded field is what it should be: numbers within 10⁻⁵ of them.
    public func agrees(with value: RawValue?) -> Bool {
      switch (self, value) {
      case (.number(let expected), .number(let number)): isNear(expected, number)
      case (.number(let expected), .integer(let number)): isNear(expected, Double(number))
      case (.number(let expected), .unsigned(let number)): isNear(expected, Double(number))
      case (.text(let expected), .text(let text)): expected == text
      case (.list(let expected), .list(let values)):
        expected.count == values.count && zip(expected, values).allSatisfy { $0.agrees(with: $1) }
      default: false
      }
    }

    private func isNear(_ expected: Double, _ value: Double) -> Bool {
      abs(expected - value) <= 1e-9 + 1e-5 * abs(expected)
    }
  }
}

extension PublishedMessage {
  /// The folder of published messages and captures, if it is there.
  public static let folder: URL? = {
    guard let data = SharedData.folder else { return nil }
    let folder = data.deletingLastPathComponent().appendingPathComponent("protocols")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// True when it is there.
  public static var arePresent: Bool { folder != nil }

  /// The bytes of a file in it; none where it is not there.
  public static func bytes(of file: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
  }

  /// All of formats that are supported.
  public static func all() throws -> [PublishedMessage] {
    let data = Data(try bytes(of: "vectors.json"))
    return try JSONDecoder().decode([PublishedMessage].self, from: data)
      .filter { BoardFormat.named($0.protocol) != nil && $0.frames != nil }
  }
}
