#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The key events that type a character, as Linux's input devices accept them (linux/input.h,
/// struct input_event; linux/input-event-codes.h).
///
/// The keys are those of an American keyboard. With another layout, other letters appear.
public enum Keystrokes {
  /// The codes of all keys that are used.
  public static let codes: [UInt16] =
    [leftShift] + letterCodes + digitCodes + controlCodes.values.sorted()

  private static let leftShift: UInt16 = 42
  /// The codes of A to Z.
  private static let letterCodes: [UInt16] = [
    30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45,
    21, 44,
  ]
  /// The codes of 0 to 9.
  private static let digitCodes: [UInt16] = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  /// The codes of backspace, return and the space bar.
  private static let controlCodes: [Character: UInt16] = ["\u{8}": 14, "\n": 28, " ": 57]

  private enum Kind {
    static let synchronization: UInt16 = 0
    static let key: UInt16 = 1
  }

  /// The events that type a label.
  ///
  /// - Parameter label: One letter from A to Z or a to z, one digit, a space, a line feed, or a
  ///   backspace, which deletes.
  /// - Returns: The events as bytes. Nil for any other label.
  public static func events(typing label: String) -> [UInt8]? {
    guard let character = label.first, label.count == 1, let byte = character.asciiValue else {
      return nil
    }
    if let code = controlCodes[character] { return press(code, withShift: false) }
    let place = Int(byte | 0x20) - Int(UInt8(ascii: "a"))
    if letterCodes.indices.contains(place), character.isLetter {
      return press(letterCodes[place], withShift: character.isUppercase)
    }
    let digit = Int(byte) - Int(UInt8(ascii: "0"))
    return digitCodes.indices.contains(digit) ? press(digitCodes[digit], withShift: false) : nil
  }

  private static func press(_ key: UInt16, withShift: Bool) -> [UInt8] {
    let shift = withShift ? [leftShift] : []
    let down = (shift + [key]).map { event(Kind.key, $0, value: 1) }
    let up = ([key] + shift).map { event(Kind.key, $0, value: 0) }
    let end = event(Kind.synchronization, 0, value: 0)
    return (down + [end] + up + [end]).flatMap { $0 }
  }

  /// The time is 0. The system sets it.
  private static func event(_ kind: UInt16, _ code: UInt16, value: Int32) -> [UInt8] {
    [UInt8](repeating: 0, count: MemoryLayout<timeval>.size) + bytes(of: kind) + bytes(of: code)
      + bytes(of: value)
  }

  private static func bytes(of value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }
}
