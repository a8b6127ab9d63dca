import QuillonNumerics

/// What a received byte completed, grouped by how to handle it. It is already counted.
public enum Reception: Equatable, Sendable {
  /// A complete message in order. Use it.
  case packet(Packet)
  /// A complete packet of a type that this version does not know. Ignore it. It is not damage: the
  /// sender is newer.
  case unknownType(UInt8)
  /// A complete packet of another protocol version. Ignore it, and inform the user once.
  case unknownVersion(UInt8)
  /// A complete packet whose number is one of the last 64: repeated or overtaken. Ignore it.
  case stale(sequence: UInt16)
  /// Bytes that are not a complete packet. Ignore them.
  case damaged(Damage)
}

/// How a packet can be damaged, in the order of the checks.
public enum Damage: Equatable, Sendable {
  /// More than `Packet.maximumLength` bytes without a delimiter. Reported as soon as this is
  /// certain. The bytes up to the delimiter are skipped.
  case tooLong
  /// A delimiter inside a block of the byte stuffing.
  case stuffing
  /// Fewer bytes than header and checksum need.
  case tooShort
  /// The checksum does not match the bytes.
  case checksum
  /// The checksum is right, but the payload is shorter than its type needs, or invalid: an error in
  /// the sender.
  case payload
}

/// The decode counters of a `PacketDecoder`.
///
/// Each run of bytes between two delimiters adds one to exactly one of `packets`, `unknownTypes`,
/// `unknownVersions`, `stale` and the five kinds of damage.
public struct ReceptionCounters: Equatable, Sendable {
  /// Packets delivered.
  public var packets = Counter()
  /// Complete packets of an unknown type.
  public var unknownTypes = Counter()
  /// Complete packets of another version. Their sequence numbers are ignored.
  public var unknownVersions = Counter()
  /// Complete packets that were ignored because their number is one of the last 64.
  public var stale = Counter()
  /// Runs longer than any packet.
  public var tooLong = Counter()
  /// Runs with a delimiter inside a block.
  public var stuffing = Counter()
  /// Runs shorter than any packet.
  public var tooShort = Counter()
  /// Runs with a wrong checksum.
  public var checksum = Counter()
  /// Packets with a payload that is shorter than their type needs, or invalid.
  public var payload = Counter()
  /// Sequence numbers that were skipped: packets that never arrived complete, or arrived too late.
  public var lost = Counter()
  /// How many times the sequence numbers started over because the sender was restarted.
  public var restarts = Counter()

  /// All counters at 0.
  public init() {}

  /// Damaged runs of all kinds. One damaged packet may count as two runs. A packet that is lost
  /// with its delimiters counts as none. For missing packets use `lost`.
  public var damaged: Counter {
    var sum = tooLong
    sum.add(stuffing.value)
    sum.add(tooShort.value)
    sum.add(checksum.value)
    sum.add(payload.value)
    return sum
  }
}
