import Foundation
import SerialLink

/// Chooses the port that a board is on.
enum PortChoice {
  /// The only port that a board is likely to be on; if there are several, the one that the person at the
  /// terminal chooses.
  static func choose() throws -> String {
    let ports = try SerialPorts.list()
    let likely = ports.filter(\.isLikelyBoard)
    let candidates = likely.isEmpty ? ports.filter { $0.usbVendor != nil } : likely
    if candidates.count == 1 {
      Console.note("using \(candidates[0].name)\(names(candidates[0]))")
      return candidates[0].name
    }
    guard !candidates.isEmpty else {
      throw ToolError(
        """
        no board is plugged in: plug one in, name its port with --port, or try one out with \
        `quillon simulate --pty`
        """, code: .world)
    }
    let list = candidates.enumerated().map { "  \($0 + 1)  \($1.name)\(names($1))" }
      .joined(separator: "\n")
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw ToolError(
        "several ports may have a board:\n\(list)\nname one with --port", code: .misuse)
    }
    Console.note("several ports may have a board:\n\(list)\nwhich one, 1 to \(candidates.count)?")
    guard let answer = readLine(), let number = Int(answer),
      candidates.indices.contains(number - 1)
    else {
      throw ToolError("none was chosen: name a port with --port", code: .misuse)
    }
    return candidates[number - 1].name
  }

  private static func names(_ port: SerialPortDescription) -> String {
    let names = [port.manufacturer, port.product ?? port.description].compactMap(\.self)
    return names.isEmpty ? "" : "  " + names.joined(separator: " ")
  }
}
