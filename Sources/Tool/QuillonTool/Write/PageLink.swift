import Foundation
import Synchronization

/// Opens the page in a browser through a file with a link. Only this user may read the file.
/// Everyone can see the arguments of a program, and the address of the page has the key in it. The
/// file is deleted with this object.
final class PageLink: Sendable {
  private let file = Mutex<String?>(nil)

  deinit { file.withLock { path in path.map { _ = unlink($0) } } }

  /// Opens `page`. Prints a note if this is not possible.
  func open(_ page: String) {
    guard let path = Self.write(page) else {
      return Console.note(
        "no browser could be opened, because a file could not be written: copy the address into one"
      )
    }
    file.withLock { $0 = path }
    Browser.show(path, otherwise: "copy the address into one")
  }

  /// Creates a file with a link to `page`. Nil if it can't be written.
  private static func write(_ page: String) -> String? {
    let folder =
      ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
      ?? FileManager.default.temporaryDirectory.path
    let path = "\(folder)/quillon-\(UUID().uuidString).html"
    let text = """
      <!doctype html><meta charset="utf-8"><title>Quillon</title>
      <meta http-equiv="refresh" content="0;url=\(page)"><a href="\(page)">Quillon</a>

      """
    let flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = Foundation.open(path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      unlink(path)
      return nil
    }
    return path
  }
}
