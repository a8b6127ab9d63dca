import Foundation
import QuillonFusion
import QuillonLivePage
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

/// A new board: found, calibrated, enrolled, its first letter read.
@Suite(.waiting) struct SetupTests {
  private static var source: PageSource {
    var source = PageSource(words: "test")
    source.canBeSetUp = true
    return source
  }

  /// Six sides and turns about all axes, with a gyroscope that has a bias.
  private static let moved = CalibrationMotion(
    turns: CalibrationMotion.complete.turns
  ).trace().rows.compactMap { row -> InertialSample? in
    var row = row
    row.magneticField = nil
    row.angularRate = row.angularRate.map { $0 + SIMD3(0.03, -0.05, 0.01) }
    return InertialSample(row)
  }

  @Test func aNewBoardIsSetUp() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var writer = AirWriter(wearing: 6_001, azimuth: 0.5)
    writer.holdTime = 0.4
    let strokes = try writer.trace(of: "---").replaySamples.map(\.sample)
    let letter = try writer.trace(of: "L").replaySamples.map(\.sample)
    let other = try writer.trace(of: "V").replaySamples.map(\.sample)
    try await RunningPage.serve(folder: folder.path, source: Self.source, model: .packed) { page in
      let browser = try page.browser()
      let board = page.board()
      page.session.feed.append(.open)
      page.session.feed.append(found: ["Port: /dev/ttyACM0, 115200 baud"])
      let found = try browser.message(with: "Port: /dev/ttyACM0")
      #expect(found.contains(#""isNew":true"#) && found.contains(#""step":"board""#), "\(found)")
      browser.sendMessage(#"{"do":"setup","step":"calibration"}"#)
      _ = try browser.message(with: "no sample has come yet")
      // No more at once than the page keeps.
      for start in stride(from: 0, to: Self.moved.count, by: 1000) {
        board.send(Self.moved[start..<min(start + 1000, Self.moved.count)])
        try page.tick()
      }
      _ = try browser.message(with: "Calibrated: gyroscope, accelerometer.")
      browser.sendMessage(#"{"do":"setup","step":"wrist"}"#)
      _ = try browser.message(with: "1 of 3: rest, draw a straight line")
      // The next sample brings the bridge what was found.
      board.send(strokes.prefix(1))
      let bias = try #require(board.bridge.calibration?.gyroscope.offset)
      #expect(abs(bias.x.double - 0.03) < 0.002 && abs(bias.y.double + 0.05) < 0.002)
      board.bridge.calibration = nil
      board.send(strokes.dropFirst())
      let enrolled = try browser.message(with: "Right lies ")
      #expect(enrolled.contains(#""step":"letter""#), "\(enrolled)")
      #expect(enrolled.contains("Write L in the air."), "\(enrolled)")
      board.send(other)
      let refused = try browser.message(with: "Not yet: ")
      #expect(refused.contains(#""step":"letter""#) && !refused.contains("is set up"), "\(refused)")
      board.send(letter)
      let done = try browser.message(with: "It was read as L.")
      #expect(done.contains(#""step":"done""#), "\(done)")
      #expect(board.bridge.plane.kind == .wrist)
    }
    let saved = try SavedPage(folder: folder.path)
    #expect(saved.calibration != nil && saved.plane?.kind == .wrist)
    #expect(saved.notice == nil, "the folder is the page's own")
    #expect(abs((saved.plane?.azimuth.signedDegrees ?? 0) - 0.5 * 180 / .pi) < 15)
  }

  /// A board on a wrist is noticed, and the page leads to the step for it.
  @Test func aBoardOnAWristIsNoticed() async throws {
    var writer = AirWriter(wearing: 6_001, azimuth: 0.5)
    writer.holdTime = 0.4
    let letters = try writer.trace(of: "LOLOL").replaySamples.map(\.sample)
    try await RunningPage.serve(source: Self.source) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      page.board().send(letters)
      _ = try browser.message(with: #""seemsOnWrist":true"#)
      browser.sendMessage(#"{"do":"setup","step":"wrist"}"#)
      _ = try browser.message(with: #""seemsOnWrist":false"#)
    }
  }

  /// What the page cannot do is reported in its own words.
  @Test func savingWithoutAFolderIsRefused() async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"save"}"#)
      let told = try browser.message(with: "nothing saved: the page has no folder")
      #expect(!told.contains("--folder NAME"))
    }
  }

  /// A board that subtracts gravity itself can't be calibrated, and a simulated one is not set up.
  @Test func whatNeedsNoCalibrationIsTold() async throws {
    let samples = try AirWriter(seed: 5).trace(of: "L").replaySamples.map(\.sample)
    try await RunningPage.serve(source: Self.source) { page in
      let browser = try page.browser()
      page.session.feed.append(.open)
      browser.sendMessage(#"{"do":"setup","step":"calibration"}"#)
      // Samples that come before the session knows of the step do not count.
      _ = try browser.message(with: "no sample has come yet")
      page.board().send(samples)
      _ = try browser.message(with: "this board corrects its sensors itself")
    }
    try await RunningPage.serve { page in
      let browser = try page.browser()
      browser.sendMessage(#"{"do":"setup","step":"calibration"}"#)
      browser.sendMessage(#"{"do":"collect","label":"L"}"#)
      let told = try browser.message(with: "write L, again and again")
      #expect(!told.contains(#""kind":"setup""#))
    }
  }
}
