import ArgumentParser
import Foundation
@testable import QuillonTool

/// The folder where commands find the files that an input makes, and leave theirs.
enum Workspace {
  private static let folder =
    ProcessInfo.processInfo.environment["QUILLON_FUZZ_FOLDER"] ?? NSTemporaryDirectory()

  /// The path of a file there.
  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file there; its path.
  static func write(_ bytes: [UInt8], to name: String) -> String {
    let path = path(name)
    guard let file = fopen(path, "wb") else { fatalError("\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }

  /// The path of a file that a command may make: it is not there.
  static func vacant(_ name: String) -> String {
    let path = path(name)
    unlink(path)
    return path
  }

  /// Runs the tool with these arguments as the shell does, but for the end of the process. It may refuse, but has to
  /// report why in its own words.
  static func run(_ arguments: String...) { run(arguments) }

  /// The same.
  static func run(_ arguments: [String]) {
    do {
      try CommandLineTool.perform(QuillonCommand.parseAsRoot(arguments.joiningDashedValues))
    } catch let error as EncodingError {
      fatalError("what is told is no JSON: \(error)")
    } catch let error as DecodingError {
      fatalError("an error of a reader is not explained: \(error)")
    } catch {
      let isMisuse = QuillonCommand.exitCode(for: error) == .validationFailure
      Console.note(isMisuse ? QuillonCommand.fullMessage(for: error) : ToolError(error).message)
    }
  }
}
