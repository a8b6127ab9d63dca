import Foundation

/// A line of text of a board: what it asks for, and what it names.
struct BoardText {
  /// The longest line that is kept, characters.
  private static let longest = 120

  /// The line, without control characters and blanks around it.
  let line: String
  private let small: String

  /// A line of text.
  init(_ bytes: [UInt8]) {
    let printable = bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }
    self.init(String(decoding: printable, as: UTF8.self))
  }

  /// The same of text that is printable.
  init(_ text: String) {
    line = String(text.trimmingCharacters(in: .whitespaces).prefix(Self.longest))
    small = line.lowercased()
  }

  /// True if it holds a word of three letters: damage seldom makes one.
  var hasWord: Bool {
    var letters = 0
    return small.utf8.contains { byte in
      letters = byte >= 0x61 && byte <= 0x7A ? letters + 1 : 0
      return letters == 3
    }
  }

  /// True if each of its numbers stands behind a name and has a decimal comma, as in `ax: 0,98 ay: 0,02 az: 9,81`.
  var hasDecimalCommas: Bool {
    let numbers = line.matches(of: /[A-Za-z_]\s*[:=]?\s*[-+]?\d+,\d+(?=[\s;|]|$)/).count
    return numbers >= 3 && line.matches(of: /\d+/).count == 2 * numbers
  }

  /// True if it names an acceleration.
  var isAboutAcceleration: Bool { holds(["accel", "acc ", "acc:", "acc_", "acc["]) }

  /// What it names besides an acceleration; nil for nothing.
  var measured: String? {
    if holds(["euler", "yaw", "pitch", "roll", "orientation", "heading", "angles"]) {
      return "angles"
    }
    if holds(["quaternion", "rotation vector", "i, j, k, real"]) { return "an attitude" }
    if holds(["gyro", "angular rate", "angular velocity", "degrees/s", "deg/s", "rad/s"]) {
      return "angular rates"
    }
    return holds(["magnet", "compass"]) ? "a magnetic field" : nil
  }

  /// What to do about it, for people; nil for nothing.
  var advice: String? {
    let isKey =
      holds(["any key", "any character", "a key", "a character", "press enter", "hit enter"])
      && holds(["send", "press", "hit", "type", "enter"])
    if isKey { return "send a key to the board, from a terminal on this port" }
    if holds([
      "failed", "fail to", "not found", "not detect", "could not", "couldn't", "can't find",
      "cannot find", "unable to", "no sensor", "not connected", "check wiring", "check your wiring",
      "not respond", "ooops",
    ]) {
      return "check the wires of the sensor (power, ground, SDA, SCL) and its address in the sketch"
    }
    if !isAboutAcceleration, let measured {
      return "this board seems to send \(measured) alone: let it print acceleration and rate"
    }
    return nil
  }

  private func holds(_ words: [String]) -> Bool { words.contains { small.contains($0) } }
}
