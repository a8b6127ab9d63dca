import Foundation
import Glibc
import QuillonBridge
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct KeystrokesTests {
  /// Kind, code and value of each event.
  private func events(_ label: String) -> [[Int]]? {
    guard let bytes = Keystrokes.events(typing: label) else { return nil }
    let size = MemoryLayout<timeval>.size + 8
    return stride(from: 0, to: bytes.count, by: size).map { start in
      let event = bytes[start..<start + size].suffix(8).map(Int.init)
      return [event[0] | event[1] << 8, event[2] | event[3] << 8, event[4]]
    }
  }

  @Test func aCapitalIsTypedWithShift() {
    let (shift, q) = (42, 16)
    #expect(
      events("Q") == [
        [1, shift, 1], [1, q, 1], [0, 0, 0], [1, q, 0], [1, shift, 0], [0, 0, 0],
      ])
  }

  @Test func smallLettersAndDigitsAreTypedWithout() {
    #expect(events("n") == [[1, 49, 1], [0, 0, 0], [1, 49, 0], [0, 0, 0]])
    #expect(events("0") == [[1, 11, 1], [0, 0, 0], [1, 11, 0], [0, 0, 0]])
    #expect(events("7") == [[1, 8, 1], [0, 0, 0], [1, 8, 0], [0, 0, 0]])
  }

  @Test(arguments: [("\u{8}", 14), ("\n", 28), (" ", 57)])
  func aTextCanBeCorrected(label: String, key: Int) {
    #expect(events(label) == [[1, key, 1], [0, 0, 0], [1, key, 0], [0, 0, 0]])
  }

  /// By the rows of keys from left to right, whose codes are consecutive.
  @Test func everyLetterIsItsOwnKey() {
    for (row, first) in [("QWERTYUIOP", 16), ("ASDFGHJKL", 30), ("ZXCVBNM", 44)] {
      for (place, letter) in row.enumerated() {
        #expect(events(String(letter))?[1] == [1, first + place, 1])
      }
    }
    #expect(Set(Keystrokes.codes).count == 40)
  }

  @Test(arguments: ["", "AB", "É", "#3", "[", "`", "{", "@", "²"])
  func whatIsOnNoKeyIsNotTyped(label: String) {
    #expect(Keystrokes.events(typing: label) == nil)
  }

  @Test func withoutTheDeviceItIsSaid() {
    #expect(throws: LinkError.noSuchPort(path: "/no/uinput")) {
      try VirtualKeyboard(path: "/no/uinput")
    }
    #expect(throws: LinkError.failure(operation: "make a keyboard of /dev/null", errno: ENOTTY)) {
      try VirtualKeyboard(path: "/dev/null")
    }
  }
}
