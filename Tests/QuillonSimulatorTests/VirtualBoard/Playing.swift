import QuillonFusion
import QuillonNumerics
import QuillonSerial
import QuillonSimulator
import QuillonWire
import TestSupport

/// Samples 10 ms apart, no two alike, fused and raw by turns, the pen changing every 30.
func makeSamples(_ count: Int, from start: UInt32 = 0) -> [InertialSample] {
  (0..<count).map { number in
    let bits = Int32(number)
    let isFused = number % 2 == 0
    let vector = Vector3<23>(Fixed(bits: bits), Fixed(bits: -bits), Fixed(bits: bits << 8))
    return InertialSample(
      timestamp: start &+ UInt32(number) &* 10_000,
      acceleration: isFused ? .linear(vector) : .specificForce(vector),
      angularRate: Vector3(Fixed(bits: bits << 16), .zero, Fixed(bits: 1)),
      attitude: isFused ? .identity : nil, pen: number / 30 % 2 == 0 ? .up : .down)
  }
}

/// Plays a script to a reader that accepts everything, and returns the packets that came whole.
func play(_ script: BoardScript) throws -> ([Packet], BoardReport) {
  let board = try VirtualBoard(script)
  let player = Worker { board.run() }
  let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
  defer { port.close() }
  let packets = readPackets(from: port)
  return (packets, try player.result())
}

/// Reads whole packets until the port is gone.
func readPackets(
  from port: any ByteTransport, each: (Packet) -> Void = { _ in }
) -> [Packet] {
  var decoder = PacketDecoder()
  var packets: [Packet] = []
  var buffer = [UInt8](repeating: 0, count: 1024)
  while true {
    let outcome = buffer.withUnsafeMutableBytes { port.read(into: $0, timeout: .seconds(10)) }
    guard case .bytes(let count) = outcome else { return packets }
    for byte in buffer[..<count] {
      guard case .packet(let packet) = decoder.push(byte) else { continue }
      packets.append(packet)
      each(packet)
    }
  }
}

/// The samples in packets.
func received(_ packets: [Packet]) -> [InertialSample] {
  packets.compactMap { if case .sample(let sample) = $0.message { sample } else { nil } }
}
