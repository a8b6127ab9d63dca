import Board

/// An image that must be found to trap: its sum may overflow.
@main
enum TrapControl {
  static func main() {
    while true { Board.send(sum(UInt8(truncatingIfNeeded: Board.microseconds))) }
  }

  @inline(never)
  private static func sum(_ byte: UInt8) -> UInt8 { byte + 100 }
}
