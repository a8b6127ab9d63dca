import Foundation
import TestSupport

/// The firmware as `make` builds it.
enum Project {
  /// The project's top folder.
  static let root = SharedData.projectRoot

  /// Builds the images that tests look at, once a test run; those of all boards side by side.
  static func firmware() throws { try tested.get() }

  /// Builds the images that only the long tests look at, too.
  static func longFirmware() throws { try testedLong.get() }

  private static let tested = Result { try make("firmware-tested") }
  private static let testedLong = Result { try make("firmware-tested-long") }

  /// Runs `make` with a target and variables; throws its output if it failed.
  static func make(_ arguments: String...) throws {
    _ = try run("make", ["-C", root.path, "-s"] + arguments)
  }

  /// What a tool prints; throws it if the tool fails.
  static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ToolFailure(code: process.terminationStatus, said: said)
    }
    return said
  }
}

/// A tool did not do what it was asked for.
struct ToolFailure: Error, CustomStringConvertible {
  let code: Int32
  let said: String
  var description: String { "it failed:\n\(said.suffix(4_000))" }
}
