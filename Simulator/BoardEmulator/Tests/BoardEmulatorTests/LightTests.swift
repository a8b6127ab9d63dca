// SPDX-License-Identifier: MIT
import QuillonFusion
import Testing

/// What the light shows, at the pin.
@Suite struct LightTests {
  /// How long the light was on each time, and when that began, ms.
  private static func flashes(_ run: Emulation) -> [(begin: Double, length: Double)] {
    zip(run.report.light, run.report.light.dropFirst()).filter { $0.0.on == 1 }
      .map { ($0.0.ms, $0.1.ms - $0.0.ms) }
  }

  /// While no chip is found: eight times a second, as long off as on.
  @Test(arguments: LetterTests.boards)
  func itFlickersDuringTheSearch(_ board: String) throws {
    // A Nano 33 BLE starts half a second later, because of its boot loader.
    let run = try Emulation(board, "--seconds", board == "nano33ble-sense" ? "3.5" : "3")
    // The board's start is in the first ones.
    let flashes = Self.flashes(run).dropFirst(2)
    #expect((18...24).contains(flashes.count), "\(flashes.count)")
    #expect(flashes.allSatisfy { (55...75).contains($0.length) }, "\(flashes)")
  }

  /// On while the pen is down; then two long flashes for each letter. A pen that is set down in the
  /// pause between them lights up with the second one.
  @Test func itShowsPenAndLetters() throws {
    let run = try Emulation("pico", sensor: "lsm6dsox", "--motion", Emulation.motion.get())
    #expect(run.text == "QUILLON")
    let strokes = run.recognized.split { $0.pen == .up }
    #expect(strokes.count == 7)
    let flashes = Self.flashes(run)
    for (index, stroke) in strokes.enumerated() {
      let (first, last) = (try #require(stroke.first), try #require(stroke.last))
      let (begin, end) = (Double(first.timestamp) / 1_000, Double(last.timestamp) / 1_000)
      let gap = zip(flashes, flashes.dropFirst()).map { ($0.begin + $0.length, $1.begin) }
        .first { $0.0 <= begin && begin < $0.1 && $0.1 - $0.0 < 75 }
      let lit = gap?.1 ?? begin
      #expect(
        flashes.contains { $0.begin < lit + 30 && $0.begin + $0.length > end - 30 },
        "letter \(index): on from \(begin) to \(end) ms, the light: \(flashes)")
      let after = flashes.filter { $0.begin > end + 30 && $0.begin < end + 900 }
      try #require(after.count == 2, "letter \(index): \(after)")
      #expect((185...210).contains(after[0].length), "letter \(index): \(after)")
      // The next letter may begin during the second one: then it stays on.
      let pause = after[1].begin - after[0].begin - after[0].length
      #expect((55...75).contains(pause) && after[1].length > 185, "letter \(index): \(after)")
    }
  }
}
