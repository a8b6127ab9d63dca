import Board

/// Lines of text to the host.
enum Report {
  /// A name and four numbers.
  static func write(
    _ name: StaticString, _ repetitions: UInt32, _ inputs: UInt32, _ total: UInt32,
    _ maximum: UInt32
  ) {
    var index = 0
    while index < name.utf8CodeUnitCount {
      Board.send(name.utf8Start[index])
      index &+= 1
    }
    write(repetitions)
    write(inputs)
    write(total)
    write(maximum)
    Board.send(UInt8(ascii: "\n"))
  }

  /// The last line.
  static func end() {
    Board.send(UInt8(ascii: "z"))
    Board.send(UInt8(ascii: "\n"))
  }

  /// A space and eight hexadecimal digits.
  private static func write(_ word: UInt32) {
    Board.send(UInt8(ascii: " "))
    var shift: UInt32 = 32
    while shift > 0 {
      shift &-= 4
      let digit = UInt8(truncatingIfNeeded: word &>> shift) & 0xF
      Board.send(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    }
  }
}
