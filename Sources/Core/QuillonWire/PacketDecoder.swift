import QuillonNumerics

/// Finds packets in a stream of bytes, one byte at a time, and counts what is missing.
///
/// It accepts any bytes: none of them traps, allocates or makes the state grow. After damage it
/// resynchronizes at the next delimiter. Bytes before the first delimiter belong to a packet whose
/// beginning was not received. They are skipped and not counted.
public struct PacketDecoder: Sendable {
  /// What has been received so far.
  public private(set) var counters = ReceptionCounters()

  private var stuffing = COBSDecoder()
  private var run = PacketReader()
  private var order = SequenceTracker()
  /// True while everything up to the next delimiter is skipped.
  private var isSkipping = true

  /// A decoder at the beginning of a stream.
  public init() {}

  /// Decodes one byte. Returns what it completed; nil while nothing is complete.
  @inlinable @inline(__always)
  public mutating func push(_ byte: UInt8) -> Reception? {
    // Nearly every byte completes nothing. This function is inlined into the caller, which then
    // copies no `Reception`. A `Reception` is large, and copying it would cost several times as
    // much as the byte.
    guard let ending = accept(byte) else { return nil }
    return finish(ending)
  }

  /// Decodes one byte at a board. Types that only hosts receive count as unknown, so a board has no
  /// code to read them.
  @inlinable @inline(__always)
  public mutating func pushAtBoard(_ byte: UInt8) -> Reception? {
    guard let ending = accept(byte) else { return nil }
    return finishAtBoard(ending)
  }

  /// How a run ends.
  @usableFromInline
  enum Ending: UInt8 {
    case whole, cutShort, tooLong
  }

  /// Decodes one byte; nil while the run continues.
  @usableFromInline
  mutating func accept(_ byte: UInt8) -> Ending? {
    switch stuffing.push(byte) {
    case .code: return nil
    case .byte(let content):
      guard !isSkipping, !run.append(content) else { return nil }
      return .tooLong
    case .end: return .whole
    case .cutShort: return .cutShort
    case .empty:
      isSkipping = false
      return nil
    }
  }

  @usableFromInline
  mutating func finish(_ ending: Ending) -> Reception? {
    finish(ending, SequenceTracker.pastAtHost, MessageType.init(rawValue:)) {
      $0.message($1, time: $2)
    }
  }

  @usableFromInline
  mutating func finishAtBoard(_ ending: Ending) -> Reception? {
    finish(ending, SequenceTracker.pastAtBoard, MessageType.init(forBoards:)) {
      $0.boardMessage($1, time: $2)
    }
  }

  /// The message type of a byte; nil if unknown.
  private typealias Typing = (UInt8) -> MessageType?
  /// The message in a payload; nil if the payload is invalid.
  private typealias Reading = (inout PacketReader, MessageType, _ time: UInt32) -> Message?

  /// Handles the run that has ended, and prepares for the next.
  @inline(__always)
  private mutating func finish(
    _ ending: Ending, _ past: UInt16, _ typing: Typing, reading: Reading
  ) -> Reception? {
    let wasSkipping = isSkipping
    isSkipping = ending == .tooLong
    defer { run.removeAll() }
    guard !wasSkipping else { return nil }
    switch ending {
    case .tooLong: return damaged(.tooLong)
    case .cutShort: return damaged(.stuffing)
    case .whole: break
    }
    guard run.isLongEnough else { return damaged(.tooShort) }
    guard run.open() else { return damaged(.checksum) }
    return readPacket(past, typing, reading)
  }

  @inline(__always)
  private mutating func readPacket(
    _ past: UInt16, _ typing: Typing, _ reading: Reading
  ) -> Reception {
    let version = run.byte()
    guard version == Packet.version else {
      counters.unknownVersions.add()
      return .unknownVersion(version)
    }
    let type = run.byte()
    let sequence = run.uint16()
    let time = run.uint32()
    let isFirstHello = sequence == 0 && type == MessageType.hello.rawValue
    switch order.place(sequence, isFirstHello: isFirstHello, past: past) {
    case .next: break
    case .ahead(let missing): counters.lost.add(UInt32(truncatingIfNeeded: missing))
    case .restart: counters.restarts.add()
    case .stale:
      counters.stale.add()
      return .stale(sequence: sequence)
    }
    guard let known = typing(type) else {
      counters.unknownTypes.add()
      return .unknownType(type)
    }
    guard let message = reading(&run, known, time) else { return damaged(.payload) }
    counters.packets.add()
    return .packet(Packet(sequence: sequence, time: time, message: message))
  }

  private mutating func damaged(_ damage: Damage) -> Reception {
    switch damage {
    case .tooLong: counters.tooLong.add()
    case .stuffing: counters.stuffing.add()
    case .tooShort: counters.tooShort.add()
    case .checksum: counters.checksum.add()
    case .payload: counters.payload.add()
    }
    return .damaged(damage)
  }
}
