// SPDX-License-Identifier: MIT
import QuillonFusion
import QuillonRecognizer
import QuillonWire
import Testing

/// Boards whose chip has a magnetometer, from its registers to the host.
@Suite struct FieldTests {
  private static let pairs = [
    ("pico", "mpu9250"), ("pico", "icm20948"), ("feather-f405", "icm20948"),
    ("nano33ble-sense", "lsm9ds1"),
  ]

  /// The host asks for samples, behind so many empty packets of a byte each. 3,000 end when the board listens.
  private static func wish(after padding: Int = 3_000) -> [UInt8] {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    encoder.encode(.streaming(true), time: 0, into: &packet)
    var bytes = [UInt8](repeating: 0, count: padding)
    packet.forEach { bytes.append($0) }
    return bytes
  }

  /// What the magnetometer measured comes to the host with the sign, the axis and the unit that it has, each once, less than 30 ms old.
  @Test(arguments: pairs)
  func theHostGetsTheField(_ board: String, _ chip: String) throws {
    let run = try Emulation(
      board, sensor: chip, input: Self.wish(), "--motion", Emulation.motionInAField.get(),
      "--seconds", "8")
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.messages.contains(.streaming(true)))
    let hellos = run.messages.compactMap { if case .hello(let hello) = $0 { hello } else { nil } }
    #expect(hellos.last?.magnetometerRange == (chip == "lsm9ds1" ? 400 : 4_912))
    #expect(hellos.last?.modelID == 0, "a board that streams recognizes nothing")
    let samples = run.messages.compactMap { if case .sample(let it) = $0 { it } else { nil } }
    #expect(samples.count > 600)
    let fields = samples.compactMap { sample in sample.magneticField.map { (sample, $0) } }
    let seconds = Double(try #require(samples.last).timestamp &- samples[0].timestamp) / 1e6
    #expect((20...26).contains(Double(fields.count) / seconds), "\(fields.count)")
    // The clock of the board begins with the firmware, that of the chip with the supply.
    let shift = try #require(run.samples.last).time &- (try #require(samples.last)).timestamp
    #expect(shift < 2_000_000)
    for (sample, field) in fields {
      let given = SIMD3(Double(field.x.bits), Double(field.y.bits), Double(field.z.bits)) / 524_288
      let time = Double(sample.timestamp &+ shift)
      let nearest = run.report.fields.filter { (-10_000...40_000).contains(time - $0[0]) }
        .map { row in
          let difference = SIMD3(row[1], row[2], row[3]) - given
          return max(difference.max(), -difference.min())
        }.min()
      #expect((nearest ?? .infinity) < 0.2, "\(given) at \(time)")
    }
    let greatest = fields.map { abs(Double($0.1.y.bits)) / 524_288 }.max() ?? 0
    #expect(greatest > 20, "the control: there is a field")
    #expect(run.status?.samples.value ?? 0 > 600)
    #expect(run.classifications.isEmpty)
  }

  /// A host ends the streaming as it began it: the board sends a hello with its model, and reads what is written then.
  @Test func theBoardReadsLettersAgain() throws {
    var (encoder, packet) = (PacketEncoder(sequence: 7), PacketBytes())
    encoder.encode(.streaming(false), time: 0, into: &packet)
    // A byte takes 87 µs: the second wish comes at 2 s.
    var input = Self.wish() + [UInt8](repeating: 0, count: 20_000)
    packet.forEach { input.append($0) }
    let run = try Emulation(
      "pico", sensor: "mpu9250", input: input, "--motion", Emulation.motionInAField.get())
    #expect(run.report.failure == "")
    let begin = try #require(run.messages.firstIndex(of: .streaming(true)))
    let end = try #require(run.messages.firstIndex(of: .streaming(false)))
    #expect(begin < end)
    let samples = run.messages[end...].count { if case .sample = $0 { true } else { false } }
    #expect(samples == 0)
    let hello = run.messages[end...].compactMap { if case .hello(let it) = $0 { it } else { nil } }
    #expect(hello.first.map { $0.modelID != 0 } == true)
    #expect(run.text == "QUILLON")
  }

  /// A board that is asked for samples while it reads a stroke goes on to send its counters.
  @Test(arguments: 0..<4)
  func statusesGoOnWhileAStrokeWaits(_ step: Int) throws {
    let motion = try Emulation.motion.get()
    let letter = try Emulation("pico", sensor: "lsm6dsox", "--motion", motion, "--seconds", "12")
    let end = try #require(
      zip(letter.recognized, letter.recognized.dropFirst()).first {
        $0.pen == .down && $1.pen == .up
      }
    ).1.timestamp
    // A byte takes 87 µs.
    let run = try Emulation(
      "pico", sensor: "lsm6dsox",
      input: Self.wish(after: (Int(end) + (step - 4) * 50_000) / 87), "--motion", motion,
      "--seconds", "16")
    let streaming = try #require(run.messages.firstIndex(of: .streaming(true)))
    let statuses = run.messages[streaming...].count { if case .status = $0 { true } else { false } }
    #expect(statuses >= 3, "asked \((4 - step) * 50) ms before the letter")
  }

  /// The letters are those of a board without a magnetometer, and the host's, bit for bit.
  @Test(arguments: pairs)
  func lettersDoNotDependOnTheField(_ board: String, _ chip: String) throws {
    let run = try Emulation(board, sensor: chip, "--motion", Emulation.motionInAField.get())
    #expect(run.report.failure == "")
    #expect(run.text == "QUILLON")
    #expect(run.classifications == run.hostClassifications)
    #expect(run.recognized.contains { $0.magneticField != nil })
    #expect(run.status?.lateSamples.value == 0)
    #expect(run.report.awake <= 0.05)
  }

  /// SPI does not reach the magnetometer, and the bypass stays off.
  @Test(arguments: ["mpu9250", "icm20948", "lsm9ds1"])
  func noFieldOnSPI(_ chip: String) throws {
    let run = try Emulation(
      "pico", sensor: chip, isSPI: true, "--motion", Emulation.motionInAField.get(),
      "--seconds", "5")
    #expect(run.report.failure == "")
    #expect(run.report.violations == [])
    #expect(run.report.fields.isEmpty)
    #expect(!run.recognized.isEmpty && run.recognized.allSatisfy { $0.magneticField == nil })
  }
}
