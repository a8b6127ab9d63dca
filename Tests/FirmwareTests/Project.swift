import EmulatedBoard
import Foundation
import TestSupport
import Testing

/// The firmware as `make` builds it.
enum Project {
  /// The project's top folder.
  static let root = SharedData.projectRoot

  /// Runs `make` with a target and variables; throws what it said if it failed.
  static func make(_ arguments: String...) throws {
    _ = try run("make", ["-C", root.path, "-s"] + arguments)
  }

  /// The names of an image's symbols.
  static func symbols(of image: URL) throws -> [Substring] {
    try run("arm-none-eabi-nm", ["-j", image.path]).split(separator: "\n")
  }

  /// The sizes of an image's sections, bytes, by name.
  static func sectionSizes(of image: URL) throws -> [String: Int] {
    let table = try run("arm-none-eabi-size", ["-A", image.path]).split(separator: "\n")
    return table.reduce(into: [:]) { sizes, line in
      let words = line.split(separator: " ")
      if words.count == 3, let size = Int(words[1]) { sizes[String(words[0])] = size }
    }
  }

  /// What a tool prints; throws it if the tool fails.
  private static func run(_ tool: String, _ arguments: [String]) throws -> String {
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
    guard process.terminationStatus == 0 else { throw ToolFailure(said: said) }
    return said
  }

  /// Builds the images of `machine`, once a test run.
  static func firmware(_ machine: Machine) throws {
    try builds[machine]?.get()
  }

  private static let builds: [Machine: Result<Void, any Error>] = Dictionary(
    uniqueKeysWithValues: Machine.allCases.map { machine in
      (machine, Result { try make("firmware", "BOARD=\(machine.rawValue)") })
    })
}

/// A tool did not do what it was asked for.
struct ToolFailure: Error, CustomStringConvertible {
  let said: String
  var description: String { "it failed:\n\(said.suffix(4_000))" }
}
