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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/make")
    process.arguments = ["-C", root.path, "-s"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BuildFailure(said: String(decoding: said.suffix(4_000), as: UTF8.self))
    }
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

/// `make` did not do what it was asked for.
struct BuildFailure: Error, CustomStringConvertible {
  let said: String
  var description: String { "make failed:\n\(said)" }
}
