// SPDX-License-Identifier: MIT
import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonWire
import Testing

/// The tool on the line of an emulated board whose chip has a magnetometer: what a person does to calibrate a board.
@Suite struct ToolOnALineTests {
  /// A board at the other end of a terminal, which the tool opens.
  private final class Line {
    let path: String
    private let terminal: Int32
    private let board = Process()
    private let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-emulator-\(UUID().uuidString)")

    init(_ name: String, sensor: String, motion: Trace, seconds: Double) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let board = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // TIOCSPTLCK and TIOCGPTN (torvalds/linux, asm-generic/ioctls.h).
      var (lock, number): (Int32, Int32) = (0, 0)
      guard board >= 0, ioctl(board, 0x4004_5431, &lock) == 0,
        ioctl(board, 0x8004_5430, &number) == 0
      else { throw CocoaError(.fileReadUnknown) }
      path = "/dev/pts/\(number)"
      // It stays open, so that the board does not see a closed line.
      terminal = open(path, O_RDWR | O_NOCTTY)
      var settings = termios()
      tcgetattr(terminal, &settings)
      cfmakeraw(&settings)
      tcsetattr(terminal, TCSANOW, &settings)
      let trace = folder.appendingPathComponent("motion.csv")
      try Data(motion.csv()).write(to: trace)
      self.board.executableURL = Emulation.project.appendingPathComponent(
        ".build/release/board-emulator")
      self.board.arguments = [
        "--board", name, "--sensor", sensor, "--motion", trace.path, "--seconds", "\(seconds)",
        "--image", Emulation.file(of: name, "RecognizerImage.\(Emulation.type(of: name))").path,
      ]
      let handle = FileHandle(fileDescriptor: board, closeOnDealloc: true)
      (self.board.standardInput, self.board.standardOutput) = (handle, handle)
      self.board.standardError = FileHandle.nullDevice
      try self.board.run()
      try handle.close()
      // What is sent to a board that starts is lost, and its magnetometer starts last: it speaks of its samples first.
      var waiting: Int32 = 0
      let end = Date.now + 20
      while waiting < 400, ioctl(terminal, UInt(FIONREAD), &waiting) == 0, Date.now < end {
        usleep(1_000)
      }
    }

    /// Runs the tool, which remembers no board of this computer.
    func tool(
      _ arguments: [String], _ more: [String] = ["--protocol", "quillon", "--configure"]
    ) throws -> (code: Int32, said: String) {
      let process = Process()
      process.executableURL = Emulation.project.appendingPathComponent(".build/release/quillon")
      process.arguments = arguments + ["--port", path] + more
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path]
      ) { $1 }
      let said = Pipe()
      (process.standardOutput, process.standardError) = (said, said)
      try process.run()
      let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }

    /// The first hello that comes from now on, or nil within 20 s; and how many samples come before it.
    func hello() -> (hello: Hello?, samples: Int) {
      tcflush(terminal, TCIFLUSH)
      var (decoder, samples) = (PacketDecoder(), 0)
      var buffer = [UInt8](repeating: 0, count: 256)
      let end = Date.now + 20
      while Date.now < end {
        let count = read(terminal, &buffer, buffer.count)
        for byte in buffer.prefix(max(count, 0)) {
          guard case .packet(let packet) = decoder.push(byte) else { continue }
          switch packet.message {
          case .hello(let hello): return (hello, samples)
          case .sample: samples += 1
          default: break
          }
        }
      }
      return (nil, samples)
    }

    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

    deinit {
      board.terminate()
      close(terminal)
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// The board lies still for 20 s first, until the tool has asked for samples.
  private static let motion = CalibrationMotion(
    turns: [.init(axis: .init(1, 0, 0), angle: 0, duration: 1, rest: 19)]
      + CalibrationMotion.complete.turns
  ).trace()

  @Test func aBoardIsCalibrated() throws {
    let line = try Line("pico", sensor: "mpu9250", motion: Self.motion, seconds: 140)
    let file = line.file("board.json")
    let result = try line.tool(["calibrate", "--out", file])
    #expect(result.code == 0, "\(result.said)")
    let calibration = try CalibrationFile(contentsOf: file)
    #expect(calibration.calibration.accelerometer.gain != nil, "\(result.said)")
    #expect(calibration.magnetometerAccuracy == .high, "\(result.said)")
    #expect(abs((calibration.fieldStrength ?? 0) - 48) < 3, "\(result.said)")
  }

  @Test func aRecordingHasTheField() throws {
    let line = try Line("pico", sensor: "mpu9250", motion: Self.motion, seconds: 30)
    let file = line.file("out.csv")
    let result = try line.tool(["record", file])
    #expect(result.code == 0 && result.said.contains("0 incomplete"), "\(result.said)")
    let rows = try Trace(contentsOf: file).rows
    let fields = rows.compactMap(\.magneticField)
    #expect(rows.count > 500 && rows.allSatisfy { $0.angularRate != nil })
    #expect((0.2...0.3).contains(Double(fields.count) / Double(rows.count)), "\(fields.count)")
    #expect(fields.allSatisfy { abs(($0 * $0).sum().squareRoot() - 48) < 3 })
  }

  /// A report has ten seconds of the samples of a board that reads letters, and the board reads letters again.
  @Test func aReportHasSamplesAndTheBoardReadsOn() throws {
    let line = try Line("pico", sensor: "mpu9250", motion: Self.motion, seconds: 3_600)
    let file = line.file("report.json")
    let result = try line.tool(["report", file], [])
    #expect(result.code == 0, "\(result.said)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
        as? [String: Any])
    #expect((report["request"] as? String ?? "").contains("it reads letters again"))
    let times = (report["samples"] as? [[String: Any]] ?? []).compactMap { $0["us"] as? Double }
    #expect((times.last ?? 0) - (times.first ?? 0) >= 10e6, "\(result.said)")
    let after = line.hello()
    #expect(after.hello.map { $0.modelID != 0 } == true && after.samples == 0)
  }
}
