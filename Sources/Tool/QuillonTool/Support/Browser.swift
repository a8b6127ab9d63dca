import Foundation

/// The user's browser.
enum Browser {
  /// Shows a file or an address. If no browser can be opened, prints a note with the step that helps then.
  ///
  /// - Parameter patience: How long to wait for the outcome, s. A program that goes on need not wait.
  static func show(_ place: String, otherwise step: String, patience: Double = 0) {
    let (process, ended) = (Process(), DispatchSemaphore(value: 0))
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", place]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      if process.terminationStatus != 0 { Console.note("no browser could be opened: \(step)") }
      ended.signal()
    }
    do { try process.run() } catch {
      return Console.note("no browser could be opened: \(error)")
    }
    _ = ended.wait(timeout: .now() + patience)
  }
}
