import ArgumentParser
import Foundation
import QuillonEmulator

/// On which emulated microcontroller the firmware runs.
struct BoardOptions: ParsableArguments {
  @Option(help: "Run the firmware on this emulated board: \(Self.names).")
  var board: Machine?

  @Flag(
    help: """
      Run the firmware that accepts models and training updates. `make firmware TEACHABLE=yes` \
      builds it.
      """)
  var teachable = false

  func validate() throws {
    guard board != nil || !teachable else {
      throw ValidationError("--teachable is for an emulated board: name it with --board.")
    }
  }

  /// The board with the recognizer's image, booted; nil when none was asked for.
  ///
  /// - Parameters:
  ///   - sensor: the format of the sensor on its line; nil for this project's own packets.
  ///   - hasGestures: true for the firmware that reads gestures by an accelerometer alone.
  func boot(sensor: String? = nil, hasGestures: Bool = false) throws -> EmulatedBoard? {
    try board.map {
      try Self.boot($0, sensor: sensor, isTeachable: teachable, hasGestures: hasGestures)
    }
  }

  /// `machine` with the recognizer's image, booted.
  static func boot(
    _ machine: Machine, sensor: String? = nil, isTeachable: Bool = false,
    hasGestures: Bool = false
  ) throws -> EmulatedBoard {
    let image =
      "RecognizerImage" + (sensor.map { "-\($0)" } ?? "") + (isTeachable ? "-teachable" : "")
      + (hasGestures ? "-gestures" : "")
    return try EmulatedBoard(machine, image: machine.image(image, in: project))
  }

  /// Where `make firmware` puts the images: below the project that the tool was built in, else below the
  /// current folder.
  static var project: URL {
    let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var project = tool.deletingLastPathComponent()
    while project.path != "/", !isProject(project) { project.deleteLastPathComponent() }
    return project.path == "/" ? URL(fileURLWithPath: ".") : project
  }

  private static let names = Machine.allCases.map(\.rawValue).joined(separator: ", ")

  private static func isProject(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  }
}

extension Machine: ExpressibleByArgument {}
