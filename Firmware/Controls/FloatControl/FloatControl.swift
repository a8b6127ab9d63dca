import CortexM

/// An image that must be found to compute in floating point.
public enum FloatControl<B: Board> {
  public static func run() {
    while true { B.send(half(Float(B.microseconds))) }
  }

  @inline(never)
  private static func half(_ value: Float) -> UInt8 {
    value * 0.5 > 100 ? 1 : 0
  }
}
