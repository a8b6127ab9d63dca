import FixedPoint
import SensorProtocols

/// Decodes a stream of bytes, the same way on every machine, and keeps what can be compared.
public struct StreamReplay: Equatable, Sendable {
  /// How many messages there were.
  public private(set) var messages: UInt32 = 0
  /// How many bytes were passed over.
  public private(set) var rejected: UInt32 = 0
  /// Of all that they said.
  public private(set) var digest = StateDigest()

  /// The formats by number: 0…14, the order of the cases below.
  public static var formatCount: UInt8 { 15 }

  private let isDigested: Bool

  /// Decodes `length` bytes, each asked of `byte`, as the format of that number.
  ///
  /// - Parameter isDigested: false to leave the digest out, which costs as much as some decoders.
  public init(
    format: UInt8, length: UInt32, isDigested: Bool = true, byte: (UInt32) -> UInt8
  ) {
    self.isDigested = isDigested
    switch format {
    case 0: decode(FramedDecoder(LineFormat(ColumnFormat())), length, byte)
    case 1: decode(FramedDecoder(LineFormat(TaggedLineFormat())), length, byte)
    case 2: decode(FramedDecoder(WitMotionFormat()), length, byte)
    case 3: decode(FramedDecoder(WitMotionBLEFormat()), length, byte)
    case 4: decode(FramedDecoder(TeapotFormat()), length, byte)
    case 5: decode(FramedDecoder(BNO08xFormat()), length, byte)
    case 6: decode(FramedDecoder(LineFormat(XIMU3Format())), length, byte)
    case 7: decode(FramedDecoder(MAVLinkFormat()), length, byte)
    case 8: decode(FramedDecoder(LineFormat(RazorTextFormat())), length, byte)
    case 9: decode(FramedDecoder(RazorBinaryFormat(.angles)), length, byte)
    case 10: decode(FramedDecoder(RazorBinaryFormat(.sensors)), length, byte)
    case 11: decode(FramedDecoder(LineFormat(VectorNavTextFormat())), length, byte)
    case 12: decode(FramedDecoder(VectorNavBinaryFormat()), length, byte)
    case 13: decode(FramedDecoder(XbusFormat()), length, byte)
    case 14: decode(FramedDecoder(MIPFormat()), length, byte)
    default: break
    }
  }

  @inline(never)
  private mutating func decode<Format: FrameFormat>(
    _ decoder: FramedDecoder<Format>, _ length: UInt32, _ byte: (UInt32) -> UInt8
  ) {
    var decoder = decoder
    var index: UInt32 = 0
    while index < length {
      decoder.push(byte(index))
      index &+= 1
      while decoder.advance() {
        messages &+= 1
        if isDigested { digest(decoder.reading) }
      }
    }
    rejected = decoder.tally.rejected
  }

  /// Out of line, so that a reading that is not digested is not copied either.
  @inline(never)
  private mutating func digest(_ reading: SensorReading) { digest.add(reading) }
}
