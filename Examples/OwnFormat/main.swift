// A decoder for a serial format of one's own: bytes come in, readings in SI units go out.
import QuillonConversions
import QuillonFusion
import QuillonSerialFormats

/// 15 bytes: 5A, a count, specific force x y z in mm/s², angular rate x y z in mrad/s, each 16 bits, little-endian; last the sum of
/// all bytes before, modulo 256.
struct OwnFormat: FrameFormat {
  var minimumLength: Int { 15 }

  func canBegin(with byte: UInt8) -> Bool { byte == 0x5A }

  mutating func decode(_ window: inout ByteWindow, into reading: inout SensorReading)
    -> DecodeResult
  {
    guard window.count >= 15 else { return .incomplete(needs: 15) }
    let bytes = (0..<15).map { window[$0] }
    guard bytes[..<14].reduce(0, &+) == bytes[14] else { return .rejected(.checksum, length: 1) }
    let values = stride(from: 2, to: 14, by: 2).map {
      Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 1000
    }
    reading = SensorReading()
    reading.counter = UInt16(bytes[1])
    reading.specificForce = .init(SIMD3(values[0], values[1], values[2]))
    reading.angularRate = .init(SIMD3(values[3], values[4], values[5]))
    return .message(length: 15)
  }
}

/// What a board would send.
func message(_ count: UInt8, _ values: [Int16]) -> [UInt8] {
  let numbers = values.flatMap {
    [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
  }
  let bytes = [0x5A, count] + numbers
  return bytes + [bytes.reduce(0, &+)]
}

var decoder = FramedDecoder(OwnFormat())
var damaged = message(2, [0, 0, 9807, 0, 0, 0])
damaged[5] ^= 1
let bytes =
  [0x00, 0x5A] + message(1, [120, -9800, 330, 0, 0, -1571]) + damaged
  + message(3, [0, 0, 9807, 0, 0, 0])
for byte in bytes {
  decoder.push(byte)
  while let reading = decoder.next() {
    print(
      "count", reading.counter ?? 0, "force", reading.specificForce ?? .zero, "rate",
      reading.angularRate ?? .zero)
  }
}
print("decoded", decoder.counters.accepted, "bytes, passed over", decoder.counters.rejected)
