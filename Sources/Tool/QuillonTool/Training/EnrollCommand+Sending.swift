import Foundation
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonWire

extension EnrollCommand {
  /// How long a board may need to confirm its settings.
  private static var timeout: Duration { .seconds(3) }

  /// Sends the plane and waits until the board repeats it. The other settings in the message are
  /// those of a board with a pen or, with `--pen auto`, without one.
  func sendFile(_ path: String) throws {
    var settings = pen == .auto ? WritingSettings.withoutButton : WritingSettings()
    settings.plane = try PlaneFile(contentsOf: path).rule
    // The message holds the upper 16 bits of the azimuth.
    settings.plane.azimuth.bits &= 0xFFFF_0000
    guard let port = try source.port ?? PortChoice.choose(isCancelled: { false }) else { return }
    let transport = try openTransport(path: port, baud: source.baud ?? 115_200, dtr: source.dtr)
    defer { transport.close() }
    // The board ignores a number that it has just received, so the first number is random.
    var encoder = PacketEncoder(sequence: .random(in: 0...(.max)))
    let answer = transport.ask(
      .settings(settings), by: &encoder, timeout: Self.timeout
    ) { message in
      if case .settings(let told) = message { told } else { nil }
    }
    guard let answer else {
      throw ToolError(
        """
        the board on \(port) did not confirm its settings: check that its firmware is Quillon's and \
        recognizes letters itself, and try again
        """, code: .world)
    }
    guard answer.plane == settings.plane else {
      throw ToolError(
        """
        the board on \(port) still uses the plane \(answer.plane.kind.name): its firmware is too old \
        for \(settings.plane.kind.name). Flash newer firmware, or recognize on this computer with `quillon bridge`
        """, code: .negative)
    }
    Console.note("the board uses this plane until it restarts")
  }
}
