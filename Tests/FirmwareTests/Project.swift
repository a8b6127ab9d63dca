import Dispatch
import EmulatedBoard
import Foundation
import Synchronization
import TestSupport

/// The firmware as `make` builds it.
enum Project {
  /// The project's top folder.
  static let root = SharedData.projectRoot

  /// Builds the images of `machine`: those of all boards side by side, once a test run.
  static func firmware(_ machine: Machine) throws {
    try builds[machine]?.get()
  }

  private static let builds: [Machine: Result<Void, any Error>] = {
    let results = Mutex<[Machine: Result<Void, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: Machine.allCases.count) { index in
      let machine = Machine.allCases[index]
      let result = Result { try make("firmware", "BOARD=\(machine.rawValue)") }
      results.withLock { $0[machine] = result }
    }
    return results.withLock { $0 }
  }()

  /// Builds a control, an image that a proof must refuse, for `machine`.
  static func control(_ name: String, _ machine: Machine) throws {
    try firmware(machine)
    try make("firmware", "BOARD=\(machine.rawValue)", "IMAGES=\(name)")
  }

  /// Runs `make` with a target and variables; throws what it said if it failed.
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
