// SPDX-License-Identifier: MIT

/// The layout that a host has for its keyboards: what each key gives, with Shift and without, from 04h on (HID Usage Tables 1.12, section
/// 10). Source: torvalds/linux, drivers/hid/hid-input.c, for the scan codes of keys, and xkeyboard-config, symbols/us, de and fr, for
/// what they give. A tilde stands for what no firmware has to type.
enum KeyLayout: String, CaseIterable {
  case us, de, fr

  var plain: [Character] {
    switch self {
    case .us: Array("abcdefghijklmnopqrstuvwxyz1234567890~~~~ -=[]\\~;'`,./")
    case .de: Array("abcdefghijklmnopqrstuvwxzy1234567890~~~~ ß~ü+#~öä^,.-")
    case .fr: Array("qbcdefghijkl,noparstuvzxyw&é\"'(-è_çà~~~~ )=^$*~mù²;:!")
    }
  }

  var shifted: [Character] {
    switch self {
    case .us: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()~~~~ _+{}|~:\"~<>?")
    case .de: Array("ABCDEFGHIJKLMNOPQRSTUVWXZY!\"§$%&/()=~~~~ ?`Ü*'~ÖÄ°;:_")
    case .fr: Array("QBCDEFGHIJKL?NOPARSTUVZXYW1234567890~~~~ °+¨£µ~M%~./§")
    }
  }
}

/// What a host makes of a keyboard's reports (HID 1.11, appendix B.1).
struct KeyReports {
  /// The endpoint that they come from; nil without a keyboard.
  var endpoint: Int?
  private(set) var text = ""
  private let layout: KeyLayout
  private var pressed: UInt8 = 0
  private var parity = false

  /// Those of a keyboard that has typed nothing.
  init(_ layout: KeyLayout) { self.layout = layout }

  /// The endpoint begins with DATA0 again; what is pressed stays pressed.
  mutating func restart() { parity = false }

  /// Those of a keyboard that is enumerated anew: what it has typed stays, and its keys are let go.
  init(after last: KeyReports) { (text, layout) = (last.text, last.layout) }

  /// Checks a report. Returns what is wrong with it, nil if nothing is.
  mutating func take(_ bytes: [UInt8], parity: Bool) -> String? {
    guard parity == self.parity else { return "a report repeats DATA0 or DATA1: the host drops it" }
    self.parity.toggle()
    guard bytes.count == 8, bytes[1] == 0, bytes[3...].allSatisfy({ $0 == 0 }) else {
      return "a report of keys is \(bytes)"
    }
    guard bytes[2] == 0 || pressed == 0 else { return "a key is pressed before another is let go" }
    pressed = bytes[2]
    guard pressed != 0 else { return nil }
    let characters = bytes[0] & 0x22 == 0 ? layout.plain : layout.shifted
    let place = Int(pressed) - 4
    guard characters.indices.contains(place), characters[place] != "~" else {
      return "no key has the number \(pressed)"
    }
    text.append(characters[place])
    return nil
  }
}
