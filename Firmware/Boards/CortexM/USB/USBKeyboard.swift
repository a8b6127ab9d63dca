/// What a USB keyboard types (Device Class Definition for Human Interface Devices 1.11, appendix B): each character is a key pressed and
/// released, a report each, which the host fetches every 8 ms.
struct USBKeyboard {
  // Characters that wait, the newest 16.
  private var waiting = InlineArray<16, UInt8>(repeating: 0)
  private var (head, tail): (UInt8, UInt8) = (0, 0)
  private var isPressed = false
  /// True while the host has not fetched the last report.
  private var isReporting = false
  /// True while the host's Caps Lock is on: letters are capitals without Shift.
  var isCapsLocked = false

  /// Queues a character. It is lost if sixteen others wait.
  mutating func add(_ character: UInt8) {
    guard head &- tail < 16 else { return }
    waiting[Int(head & 15)] = character
    head &+= 1
  }

  /// The last report was dropped. All keys are released, and then the key that was not reported to the host is pressed.
  mutating func restart() {
    if isReporting, isPressed { tail &-= 1 }
    isReporting = false
    isPressed = true
  }

  /// The host has fetched the last report.
  mutating func wasReported() { isReporting = false }

  /// The next report: modifier keys and a key, both 0 when it is released. Nil if there is none, or the last one waits.
  mutating func next() -> (modifiers: UInt8, key: UInt8)? {
    guard !isReporting, isPressed || head != tail else { return nil }
    isReporting = true
    isPressed.toggle()
    guard isPressed else { return (0, 0) }
    let character = waiting[Int(tail & 15)]
    tail &+= 1
    return keys(for: character)
  }

  /// The letters of the host's layout by their keys from 04h on, which HID Usage Tables 1.12, section 10, numbers by the American letters.
  /// A hyphen stands for a key without a letter. Source of the others: xkeyboard-config, symbols/de and symbols/fr.
  private var letters: StaticString {
    #if AZERTY
      "QBCDEFGHIJKL-NOPARSTUVZXYW---------------------M"
    #elseif QWERTZ
      "ABCDEFGHIJKLMNOPQRSTUVWXZY"
    #else
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    #endif
  }

  /// The keys for a capital letter, space for anything else.
  private func keys(for character: UInt8) -> (modifiers: UInt8, key: UInt8) {
    var place = 0
    while place < letters.utf8CodeUnitCount {
      if letters.utf8Start[place] == character {
        // The left Shift key.
        return (isCapsLocked ? 0 : 2, UInt8(truncatingIfNeeded: place &+ 4))
      }
      place &+= 1
    }
    return (0, 0x2C)
  }
}
