import Foundation
import QuillonBridge
import QuillonLivePage
import QuillonTraining
import TestSupport
import Testing

/// A dot is no O.
@Suite(.waiting) struct DotTests {
  /// The points of a circle, pixels, drawn in 0.7 s from a moment on, µs, the last one with the pen up.
  private static func circle(_ diameter: Double, from start: Int = 0) -> [String] {
    (0...41).map { index in
      let angle = 2 * Double.pi * Double(min(index, 40)) / 40
      let (x, y) = (150 + diameter / 2 * sin(angle), 150 - diameter / 2 * cos(angle))
      return "[\(x),\(y),\(start + 17_000 * index),\(index > 40 ? 0 : 1)]"
    }
  }

  /// The messages of a browser with a circle, which no other stroke follows.
  private static func messages(_ diameter: Double) -> [String] {
    [circle(diameter), ["[0,0,2000000,0]"]].map {
      #"{"do":"touch","points":["# + $0.joined(separator: ",") + "]}"
    }
  }

  @Test(arguments: ["air", "ink", "simulated-air", "lab"])
  func aCircleOfEightPixelsIsTooSmall(name: String) throws {
    var pad = TouchPad(model: try LoadedModel(named: name).labeled)
    guard
      case .tooSmall(let size, let minimum, let reading?, _)? =
        try Pointer.strokes(of: Self.circle(8), &pad).last
    else {
      Issue.record("a dot is a letter")
      return
    }
    #expect(abs(size - 8) < 0.5 && minimum == 100)
    #expect(reading.size == size && reading.clippedSize == 100)
    guard
      case .letter(let letter)? = try Pointer.strokes(of: Self.circle(200, from: 5_000_000), &pad)
        .last
    else {
      Issue.record("an O is no letter")
      return
    }
    #expect(abs((letter.reading?.size ?? 0) - 200) < 1)
    #expect(letter.reading?.clippedSize == letter.reading?.size)
  }

  /// A person teaches the page dots and Os; then a dot is a dot. Dots are kept only as dots.
  @Test(arguments: Learner.allCases)
  func aPageLearnsADot(learner: Learner) async throws {
    try await RunningPage.serve { page in
      let browser = try page.browser()
      Self.messages(10).forEach { browser.sendMessage($0) }
      _ = try browser.message(with: "too small: 10 px, clipped to 100 px")
      for (label, size) in [("A", 8.0), (".", 8), ("O", 200)] {
        browser.sendMessage(#"{"do":"collect","label":"\#(label)"}"#)
        for number in 0..<3 {
          Self.messages(size + Double(number)).forEach { browser.sendMessage($0) }
        }
      }
      browser.sendMessage(#"{"do":"collect"}"#)
      let counts = try browser.message(with: #"{"count":3,"label":"O"}"#)
      #expect(counts.contains(#"{"count":3,"label":"."}"#) && !counts.contains(#""label":"A"}"#))
      browser.sendMessage(#"{"do":"train","holdOut":0,"learner":"\#(learner.rawValue)"}"#)
      _ = try browser.message(with: #""model":"learned here""#)
      browser.sendMessage(#"{"do":"clear"}"#)
      Self.messages(12).forEach { browser.sendMessage($0) }
      Self.messages(180).forEach { browser.sendMessage($0) }
      let text = #""text":[{"isRejected":false,"label":"."},{"isRejected":false,"label":"O"}]"#
      #expect(try browser.message(with: text).contains(#""size":"180 px""#))
    }
  }

  /// The page sets the minimum size.
  @Test func theMinimumSizeIsASetting() throws {
    let message = #"{"do":"touch","points":[[1,2,3,1]],"minimum":"#
    for (minimum, isValid) in [("5", true), ("0", true), ("-1", false), ("10001", false)] {
      let command = PageCommand(message: Data("\(message)\(minimum)}".utf8))
      guard case .touch(_, let size)? = command else {
        #expect(!isValid, "\(minimum)")
        continue
      }
      #expect(isValid && size == Double(minimum))
    }
  }
}
