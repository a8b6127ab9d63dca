import EmulatedBoard
import Foundation
import Recordings
import SeededRandom
import SensorEncoders
import StreamReplay
import Testing

/// Sensors' streams are decoded on a Cortex-M4 to the same bits as on the host, and what that costs.
@Suite struct DecoderImageTests {
  private static let seed: UInt64 = 641
  @Test(arguments: [Machine.mps2, .stm32f405])
  func everyFormatDecodesAsOnTheHost(_ machine: Machine) throws {
    try Project.firmware(machine)
    let streams = try StreamTape.formats.map(Self.stream)
    let tape = zip(0..., streams).map { StreamTape.Stream(format: $0, bytes: $1) }
    let lines = try StreamTape.decode(tape, on: machine)
    let ticksPerMillion = try #require(lines.first?.first)
    #expect(lines.count == streams.count + 1)
    var rejected: UInt32 = 0
    for (number, (stream, line)) in zip(streams, lines.dropFirst()).enumerated() {
      let host = StreamReplay(
        HeldStream(stream), format: UInt8(number), length: UInt32(stream.count))
      let name = StreamTape.formats[number]
      #expect(host.messages > 60, "\(name), seed \(Self.seed)")
      rejected += host.rejected
      let expected = [
        UInt32(number), UInt32(stream.count), host.messages, host.rejected, host.digest.value,
      ]
      #expect(line.prefix(5) == expected[...], "\(name), seed \(Self.seed)")
      let ticks = Double(line[5]) - Double(line[6])
      let instructions = ticks / Double(ticksPerMillion) * 1e6 / Double(stream.count)
      print("\(machine.rawValue) \(name): \(Int(instructions.rounded())) instructions a byte")
      #expect(instructions < (try #require(Self.ceilings[name])), "\(name)")
    }
    #expect(rejected > 1_000, "the damage must have been met")
  }

  @Test(arguments: [Machine.mps2, .stm32f405])
  func neitherTrapNorFloatingPoint(_ machine: Machine) throws {
    try Project.firmware(machine)
    let image = try Disassembly("DecoderImage", of: machine)
    #expect(image.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(image.floatingFunctions == [])
    #expect(
      image.function("WitMotionFormat.judge") != nil, "the core must be there to be looked at")
  }

  /// Instructions a byte of decoding alone, measured and rounded up; none is to reach 60. At 11,520 bytes a second,
  /// the whole of a line of 115,200 baud, 60 are 0.4 % of what an STM32F405 can do.
  private static let ceilings = [
    "csv": 52.0, "tagged": 60, "witmotion-11": 40, "witmotion-ble": 47, "teapot": 45,
    "bno08x-rvc": 46, "x-imu3": 49, "mavlink": 48, "razor-text": 53, "razor-binary-ypr": 56,
    "razor-binary-sensors": 34, "vectornav-ascii": 49, "vectornav-binary": 54, "xsens-xbus": 48,
    "mip": 44,
  ]

  /// A board of that format in a hand for a second, with a byte in 500 damaged.
  private static func stream(_ format: String) throws -> [UInt8] {
    var encoder = try #require(SensorEncoders.named(format))
    var random = SeededRandom(seed: seed)
    func vector(_ size: Double) -> SIMD3<Double> {
      [random.normal(), random.normal(), random.normal()] * size
    }
    var bytes: [UInt8] = []
    for moment in 0..<100 {
      var row = TraceRow(time: 1 + Double(moment) / 100)
      row.specificForce = moment == 0 ? [0, 0, 9.8] : vector(8)
      row.linearAcceleration = vector(5)
      row.angularRate = vector(3)
      row.magneticField = vector(30)
      row.attitude = [1, vector(0.5).x, vector(0.5).y, vector(0.5).z]
      row.attitude.map { row.attitude = $0 / ($0 * $0).sum().squareRoot() }
      bytes += encoder.encode(row)
    }
    for index in bytes.indices.dropFirst(200) where random.uniform() < 0.002 {
      bytes[index] ^= UInt8(1 + random.index(below: 255))
    }
    return bytes
  }
}
