// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// What the linked images do not hold, by their symbols.
@Suite struct ImageTests {
  private func symbols(_ board: String) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let image = Emulation.project.appendingPathComponent(
      ".build/firmware/\(board)/RecognizerImage.elf")
    process.arguments = ["arm-none-eabi-nm", "-j", image.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n")
  }

  @Test(arguments: LetterTests.boards)
  func noHeapAndNoFloatingPoint(_ board: String) throws {
    let symbols = try symbols(board)
    #expect(symbols.count > 50, "the symbols must be there to be looked at")
    let heap: Set<Substring> = ["malloc", "calloc", "realloc", "free", "posix_memalign"]
    #expect(symbols.filter(heap.contains) == [])
    #expect(symbols.filter { $0.hasPrefix("__aeabi_f") || $0.hasPrefix("__aeabi_d") } == [])
  }
}
