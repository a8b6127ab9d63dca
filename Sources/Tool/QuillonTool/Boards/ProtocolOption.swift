import ArgumentParser
import QuillonBridge
import QuillonSerialFormats
import QuillonSimulator

/// The format that a virtual board sends.
struct ProtocolOption: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help: """
      Send this format, as a board of that make does; `quillon protocols` lists the formats.
      """)
  var name: String?

  /// The encoder of that format. Nil for Quillon's own packets.
  func encoder() throws -> (any SensorEncoder)? {
    guard let name, name != "quillon" else { return nil }
    guard let encoder = SensorEncoders.named(name) else { throw ToolError.unknown(protocol: name) }
    return encoder
  }

  /// The format. Nil for Quillon's own packets.
  var format: BoardFormat? {
    guard let name, name != "quillon" else { return nil }
    return BoardFormat.named(name)
  }
}

extension ToolError {
  /// The error for an unknown format.
  static func unknown(protocol name: String) -> ToolError {
    let names = BoardFormat.all.map(\.name).joined(separator: ", ")
    return ToolError("unknown protocol \(name): use one of \(names)", code: .misuse)
  }

  /// The error for a board that does not send enough for writing. `format` is nil for Quillon's own packets.
  init(_ shortcoming: SampleShortcoming, of format: BoardFormat?) {
    let isSketch = format?.name == "csv"
    let setup = format.map { "; set it up (\($0.name)): \($0.setup)" } ?? ""
    let lack =
      switch shortcoming {
      case .noAcceleration: "the board sends no acceleration, so it can't be used for writing"
      case .noRate:
        """
        the board sends acceleration, but neither attitude nor angular rate. No letter can be read \
        by an accelerometer alone, because it cannot distinguish a turn of the board from a movement. For \
        letters add a gyroscope, for gestures use --model accelerometer
        """
      case .tooSlow:
        """
        the board sends fewer than 20 samples a second, and writing needs 25 or more\
        \(isSketch ? ": shorten the delay between two lines in the sketch, to 10 ms" : "")
        """
      }
    self.init(lack + setup, code: .world)
  }
}
