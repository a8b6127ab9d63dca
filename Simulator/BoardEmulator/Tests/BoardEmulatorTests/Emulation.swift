// SPDX-License-Identifier: MIT
import Foundation
import QuillonFusion
import QuillonRecognizer
import QuillonSensors
import QuillonWire

/// A run of the program `board-emulator`, and what it said.
struct Emulation {
  /// What the program writes with `--report`.
  struct Report: Decodable {
    var failure: String
    var seconds: Double
    var instructions: Double
    var clock: Double
    var resets: [String]
    var samples: Int
    var violations: [String]
  }

  let messages: [Message]
  let report: Report
  /// What the chip gave: its time, µs, and its counts.
  let samples: [(time: UInt32, counts: SensorCounts)]

  /// The project's folder.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// QUILLON, written by the simulated person 1, as six raw axes.
  static let motion = Result { try makeMotion() }

  /// Runs `board` with `sensor`.
  init(
    _ board: String, sensor: String? = nil, image: String = "RecognizerImage.uf2",
    _ more: String...
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-emulator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let words =
      [
        "--board", board, "--image",
        Self.project.appendingPathComponent(".build/firmware/\(board)/\(image)").path, "--report",
        path("report"), "--samples", path("samples"),
      ] + (sensor.map { ["--sensor", $0] } ?? []) + more
    FileManager.default.createFile(atPath: path("line"), contents: nil)
    let process = Process()
    process.executableURL = Self.project.appendingPathComponent(
      ".build/emulator/release/board-emulator")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: path("line"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    report = try JSONDecoder().decode(
      Report.self, from: Data(contentsOf: URL(fileURLWithPath: path("report"))))
    var decoder = PacketDecoder()
    messages = try Data(contentsOf: URL(fileURLWithPath: path("line"))).compactMap { byte in
      if case .packet(let packet) = decoder.push(byte) { packet.message } else { nil }
    }
    samples = try String(contentsOfFile: path("samples"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map { line in
        let numbers = line.split(separator: ",").compactMap { Int64($0) }
        func axes(_ first: Int) -> SensorCounts.Axes {
          SensorCounts.Axes(
            Int16(numbers[first]), Int16(numbers[first + 1]), Int16(numbers[first + 2]))
        }
        return (
          UInt32(truncatingIfNeeded: numbers[0]), SensorCounts(force: axes(1), rate: axes(4))
        )
      }
  }

  /// The classifications that the board sent.
  var classifications: [Classification] {
    messages.compactMap { if case .classification(let found) = $0 { found } else { nil } }
  }

  /// The letters of the classifications.
  var text: String {
    let labels = "\(BuiltInModel.labels)".split(separator: " ").map(String.init)
    return classifications.map { labels[Int($0.label)] }.joined()
  }

  /// The last status.
  var status: Status? {
    messages.compactMap { if case .status(let status) = $0 { status } else { nil } }.last
  }

  private static func makeMotion() throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-emulator-motion-\(getpid()).csv")
    let process = Process()
    process.executableURL = project.appendingPathComponent(".build/release/quillon")
    process.arguments = ["simulate", "--text", "QUILLON", "--raw", "6", "--trace", file.path]
    try process.run()
    process.waitUntilExit()
    return file.path
  }
}
