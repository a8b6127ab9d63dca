import Foundation
import QuillonBridge
import QuillonSerial

/// Chooses the port that a board is on.
enum PortChoice {
  /// The only port that a board is likely to be on; if there are several, the one that the person at the
  /// terminal chooses. Nil when the user wants the program to end.
  ///
  /// - Parameters:
  ///   - waiting: whether to wait until a board is plugged in, however long that takes.
  ///   - isCancelled: asked every 10 ms while it waits.
  static func choose(waiting: Bool = false, isCancelled: () -> Bool) throws -> String? {
    var candidates = try candidates()
    if candidates.isEmpty, waiting { Console.note("waiting for a board to be plugged in") }
    while candidates.isEmpty, waiting {
      guard pause(for: .milliseconds(200), isCancelled: isCancelled) else { return nil }
      candidates = try self.candidates()
    }
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
    let answer = readAnswer(isCancelled: isCancelled)
    guard !isCancelled() else { return nil }
    guard let number = answer.flatMap({ Int($0) }), candidates.indices.contains(number - 1) else {
      throw ToolError("none was chosen: name a port with --port", code: .misuse)
    }
    return candidates[number - 1].name
  }

  /// The ports that a board may be on, the likely ones alone if there are any.
  private static func candidates() throws -> [SerialPortDescription] {
    let ports = try SerialPorts.list()
    let likely = ports.filter(\.isLikelyBoard)
    return likely.isEmpty ? ports.filter { $0.usbVendor != nil } : likely
  }

  private static func names(_ port: SerialPortDescription) -> String {
    let names = [port.manufacturer, port.product ?? port.description].compactMap(\.self)
    return names.isEmpty ? "" : "  " + names.joined(separator: " ").printable
  }
}
