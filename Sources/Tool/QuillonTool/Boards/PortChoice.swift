import Foundation
import QuillonBridge
import QuillonSerial

/// Chooses the port of a board.
enum PortChoice {
  /// The only port that probably has a board. If there are several, the person at the terminal
  /// chooses one. Nil if the user ends the program.
  ///
  /// - Parameters:
  ///   - waiting: True to wait until a board is plugged in.
  ///   - isCancelled: Called every 10 ms while it waits.
  static func choose(waiting: Bool = false, isCancelled: () -> Bool) throws -> String? {
    var candidates = try SerialPorts.list().withBoards
    if candidates.isEmpty, waiting { Console.note("waiting for a board to be plugged in") }
    while candidates.isEmpty, waiting {
      guard pause(for: .milliseconds(200), isCancelled: isCancelled) else { return nil }
      candidates = try SerialPorts.list().withBoards
    }
    if candidates.count == 1 {
      Console.note("using \(candidates[0].name)\(names(candidates[0]))")
      return candidates[0].name
    }
    guard !candidates.isEmpty else {
      throw ToolError(
        """
        no board is plugged in: plug one in, name its port with --port, or start a \
        virtual one with `quillon simulate --pty`
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
      throw ToolError("no port was chosen: name one with --port", code: .misuse)
    }
    return candidates[number - 1].name
  }

  private static func names(_ port: SerialPortDescription) -> String {
    let names = [port.manufacturer, port.product ?? port.description].compactMap(\.self)
    return names.isEmpty ? "" : "  " + names.joined(separator: " ").printable
  }
}
