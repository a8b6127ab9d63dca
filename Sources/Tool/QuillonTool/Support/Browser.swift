import Foundation

/// The user's browser.
enum Browser {
  /// Shows a file or an address. If no browser can be opened, prints a note with the step that helps then.
  static func show(_ place: String, otherwise step: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", place]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      Console.note("no browser could be opened: \(step)")
    }
    do { try process.run() } catch { Console.note("no browser could be opened: \(error)") }
  }
}
