import Foundation
import QuillonLivePage

/// The serial port of the board that a command uses. A telephone is a board while this object
/// lives.
final class BoardPath {
  /// The device file.
  let path: String
  private let phone: PhoneServer?

  /// How a telephone gets to its page; nil for other boards.
  var invitation: PhoneInvitation? { phone?.invitation }

  /// The port that the options name, or the one that `PortChoice` finds. Nil if the user ends the
  /// program.
  ///
  /// - Parameters:
  ///   - waiting: True to wait until a board is plugged in.
  ///   - waits: False to return before a telephone has opened its page.
  ///   - isCancelled: Called every 10 ms while it waits.
  init?(_ options: PortOptions, waiting: Bool = false, waits: Bool = true, isCancelled: () -> Bool)
    throws
  {
    guard options.phone else {
      let found = try options.port ?? PortChoice.choose(waiting: waiting, isCancelled: isCancelled)
      guard let found else { return nil }
      (path, phone) = (found, nil)
      return
    }
    let server = try PhoneServer(
      certificate: ConfigurationFile.folder.appendingPathComponent("telephone.pem"))
    (path, phone) = (server.port, server)
    Self.tell(server)
    while waits, server.telephone == nil {
      guard pause(for: .milliseconds(100), isCancelled: isCancelled) else { return nil }
    }
    if let name = server.telephone { Console.note("\(name.printable) is the board") }
  }

  deinit { phone?.end() }

  /// Prints how the telephone gets to its page.
  private static func tell(_ server: PhoneServer) {
    if let code = server.code {
      Console.note(code)
    } else {
      Console.note("qrencode would show this address as a picture: sudo apt-get install qrencode")
    }
    Console.note(
      """
      open this on the telephone: \(server.page)
      The browser warns of the certificate, because this computer made it itself: choose Advanced, then Proceed \
      (Safari: Show details, then visit this website).
      """)
  }
}
