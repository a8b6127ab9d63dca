/// Time by the board's clock, counted on where its 32 bits wrap.
struct DeviceClock {
  /// From the first timestamp to the last one, µs.
  private(set) var elapsed: Int64 = 0
  private var last: UInt32?

  /// Takes the next timestamp, µs modulo 2³², and gives the time elapsed, µs. A timestamp that goes
  /// back counts as no time, so that time never falls.
  mutating func advance(to timestamp: UInt32) -> Int64 {
    let step = timestamp &- (last ?? timestamp)
    last = timestamp
    if step < 1 << 31 { elapsed += Int64(step) }
    return elapsed
  }

  /// The time elapsed at a `timestamp` near the last one, before or after it, µs.
  func elapsed(at timestamp: UInt32) -> Int64 {
    elapsed + Int64(Int32(bitPattern: timestamp &- (last ?? timestamp)))
  }

  /// Goes on from the next timestamp, whatever it is, as if only `gap` µs had passed: the board started
  /// anew.
  mutating func restart(after gap: Int64 = 0) {
    elapsed += gap
    last = nil
  }
}
