/// Tracks the sequence numbers of packets: which are missing, and which are old.
struct SequenceTracker {
  /// The position of a packet in the sequence.
  enum Place {
    /// It is the next one, or the first.
    case next
    /// Next after this many missing packets.
    case ahead(missing: UInt16)
    /// An old packet.
    case stale
    /// The sender restarted its numbering here.
    case restart
  }

  /// How far back a number counts as old at a host. No packet is delayed by more than that, so a
  /// number further back means that the sender was restarted.
  static var pastAtHost: UInt16 { 64 }
  /// The same at a board. Only the last number counts as old: a host that restarts begins with any
  /// number, and its first command must be handled.
  static var pastAtBoard: UInt16 { 1 }

  private var expected: UInt16 = 0
  private var hasStarted = false

  /// Classifies the packet with number `sequence`. Unless it is stale, the sequence continues from
  /// it.
  ///
  /// - Parameters:
  ///   - sequence: The packet's sequence number.
  ///   - isFirstHello: True for a hello with number 0, which a sender sends when it starts.
  ///   - past: How far back a number counts as old.
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
