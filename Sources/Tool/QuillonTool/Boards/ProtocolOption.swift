import ArgumentParser
import QuillonBoardFormats
import QuillonBridge
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

  /// A board that cannot be written with as it is; `format` is nil for this project's own packets.
  init(_ shortcoming: StreamShortcoming, of format: BoardFormat?) {
    let setup = format.map { "; set it up (\($0.name)): \($0.setup)" } ?? ""
    let lack =
      switch shortcoming {
      case .noAcceleration: "the board sends no acceleration, so nothing can be written with it"
      case .noRate:
        """
        the board sends acceleration, but neither attitude nor angular rate. No letter can be read \
        by an accelerometer alone, because it cannot tell a turn of the board from a movement. For \
        letters add a gyroscope, for gestures use --model accelerometer
        """
      case .tooSlow(let rate):
        """
        the board sends \(Int(rate.rounded())) samples a second, and letters want 25 or more, so \
        nothing can be written with it
        """
      }
    self.init(lack + setup, code: .world)
  }
}
