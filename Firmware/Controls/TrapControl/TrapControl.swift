import CortexM

/// An image that must be found to trap: its sum may overflow.
public enum TrapControl<B: Board> {
  public static func run() {
    while true { B.send(sum(UInt8(truncatingIfNeeded: B.microseconds))) }
  }

  @inline(never)
  private static func sum(_ byte: UInt8) -> UInt8 { byte + 100 }
}
