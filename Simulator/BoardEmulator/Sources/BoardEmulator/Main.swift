// SPDX-License-Identifier: MIT
import Foundation

/// Runs an image on an emulated board and ends with 0, or with 1 and what the firmware did that hardware does not allow.
@main enum Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      try Run(options).finish()
    } catch {
      FileHandle.standardError.write(Data("board-emulator: \(error)\n".utf8))
      exit(1)
    }
  }
}
