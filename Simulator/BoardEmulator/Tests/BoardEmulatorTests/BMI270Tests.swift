// SPDX-License-Identifier: MIT
import Foundation
import QuillonSensorModels
import QuillonWire
import Testing

/// The program that a BMI270 is given: from a file of Bosch's kind into the image.
@Suite struct BMI270Tests {
  /// The program that the emulated chip accepts, in C.
  private static let emulated = Emulation.project.appendingPathComponent(
    "Simulator/BoardEmulator/Tests/bmi270_emulated.c")

  /// The output of the tool that makes the list, and the bytes in the list; nil if there is none.
  private func list(of file: URL) throws -> (errors: String, bytes: [UInt8]?) {
    let list = FileManager.default.temporaryDirectory
      .appendingPathComponent("bmi270-\(UUID().uuidString).inc")
    defer { try? FileManager.default.removeItem(at: list) }
    let process = Process()
    process.executableURL = Emulation.project.appendingPathComponent(".build/firmware/bmi270")
    process.arguments = [file.path, list.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // No program here is one of Bosch's.
    #expect(
      (process.terminationStatus == 0) == words.contains("no program that Bosch has published"))
    let text = try? String(contentsOf: list, encoding: .utf8)
    return (words, text?.split { $0 == "," || $0 == "\n" }.compactMap { UInt8($0) })
  }

  private func list(of bytes: Data) throws -> (errors: String, bytes: [UInt8]?) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("bmi270-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try bytes.write(to: file)
    return try list(of: file)
  }

  @Test func theEmulatedChipsFileHasWhatTheChipTakes() throws {
    #expect(try list(of: Self.emulated).bytes == ChipModels.testConfiguration)
  }

  @Test func bytesAreTakenAsTheyAre() throws {
    let bytes = (0..<8_192).map { UInt8(truncatingIfNeeded: $0 * 7) }
    #expect(try list(of: Data(bytes)).bytes == bytes)
  }

  @Test func commentsAndOtherArraysAreSkipped() throws {
    let source = """
      #include "bmi2.h"
      static const uint8_t other[] = { 9, 9 };
      /*! The configuration file */
      const uint8_t bmi270_maximum_fifo_config_file[] = { // 4 bytes
        0xC8, /* 1, 2, */ 0x2e,
        0x00, 46 };
      """
    #expect(try list(of: Data(source.utf8)).bytes == [0xC8, 0x2E, 0, 46])
  }

  @Test(arguments: [
    ("#include \"bmi2.h\"\nint x;", "without the array"),
    ("const uint8_t a_config_file[] = { 0x1, 0x100 };", "'0x100'"),
    ("const uint8_t a_config_file[] = { 1, 2, 3 };", "3 bytes"),
    ("", "0 bytes"),
    (String(repeating: "x", count: 8_194), "8194 bytes"),
  ])
  func whatHoldsNoProgramIsRefused(_ text: String, _ words: String) throws {
    let result = try list(of: Data(text.utf8))
    #expect(result.errors.contains(words))
    #expect(result.errors.contains("; take bmi270_maximum_fifo.c from boschsensortec"))
    #expect(result.bytes == nil)
  }

  /// An image without a program reports that a BMI270 answered, and does not drive it.
  @Test func anImageWithoutAProgramNamesTheChip() throws {
    let run = try Emulation(
      "pico", sensor: "bmi270", image: "RecognizerImage.uf2", "--seconds", "2")
    #expect(run.report.failure == "")
    #expect(run.samples.isEmpty)
    #expect(run.sensorNames.contains(BoardName("? 68=00 68=24")))
  }
}
