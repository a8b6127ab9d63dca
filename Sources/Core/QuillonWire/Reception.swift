import QuillonNumerics

/// What a received byte completed, by what there is to do about it. Each is counted already.
public enum Reception: Equatable, Sendable {
  /// Use it: a message, whole and in order.
  case packet(Packet)
  /// Pass over it: a whole packet of a type that this version does not know. Not damage; the
  /// sender is newer.
  case unknownType(UInt8)
  /// Pass over it, and tell the user once: a whole packet of another version of the protocol.
  case unknownVersion(UInt8)
  /// Pass over it: a whole packet whose number is one of the last 64, repeated or overtaken.
  case stale(sequence: UInt16)
  /// Pass over it: something that is not a whole packet.
  case damaged(Damage)
}

/// How a packet can be damaged, in the order in which it is checked.
public enum Damage: Equatable, Sendable {
  /// More than `Packet.maximumLength` bytes without a delimiter. Reported as soon as it is sure;
  /// the rest up to the delimiter is passed over.
  case tooLong
  /// A delimiter inside a block of the byte stuffing.
  case stuffing
  /// Fewer bytes than header and checksum take.
  case tooShort
  /// The checksum does not fit the bytes.
  case checksum
  /// Checksum right, payload shorter than its type needs, or impossible: an error in the sender.
  case payload
}

/// What a `PacketDecoder` has seen so far.
///
/// Each run of bytes between two delimiters adds one to exactly one of `packets`, `unknownTypes`,
/// `unknownVersions`, `stale` and the five kinds of damage.
public struct ReceptionCounters: Equatable, Sendable {
  /// Packets delivered.
  public var packets = Counter()
  /// Whole packets of an unknown type.
  public var unknownTypes = Counter()
  /// Whole packets of another version; their numbers are not looked at.
  public var unknownVersions = Counter()
  /// Whole packets passed over because their number is one of the last 64.
  public var stale = Counter()
  /// Runs longer than any packet.
  public var tooLong = Counter()
  /// Runs with a delimiter inside a block.
  public var stuffing = Counter()
  /// Runs shorter than any packet.
  public var tooShort = Counter()
  /// Runs with a wrong checksum.
  public var checksum = Counter()
  /// Packets with a payload shorter than their type needs, or impossible.
  public var payload = Counter()
  /// Numbers that were skipped: packets that never came whole, or came too late.
  public var lost = Counter()
  /// Times that the numbers started anew: the sender was restarted.
  public var restarts = Counter()

  /// All counters at 0.
  public init() {}

  /// Damaged runs of all kinds. One damaged packet may make two of them, and one lost with its
  /// delimiters makes none: for packets that are missing look at `lost`.
  public var damaged: Counter {
    var sum = tooLong
    sum.add(stuffing.value)
    sum.add(tooShort.value)
    sum.add(checksum.value)
    sum.add(payload.value)
    return sum
  }
}
