import Board

/// An image that must be found to compute in floating point.
@main
enum FloatControl {
  static func main() {
    while true { Board.send(half(Float(Board.microseconds))) }
  }

  @inline(never)
  private static func half(_ value: Float) -> UInt8 {
    value * 0.5 > 100 ? 1 : 0
  }
}
