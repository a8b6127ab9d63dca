/// Keeps account of the packets' numbers: which are missing, which came before.
struct SequenceTracker {
  /// Where a packet stands in the order.
  enum Place {
    /// It is the next one, or the first.
    case next
    /// It comes after this many that are missing.
    case ahead(missing: UInt16)
    /// Its number is one of the past.
    case stale
    /// The sender counts anew from here.
    case restart
  }

  /// How far back a number counts as one of the past at a host. Beyond that nobody holds a packet back for
  /// so long: the sender was restarted.
  static var pastAtHost: UInt16 { 64 }
  /// The same at a board, where only the last number is: a host that starts anew begins with any number, and its
  /// first command is to be obeyed.
  static var pastAtBoard: UInt16 { 1 }

  private var expected: UInt16 = 0
  private var hasStarted = false

  /// Where the packet numbered `sequence` stands, and, unless it is stale, goes on from it.
  ///
  /// - Parameters:
  ///   - isFirstHello: it is a hello numbered 0, which a sender sends when it starts.
  ///   - past: how far back a number counts as one of the past.
  mutating func place(_ sequence: UInt16, isFirstHello: Bool, past: UInt16) -> Place {
    let ahead = sequence &- expected
    let place: Place =
      if !hasStarted || ahead == 0 {
        .next
      } else if isFirstHello {
        .restart
      } else if 0 &- ahead <= past {
        .stale
      } else if ahead < 0x8000 {
        .ahead(missing: ahead)
      } else {
        .restart
      }
    if case .stale = place { return place }
    hasStarted = true
    expected = sequence &+ 1
    return place
  }
}
