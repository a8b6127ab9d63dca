// SPDX-License-Identifier: MIT
import Foundation
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSensors
import QuillonWire

/// A run of the program `board-emulator`, and its output.
struct Emulation {
  /// What the program writes with `--report`.
  struct Report: Decodable {
    var failure: String
    /// The boot loader that the firmware has handed the board over to, if it has.
    var loader: String
    var seconds: Double
    var instructions: Double
    var clock: Double
    /// The time with the pen down, s, and the instructions in it.
    var penDownSeconds: Double
    var penDownInstructions: Double
    /// The share of time with the pen down in which the core is awake, an instruction a cycle.
    var awake: Double { penDownInstructions / clock / penDownSeconds }
    var resets: [String]
    /// What the host learned by USB: maker and product.
    var usb: [String]
    /// What its keyboard typed.
    var typed: String
    var samples: Int
    /// What the magnetometer measured: when, µs, and µT along the chip's axes.
    var fields: [[Double]]
    var violations: [String]
    /// The transfers on the sensor's bus since its first sample, and the time of them all, s, without the first address of each.
    var transfers: Int
    var transferSeconds: Double
    /// When the light changed.
    var light: [Light]

    struct Light: Decodable {
      var ms: Double
      var on: Int
    }
  }

  let messages: [Message]
  let report: Report
  /// True if the firmware has the trait `Rivals`, which no RP2040 has.
  let sendsRivals: Bool
  /// What the chip gave: its time, µs, and its counts.
  let samples: [(time: UInt32, counts: SensorCounts)]
  /// What the firmware recognized: its samples with its times, the pen by the button.
  let recognized: [InertialSample]

  /// The project's folder.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// QUILLON, written by the simulated person 1, as six raw axes.
  static let motion = Result { try makeMotion(axes: 6) }
  /// The letters of the alphabet.
  static let alphabet = Result {
    try makeMotion(axes: 6, text: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  }
  /// The same with a magnetic field.
  static let motionInAField = Result { try makeMotion(axes: 9) }

  /// The image of a board without its file's type. That for an emulated BMI270 has a program for it, and a BNO08x has one of its own.
  static func image(for sensor: String?, onSPI isSPI: Bool, isDamped: Bool = false) -> String {
    let kinds = ["bmi270": "-bmi270-emulated", "bno08x": "-bno08x"]
    return "RecognizerImage" + (isDamped ? "-lab" : "") + (sensor.flatMap { kinds[$0] } ?? "")
      + (isSPI ? "-spi" : "")
  }

  /// The type of the file that the board's boot loader accepts.
  static func type(of board: String) -> String {
    board == "nano33ble-sense" || board == "feather-f405" ? "bin" : "uf2"
  }

  /// Runs `board` with `sensor`; `isDamped` is for the firmware with damping and the perceptron, `input` is what the host sends from
  /// the start on, and `image` a file of the board's folder or a path.
  init(
    _ board: String, sensor: String? = nil, image: String? = nil, isSPI: Bool = false,
    isDamped: Bool = false, input: [UInt8] = [], _ more: String...
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-emulator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let name = Self.image(for: sensor, onSPI: isSPI, isDamped: isDamped)
    sendsRivals = board != "pico" && board != "nano-rp2040"
    let calls =
      try image.map { _ in [] } ?? [
        "--calls", "\(Self.recognize(in: name, of: board))=\(path("calls"))",
      ]
    let words =
      [
        "--board", board, "--image",
        image?.hasPrefix("/") == true
          ? image ?? "" : Self.file(of: board, image ?? "\(name).\(Self.type(of: board))").path,
        "--report", path("report"), "--samples", path("samples"),
      ] + (sensor.map { ["--sensor", $0] } ?? [])
      + (isSPI ? ["--bus", "spi"] : []) + more + calls
    FileManager.default.createFile(atPath: path("line"), contents: nil)
    let process = Process()
    process.executableURL = Self.project.appendingPathComponent(
      ".build/release/board-emulator")
    process.arguments = words
    try Data(input).write(to: folder.appendingPathComponent("input"))
    process.standardInput = FileHandle(forReadingAtPath: path("input"))
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
    recognized =
      ((try? String(contentsOfFile: path("calls"), encoding: .utf8)) ?? "")
      .split(separator: "\n").map(Self.sample)
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

  /// A file of the board's folder.
  static func file(of board: String, _ name: String) -> URL {
    project.appendingPathComponent(".build/firmware/\(board)/\(name)")
  }

  /// Where the function begins that gets each sample, hexadecimal.
  private static func recognize(in image: String, of board: String) throws -> String {
    let symbols = try output(
      of: "arm-none-eabi-nm", file(of: board, "\(image).elf").path)
    guard let line = symbols.split(separator: "\n").first(where: { $0.contains("9recognize") })
    else { throw CocoaError(.fileReadCorruptFile) }
    return String(line.prefix(8))
  }

  /// What a tool prints.
  static func output(of tool: String, _ arguments: String...) throws -> String {
    try run(tool, arguments).output
  }

  /// Runs a tool: its exit code, and what it prints.
  static func run(_ tool: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// A sample as the firmware has it in memory, which is laid out as here, and the button.
  private static func sample(_ line: Substring) -> InertialSample {
    let digits = Array(line.utf8)
    let bytes = (0..<96).map { index in
      (0..<2).reduce(0 as UInt8) { value, digit in
        let code = digits[2 * index + digit]
        return value << 4 | (code < 58 ? code - 48 : code - 87)
      }
    }
    var sample = bytes.withUnsafeBytes { $0.loadUnaligned(as: InertialSample.self) }
    sample.pen = line.hasSuffix("1") ? .down : .up
    return sample
  }

  /// The classifications that the board sent.
  var classifications: [Classification] {
    messages.compactMap { if case .classification(let found) = $0 { found } else { nil } }
  }

  /// What the recognizer of the host makes of the same samples.
  var hostClassifications: [Classification] {
    var recognizer = SequenceRecognizer()
    recognizer.use(PackedModel.builtIn)
    return recognized.compactMap { sample in
      guard case .classification(var found) = recognizer.push(sample) else { return nil }
      if !sendsRivals { found.rivals = Rivals() }
      return found
    }
  }

  /// What the host's recognizer with damping and the perceptron makes of the same samples.
  var dampedHostClassifications: [Classification] {
    var parameters = RecognizerParameters()
    parameters.stabilizers = Stabilizers.dampedLab
    var recognizer = Recognizer(model: LinearModel.dampedLab, parameters: parameters)
    return recognized.compactMap { sample in
      if case .classification(let found) = recognizer.push(sample) { found } else { nil }
    }
  }

  /// The letters of the classifications.
  var text: String {
    let labels = PackedModel.builtIn.labels
    return classifications.map { labels[Int($0.label)] }.joined()
  }

  /// The names of sensors in the hellos.
  var sensorNames: [BoardName] {
    messages.compactMap { if case .hello(let hello) = $0 { hello.sensor } else { nil } }
  }

  /// The last status.
  var status: Status? {
    messages.compactMap { if case .status(let status) = $0 { status } else { nil } }.last
  }

  private static func makeMotion(axes: Int, text: String = "QUILLON") throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-emulator-motion-\(axes)-\(text)-\(getpid()).csv")
    let process = Process()
    process.executableURL = project.appendingPathComponent(".build/release/quillon")
    process.arguments = ["simulate", "--text", text, "--raw", "\(axes)", "--trace", file.path]
    try process.run()
    process.waitUntilExit()
    return file.path
  }
}
