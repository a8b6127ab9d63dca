import Foundation
import QuillonSerial
import QuillonSystem

/// Firmware on an emulated board that reads its sensor chip itself. It runs in virtual time, as fast as this computer allows.
///
/// The emulator ends with `close()`, with this object, with the motion, or with this program.
public final class EmulatedChipBoard {
  /// The line to the host.
  public let host: any ByteTransport
  private let process: BoundProcess
  private let folder: URL
  /// When the emulator was first seen to have ended.
  private var end: ContinuousClock.Instant?

  /// Boots the image of `board` with the chip `sensor`.
  ///
  /// - Parameters:
  ///   - project: the project's folder, in which `make` has put the image and the emulator.
  ///   - sensor: the chip's name; nil for the board's usual one.
  ///   - motion: the bytes of a trace file, with specific force and angular rate. Its pen presses the button.
  /// - Throws: ``EmulationError``, `LinkError` when the system has no pseudo-terminal left, or the error of writing the motion.
  public convenience init(
    _ board: ChipBoard, _ variant: ImageVariant = .usual, in project: URL, sensor: String?,
    motion: [UInt8]
  ) throws {
    let folder = try Self.makeFolder()
    let trace = folder.appendingPathComponent("motion.csv")
    try Data(motion).write(to: trace)
    let sensor = sensor ?? board.usualSensor
    // A BMI270 wants a program, and the emulated one accepts another than Bosch's. A BNO08x has firmware of its own.
    let kind = ["bmi270": "-bmi270-emulated", "bno08x": "-bno08x"][sensor] ?? ""
    let name = "RecognizerImage\(variant.suffix)\(kind)"
    try self.init(
      board, in: project, image: board.image(name, in: project), folder: folder,
      ["--motion", trace.path, "--sensor", sensor])
  }

  /// Boots LatencyImage of `board`, without a chip, with the samples in the file `replay` in its flash. It runs for a day, if it is not
  /// closed before.
  convenience init(
    _ board: ChipBoard, _ variant: ImageVariant, in project: URL, replay: URL
  ) throws {
    try self.init(
      board, in: project, image: board.image("LatencyImage\(variant.suffix)", in: project),
      folder: try Self.makeFolder(), ["--replay", replay.path, "--seconds", "86400"])
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private init(
    _ board: ChipBoard, in project: URL, image: URL, folder: URL, _ options: [String]
  ) throws {
    let emulator = ChipBoard.emulator(in: project)
    guard FileManager.default.isExecutableFile(atPath: emulator.path) else {
      throw EmulationError.noBoardEmulator
    }
    guard FileManager.default.fileExists(atPath: image.path) else {
      throw EmulationError.noChipImage(path: image.path, board: board)
    }
    self.folder = folder
    let terminal = try PseudoTerminal()
    host = terminal
    do {
      process = try BoundProcess(
        emulator,
        [
          "--board", board.rawValue, "--image", image.path, "--line", terminal.path,
          "--report", folder.appendingPathComponent("report.json").path,
        ] + options)
    } catch {
      throw EmulationError.failed(reason: "\(error)")
    }
    let deadline = Date(timeIntervalSinceNow: 10)
    while !terminal.hasClient, process.isRunning, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  deinit { close() }

  /// What the firmware did that hardware does not allow, or what went wrong with the emulator; nil if nothing did. Known when it
  /// has ended.
  public var failure: String? {
    let file = folder.appendingPathComponent("report.json")
    guard let data = try? Data(contentsOf: file),
      let report = try? JSONDecoder().decode(Report.self, from: data)
    else { return "it ended without a report; run board-emulator to see its error output" }
    return report.failure.isEmpty ? nil : report.failure
  }

  /// True when the emulator has ended, which it does after the motion, and all that it sent can have been read.
  public var hasEnded: Bool {
    guard !process.isRunning else { return false }
    let now = ContinuousClock.now
    let end = end ?? now
    self.end = end
    return now - end > .milliseconds(200)
  }

  /// Ends the emulator and removes its files. It is safe to close twice.
  public func close() {
    process.end()
    host.close()
    try? FileManager.default.removeItem(at: folder)
  }

  private struct Report: Decodable { var failure: String }
}
