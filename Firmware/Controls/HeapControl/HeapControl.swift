import CortexM

/// An image that must not link: its array needs a heap.
public enum HeapControl<B: Board> {
  public static func run() {
    var seconds: [UInt32] = []
    while true {
      seconds.append(B.microseconds)
      if let last = seconds.last { B.send(UInt8(truncatingIfNeeded: last)) }
    }
  }
}
