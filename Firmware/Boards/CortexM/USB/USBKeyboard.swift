/// What a USB keyboard types (Device Class Definition for Human Interface Devices 1.11, appendix B): each character is a key pressed and
/// let go, a report each, which the host fetches every 8 ms.
struct USBKeyboard {
  // Characters that wait, the newest 16.
  private var waiting = InlineArray<16, UInt8>(repeating: 0)
  private var (head, tail): (UInt8, UInt8) = (0, 0)
  private var isPressed = false
  /// True while the host has not fetched the last report.
  private var isReporting = false
  /// True while the host's Caps Lock is on: letters are capitals without Shift.
  var isCapsLocked = false

  /// Lets a character wait. When sixteen others do, it is lost.
  mutating func add(_ character: UInt8) {
    guard head &- tail < 16 else { return }
    waiting[Int(head & 15)] = character
    head &+= 1
  }

  /// The last report was thrown away. All keys are let go, and then the key that the host did not hear of is pressed.
  mutating func restart() {
    if isReporting, isPressed { tail &-= 1 }
    isReporting = false
    isPressed = true
  }

  /// The host has fetched the last report.
  mutating func wasReported() { isReporting = false }

  /// The next report: modifier keys and a key, both 0 when it is let go. Nil if there is none, or the last one waits.
  mutating func next() -> (modifiers: UInt8, key: UInt8)? {
    guard !isReporting, isPressed || head != tail else { return nil }
    isReporting = true
    isPressed.toggle()
    guard isPressed else { return (0, 0) }
    let character = waiting[Int(tail & 15)]
    tail &+= 1
    return keys(for: character)
  }

  /// The keys for a character on a keyboard for American English (HID Usage Tables 1.12, section 10), space for one that it does not
  /// have.
  private func keys(for character: UInt8) -> (modifiers: UInt8, key: UInt8) {
    switch character {
    // The left Shift key.
    case 0x41...0x5A: (isCapsLocked ? 0 : 2, character &- 0x41 &+ 4)
    case 0x61...0x7A: (0, character &- 0x61 &+ 4)
    case 0x31...0x39: (0, character &- 0x31 &+ 0x1E)
    case 0x30: (0, 0x27)
    case 0x2E: (0, 0x37)
    default: (0, 0x2C)
    }
  }
}
