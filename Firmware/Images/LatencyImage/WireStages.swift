import QuillonFusion
import QuillonNumerics
import QuillonWire

/// A sample's packet decoded, byte by byte. Two take turns, because a packet that is repeated is
/// passed over.
struct DecodeStage: Stage {
  static var name: StaticString { "decode" }
  // In memory of their own, not on the stack. Other stages use them as well: a micro:bit has no room for more.
  nonisolated(unsafe) static var decoder = PacketDecoder()
  nonisolated(unsafe) static var first = PacketBytes()
  nonisolated(unsafe) static var second = PacketBytes()
  private var isSecondNext = false

  @inline(never)
  mutating func take(_ sample: InertialSample) {
    var (low, high) = (PacketEncoder(sequence: 0), PacketEncoder(sequence: 30_000))
    low.encode(sample, into: &Self.first)
    high.encode(sample, into: &Self.second)
  }

  @inline(never)
  mutating func run() {
    if isSecondNext { Self.second.forEach(Self.push) } else { Self.first.forEach(Self.push) }
    isSecondNext.toggle()
  }

  private static func push(_ byte: UInt8) { _ = decoder.pushAtBoard(byte) }
}

/// A byte in the middle of a packet.
struct DecodeByteStage: Stage {
  static var name: StaticString { "decodeByte" }
  private var byte: UInt8 = 1

  mutating func take(_ sample: InertialSample) {
    DecodeStage.decoder = PacketDecoder()
    _ = DecodeStage.decoder.pushAtBoard(0)
    _ = DecodeStage.decoder.pushAtBoard(0xFF)
    byte = UInt8(truncatingIfNeeded: sample.acceleration.vector.x.bits) | 1
  }

  @inline(never)
  mutating func run() { _ = DecodeStage.decoder.pushAtBoard(byte) }
}
