import ArgumentParser
import QuillonBoardFormats
import QuillonBridge
import QuillonProtocols
import QuillonSimulator

/// Which format a virtual board speaks.
struct ProtocolOption: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help: """
      Send this format, as a board of that make does; `quillon protocols` lists the formats.
      """)
  var name: String?

  /// What speaks that format; nil for this project's own packets.
  func encoder() throws -> (any SensorEncoder)? {
    guard let name, name != "quillon" else { return nil }
    guard let encoder = SensorEncoders.named(name) else { throw ToolError.unknown(protocol: name) }
    return encoder
  }

  /// How what it speaks is read; nil for this project's own packets.
  var format: BoardFormat? {
    guard let name, name != "quillon" else { return nil }
    return BoardFormat.named(name)
  }
}

extension ToolError {
  /// A format that nobody knows.
  static func unknown(protocol name: String) -> ToolError {
    let names = BoardFormat.all.map(\.name).joined(separator: ", ")
    return ToolError("there is no protocol \(name): use one of \(names)", code: .misuse)
  }

  /// A board that cannot be written with as it is.
  init(_ shortcoming: SampleShortcoming, of format: BoardFormat) {
    let lack =
      switch shortcoming {
      case .noAcceleration: "the board sends no acceleration"
      case .noRate: "the board sends neither attitude nor angular rate beside the acceleration"
      case .tooSlow: "the board sends fewer than 20 samples a second, and letters need 25 or more"
      }
    self.init(
      "\(lack), so nothing can be written with it; set it up (\(format.name)): \(format.setup)",
      code: .world)
  }
}
