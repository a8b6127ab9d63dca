import ArgumentParser
import Foundation
import QuillonEmulator

/// The emulated microcontroller that runs the firmware.
struct BoardOptions: ParsableArguments {
  @Option(help: "Run the firmware on this emulated board: \(Self.names).")
  var board: BoardChoice?

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

  /// Boots the board that was asked for, with the recognizer's image. Nil if none was asked for.
  ///
  /// - Parameters:
  ///   - sensor: the format of the sensor on its line; nil for this project's own packets.
  ///   - hasGestures: true for the firmware that reads gestures by an accelerometer alone.
  ///   - variant: which firmware.
  func boot(
    sensor: String? = nil, hasGestures: Bool = false, variant: ImageVariant = .usual
  ) throws -> EmulatedBoard? {
    try board.map {
      try Self.boot(
        $0.machine(), sensor: sensor, isTeachable: teachable, hasGestures: hasGestures,
        variant: variant)
    }
  }

  /// Boots `machine` with the recognizer's image.
  static func boot(
    _ machine: Machine, sensor: String? = nil, isTeachable: Bool = false,
    hasGestures: Bool = false, variant: ImageVariant = .usual
  ) throws -> EmulatedBoard {
    let image =
      "RecognizerImage\(variant.suffix)" + (sensor.map { "-\($0)" } ?? "")
      + (isTeachable ? "-teachable" : "")
      + (hasGestures ? "-gestures" : "")
    return try EmulatedBoard(machine, image: machine.image(image, in: project))
  }

  /// The folder with the firmware's images: `lib/quillon` beside the folder of an installed tool,
  /// otherwise the project in which the tool was built, otherwise the current folder.
  static var project: URL {
    if isInstalled { return installation }
    var project = toolFolder
    while project.path != "/", !isProject(project) { project.deleteLastPathComponent() }
    return project.path == "/" ? URL(fileURLWithPath: ".") : project
  }

  /// True if the tool is installed, and not run in the project in which it was built.
  static var isInstalled: Bool { FileManager.default.fileExists(atPath: installation.path) }

  private static var installation: URL {
    toolFolder.deletingLastPathComponent().appendingPathComponent("lib/quillon")
  }

  private static var toolFolder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private static let names = BoardChoice.allValueStrings.joined(separator: ", ")

  private static func isProject(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  }
}
