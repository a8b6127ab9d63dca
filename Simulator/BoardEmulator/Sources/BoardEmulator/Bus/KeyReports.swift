// SPDX-License-Identifier: MIT

/// What a host makes of a keyboard's reports (HID 1.11, appendix B.1, and HID Usage Tables 1.12, section 10): the keys of American
/// English.
struct KeyReports {
  /// The endpoint that they come from; nil without a keyboard.
  var endpoint: Int?
  private(set) var text = ""
  private var pressed: UInt8 = 0
  private var parity = false

  /// Those of a keyboard that has typed nothing.
  init() {}

  /// The endpoint begins with DATA0 again; what is pressed stays pressed.
  mutating func restart() { parity = false }

  /// Those of a keyboard that is enumerated anew: what it has typed stays, and its keys are let go.
  init(after last: KeyReports) { text = last.text }

  /// Takes a report. Returns what is wrong with it, nil if nothing is.
  mutating func take(_ bytes: [UInt8], parity: Bool) -> String? {
    guard parity == self.parity else { return "a report repeats DATA0 or DATA1: the host drops it" }
    self.parity.toggle()
    guard bytes.count == 8, bytes[1] == 0, bytes[3...].allSatisfy({ $0 == 0 }) else {
      return "a report of keys is \(bytes)"
    }
    guard bytes[2] == 0 || pressed == 0 else { return "a key is pressed before another is let go" }
    pressed = bytes[2]
    guard pressed != 0 else { return nil }
    let characters = Array(
      bytes[0] & 0x22 == 0
        ? "abcdefghijklmnopqrstuvwxyz1234567890" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()")
    switch Int(pressed) {
    case 4..<40: text.append(characters[Int(pressed) - 4])
    case 0x2C: text.append(" ")
    case 0x37: text.append(".")
    default: return "no key has the number \(pressed)"
    }
    return nil
  }
}
