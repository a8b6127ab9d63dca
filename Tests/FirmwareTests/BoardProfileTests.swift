import Foundation
import QuillonEmulator
import TestSupport
import Testing

/// `quillon profile --board`, and what it reads images by.
@Suite struct BoardProfileTests {
  @Test(arguments: Machine.allCases)
  func `The profile of a board has its stages, its sizes and its frame`(
    _ machine: Machine
  ) throws {
    try Project.firmware()
    let result = try Tool.run("profile", "--board", machine.rawValue, "--json")
    #expect(result.code == 0, "\(result.errorOutput)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["unit"] as? String == "instructions")
    #expect(report["frame"] as? Double == machine.clock / 200)
    let stages = try #require(report["stages"] as? [[String: Any]])
    let means = Dictionary(
      uniqueKeysWithValues: stages.compactMap { stage in
        (stage["name"] as? String).map { ($0, stage["mean"] as? Double ?? 0) }
      })
    for name in ["decode", "fuse6", "push", "penUp", "features", "scores"] {
      #expect(means[name] ?? 0 > 0, "\(name)")
    }
    let sizes = try #require(report["sizes"] as? [String: Double])
    #expect(sizes.count == 6 && sizes.values.allSatisfy { $0 > 0 }, "\(sizes)")
  }

  /// The sizes are those that binutils reports.
  @Test func `Sections are as large as the linker made them`() throws {
    try Project.firmware()
    let file = Machine.mps2.image("RecognizerImage", in: Project.root)
    let table = try Project.run("arm-none-eabi-size", ["-A", file.path])
    let sizes = try ELFSections(of: file).sizes
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0].hasPrefix("."), let size = Int(words[1]) else { continue }
      #expect(sizes[String(words[0])] == size, "\(line)")
    }
    #expect(sizes[".text"] ?? 0 > 10_000)
  }

  /// Whatever is cut off, nothing is read beyond the end.
  @Test func `A file that is no image, or a part of one, has no sections that are not there`()
    throws
  {
    try Project.firmware()
    let whole = [UInt8](
      try Data(contentsOf: Machine.mps2.image("RecognizerImage", in: Project.root)))
    #expect(ELFSections([]).sizes.isEmpty)
    #expect(ELFSections(Array("#!/bin/sh\n".utf8)).sizes.isEmpty)
    for length in stride(from: 0, to: whole.count, by: 4_099) {
      #expect(ELFSections(Array(whole.prefix(length))).sizes.isEmpty, "\(length)")
    }
  }
}
