import Board

/// An image that must not link: its array wants a heap.
@main
enum HeapControl {
  static func main() {
    var seconds: [UInt32] = []
    while true {
      seconds.append(Board.microseconds)
      if let last = seconds.last { Board.send(UInt8(truncatingIfNeeded: last)) }
    }
  }
}
