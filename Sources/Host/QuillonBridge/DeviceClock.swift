/// The time by the board's clock, continued where its 32 bits wrap.
struct DeviceClock {
  /// The time from the first timestamp to the last one, µs.
  private(set) var elapsed: Int64 = 0
  private var last: UInt32?

  /// A clock whose time begins with the first timestamp or, if it is given, with `beginning`, µs.
  init(beginning: UInt32? = nil) { last = beginning }

  /// Accepts the next timestamp, µs modulo 2³², and returns the elapsed time, µs. A timestamp that
  /// goes back counts as no time, so time never decreases.
  mutating func advance(to timestamp: UInt32) -> Int64 {
    let step = timestamp &- (last ?? timestamp)
    last = timestamp
    if step < 1 << 31 { elapsed += Int64(step) }
    return elapsed
  }

  /// The elapsed time at a `timestamp` shortly before or after the last one, µs.
  func elapsed(at timestamp: UInt32) -> Int64 {
    elapsed + Int64(Int32(bitPattern: timestamp &- (last ?? timestamp)))
  }

  /// Continues with the next timestamp, whatever it is, as if only `gap` µs had passed. Call this
  /// when the board has restarted.
  mutating func restart(after gap: Int64 = 0, beginning: UInt32? = nil) {
    elapsed += gap
    last = beginning
  }
}
