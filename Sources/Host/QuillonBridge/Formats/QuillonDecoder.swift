import QuillonFusion
import QuillonNumerics
import QuillonSerialFormats
import QuillonWire

/// Decodes the packets of this project's own boards, behind the same interface as the other
/// formats.
///
/// A sample becomes a reading; every other message becomes an empty reading. The bytes of a damaged
/// packet are skipped up to the next delimiter. Sequence numbers are not checked here: a bridge
/// that wants to count lost packets uses `PacketDecoder` itself.
public struct QuillonDecoder: SensorDecoder {
  private var packets = PacketDecoder()
  /// No packet is longer, its delimiter included.
  private static let longestRun = 512

  private var run: [UInt8] = []
  /// True if the bytes since the last delimiter are too many for a packet. Those that were counted are not kept.
  private var isTooLong = false
  private var last: [UInt8] = []
  private var waiting: SensorReading?
  /// How many bytes were accepted, and how many were not, by reason.
  public private(set) var counters = DecodeCounters()

  /// A decoder at the beginning of a stream.
  public init() {}

  public mutating func push(_ byte: UInt8) {
    run.append(byte)
    let reception = packets.push(byte)
    guard reception != nil || byte == 0 else {
      if run.count == Self.longestRun { skipRun() }
      return
    }
    if isTooLong {
      if byte == 0 { isTooLong = false }
      skipRun(endsAtDelimiter: byte == 0)
    } else {
      settle(reception)
    }
    run.removeAll(keepingCapacity: true)
  }

  /// Counts the bytes since the last delimiter as noise.
  private mutating func skipRun(endsAtDelimiter: Bool = false) {
    counters.noise &+= UInt32(clamping: run.count)
    run.removeAll(keepingCapacity: true)
    isTooLong = !endsAtDelimiter
  }

  public mutating func next() -> SensorReading? {
    defer { waiting = nil }
    return waiting
  }

  public mutating func nextAtEnd() -> SensorReading? {
    if let reading = next() { return reading }
    if !run.isEmpty { skipRun() }
    return nil
  }

  public var messageLength: Int { last.count }

  public mutating func messageByte(at index: Int) -> UInt8 {
    last.indices.contains(index) ? last[index] : 0
  }

  private mutating func settle(_ reception: Reception?) {
    let count = UInt32(clamping: run.count)
    switch reception {
    case .packet(let packet):
      counters.accepted &+= count
      last = run
      waiting = SensorReading(packet.message)
    case .damaged(let damage): counters.count(count, as: damage)
    case .unknownType, .unknownVersion: counters.unknown &+= count
    case .stale: counters.implausible &+= count
    case nil:
      // A delimiter alone, or the end of a packet whose beginning was not received.
      if run.count == 1 { counters.accepted &+= count } else { counters.noise &+= count }
    }
  }
}

extension DecodeCounters {
  fileprivate mutating func count(_ bytes: UInt32, as damage: Damage) {
    switch damage {
    case .tooLong, .tooShort: length &+= bytes
    case .stuffing, .payload: structure &+= bytes
    case .checksum: checksum &+= bytes
    }
  }
}

extension SensorReading {
  /// The motion in a message of this project's own format; empty for a message that is not a
  /// sample.
  init(_ message: Message) {
    self.init()
    guard case .sample(let sample) = message else { return }
    time = sample.timestamp
    switch sample.acceleration {
    case .specificForce(let force): specificForce = force
    case .linear(let acceleration): linearAcceleration = acceleration
    }
    angularRate = sample.angularRate
    magneticField = sample.magneticField
    // A sensor that starts may send an attitude of zeros: none.
    attitude = sample.attitude.flatMap { $0.isZero ? nil : $0 }
    pen = sample.pen
  }
}

extension UnitQuaternion {
  /// True if all components are 0, which is no attitude.
  public var isZero: Bool { w.bits == 0 && x.bits == 0 && y.bits == 0 && z.bits == 0 }
}
