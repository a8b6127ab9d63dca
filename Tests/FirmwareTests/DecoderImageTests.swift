import Foundation
import QuillonEmulator
import QuillonSerialFormats
import QuillonVerification
import Testing

/// Sensors' streams are decoded on a Cortex-M4 to the same bits as on the host, and what that costs.
@Suite struct DecoderImageTests {
  private static let seed: UInt64 = 641
  @Test(arguments: [Machine.mps2, .stm32f405])
  func everyFormatDecodesAsOnTheHost(_ machine: Machine) throws {
    try Project.firmware()
    let senders = MeasuredSender.all
    #expect(Set(senders.map(\.format)) == Set(SerialFormat.allCases))
    let tape = senders.map {
      StreamReplayReader.Stream(format: $0.format, bytes: $0.stream(seed: Self.seed))
    }
    let lines = try StreamReplayReader.decode(tape, on: machine)
    let ticksPerMillion = try #require(lines.first?.first)
    #expect(lines.count == tape.count + 1)
    var rejected: UInt32 = 0
    for (sender, (tape, line)) in zip(senders, zip(tape, lines.dropFirst())) {
      let (name, stream) = (sender.name, tape.bytes)
      let host = StreamReplay(
        HeldStream(stream), format: tape.format, length: UInt32(stream.count))
      #expect(host.messages > 60, "\(name), seed \(Self.seed)")
      rejected += host.rejected
      let expected = [
        UInt32(tape.format.rawValue), UInt32(stream.count), host.messages, host.rejected,
        host.digest.value,
      ]
      #expect(line.prefix(5) == expected[...], "\(name), seed \(Self.seed)")
      let ticks = Double(line[5]) - Double(line[6])
      let instructions = ticks / Double(ticksPerMillion) * 1e6 / Double(stream.count)
      print("\(machine.rawValue) \(name): \(Int(instructions.rounded())) instructions a byte")
      #expect(instructions < sender.ceiling, "\(name)")
    }
    #expect(rejected > 1_000, "the damage must have been met")
  }

  @Test(arguments: [Machine.mps2, .stm32f405])
  func neitherTrapNorFloatingPoint(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("DecoderImage", of: machine)
    #expect(image.trappingFunctions(except: ["_swift_exceptionPersonality"]) == [])
    #expect(image.floatingFunctions == [])
    #expect(
      image.function("WitMotionFormat.decode") != nil, "the core must be there to be looked at")
  }
}
