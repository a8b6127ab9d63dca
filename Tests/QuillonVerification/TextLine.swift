/// The parts of the lines of text that an image sends: a name, then numbers in hexadecimal.
public enum TextLine {
  /// A name.
  public static func write(_ name: StaticString, send: (UInt8) -> Void) {
    var index = 0
    while index < name.utf8CodeUnitCount {
      send(name.utf8Start[index])
      index &+= 1
    }
  }

  /// A space and eight hexadecimal digits.
  public static func write(_ word: UInt32, send: (UInt8) -> Void) {
    send(UInt8(ascii: " "))
    var shift: UInt32 = 32
    while shift > 0 {
      shift &-= 4
      let digit = UInt8(truncatingIfNeeded: word &>> shift) & 0xF
      send(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    }
  }

  /// The last line of all, `z`, with how many bytes of stack were in use.
  public static func end(_ stack: UInt32, send: (UInt8) -> Void) {
    send(UInt8(ascii: "z"))
    write(stack, send: send)
    send(UInt8(ascii: "\n"))
  }
}
