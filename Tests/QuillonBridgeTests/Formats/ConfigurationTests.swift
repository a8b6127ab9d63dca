import QuillonBridge
import QuillonSerialFormats
import QuillonWire
import Testing

/// What `--configure` sends, against the commands as the makers' documents print them.
@Suite struct ConfigurationTests {
  private func configuration(_ name: String) throws -> BoardConfiguration {
    try #require(BoardFormat.named(name)?.configuration)
  }

  private func sent(_ name: String) throws -> [[UInt8]] {
    try configuration(name).steps.compactMap { step in
      if case .send(let bytes) = step { bytes } else { nil }
    }
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  private func lines(_ name: String) throws -> [String] {
    try sent(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func witMotionIsUnlockedFirstAndGoesOnAtItsNewSpeed() throws {
    #expect(
      try sent("witmotion-11")
        == [
          "FF AA 69 88 B5", "FF AA 03 09 00", "FF AA 1F 02 00", "FF AA 02 06 02", "FF AA 04 06 00",
        ]
        .map(bytes))
    #expect(try configuration("witmotion-11").steps.last == .speed(115_200))
    #expect(
      try sent("witmotion-ble")
        == ["FF AA 69 88 B5", "FF AA 03 09 00", "FF AA 1F 02 00"].map(bytes))
  }

  /// Every format whose rate can be set has a command for each of them, and that for 100 Hz is the one of `--configure`.
  @Test func everyRateIsSaidByItsCommands() throws {
    for format in BoardFormat.all where !format.settableRates.isEmpty {
      let all = try format.settableRates.map { try #require(format.configuration(at: $0)) }
      for (rate, configuration) in zip(format.settableRates, all) {
        #expect(configuration.effect.contains("\(rate) Hz"), "\(format.name)")
        #expect((25...400).contains(rate))
      }
      for index in all.indices.dropFirst() { #expect(all[index].steps != all[index - 1].steps) }
      #expect(all.contains { $0 == format.configuration })
      #expect(format.settableRate(for: 20) == format.settableRates.first)
      #expect(format.settableRate(for: 400) == format.settableRates.last)
    }
    func sent(_ name: String, _ rate: Int, _ index: Int) throws -> [UInt8] {
      let configuration = try #require(BoardFormat.named(name)?.configuration(at: rate))
      guard case .send(let bytes) = configuration.steps[index] else { return [] }
      return bytes
    }
    #expect(try sent("witmotion-11", 200, 1) == bytes("FF AA 03 0B 00"))
    #expect(try sent("witmotion-ble", 50, 1) == bytes("FF AA 03 08 00"))
    #expect(
      try String(decoding: sent("x-imu3", 400, 0), as: UTF8.self)
        == "{\"inertial_message_rate_divisor\":1}\n")
    #expect(
      try String(decoding: sent("vectornav-binary", 200, 1), as: UTF8.self).hasPrefix(
        "$VNWRG,75,3,4,01,0131*"))
    #expect(try sent("xsens-xbus", 400, 1)[12...15].elementsEqual(bytes("20 10 01 90")))
    #expect(try sent("mip", 200, 1)[8...10].elementsEqual(bytes("12 00 05")))
    #expect(try sent("mip", 200, 3)[9...11].elementsEqual(bytes("D5 00 05")))
  }

  @Test func microStrainCommandsHaveTheirChecksums() throws {
    #expect(
      try sent("mip")
        == [
          "75 65 01 02 02 02 E1 C7",
          "75 65 0C 0D 0D 08 01 03 12 00 0A 04 00 0A 05 00 0A 45 F2",
          "75 65 0C 05 05 11 01 01 01 04 1A",
          "75 65 0C 0E 0E 0F 01 80 03 D5 00 0A 04 00 0A 05 00 0A 91 CE",
          "75 65 0C 05 05 11 01 80 01 83 18", "75 65 01 02 02 06 E5 CB",
        ].map(bytes))
  }

  /// The reading request and the unlocking are those of the maker's example.
  @Test func whoOnlyAnswersIsAskedAgainAndAgain() throws {
    #expect(
      try configuration("msp").steps
        == [.poll(bytes("24 4D 3C 00 66 66"), answer: 24, rate: 100)])
    #expect(
      try configuration("witmotion-modbus").steps == [
        .send(bytes("50 06 00 69 B5 88 22 A1")), .send(bytes("50 06 00 04 00 06 45 88")),
        .speed(115_200), .poll(bytes("50 03 00 34 00 0C 09 80"), answer: 29, rate: 100),
      ])
  }

  @Test func xsensCommandsHaveTheirChecksums() throws {
    #expect(
      try sent("xsens-xbus")
        == [
          "FA FF 30 00 D1",
          """
          FA FF C0 18 10 20 FF FF 10 60 FF FF 20 10 00 64 40 20 00 64 80 20 00 64 C0 20 00 64 ED
          """, "FA FF 10 00 F1",
        ].map(bytes))
  }

  @Test func sentencesHaveTheirChecksums() throws {
    #expect(try lines("vectornav-ascii").first == "$VNWRG,06,14*59\r\n")
    for line in try lines("vectornav-ascii") + lines("vectornav-binary") {
      var decoder = FramedDecoder(LineFormat(VectorNavTextFormat()))
      for byte in line.utf8 { decoder.push(byte) }
      #expect(decoder.next() != nil, "\(line)")
    }
  }

  /// The frame is read by a MAVLink decoder that knows its number; this one does not, so by hand.
  @Test func mavlinkAsksForThreeMessages() throws {
    let commands = try sent("mavlink")
    #expect(commands.map(\.count) == [41, 41, 41])
    for (command, number) in zip(commands, [105, 31, 27] as [Float]) {
      #expect(Array(command[..<6]) == [0xFE, 33, 0, 255, 190, 76])
      func float(_ start: Int) -> Float {
        Float(
          bitPattern: command[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
      #expect(float(6) == number)
      #expect(float(10) == 10_000)
      #expect(Array(command[34..<39]) == [0xFF, 0x01, 1, 1, 0])
    }
    // Computed by pymavlink's formula on its own (CRC-16/MCRF4XX over bytes 1 to 38, then 152).
    #expect(commands.allSatisfy { crc(Array($0[1..<39]) + [152]) == Array($0[39...]) })
  }

  private func crc(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0xFFFF
    for byte in bytes {
      var mixed = byte ^ UInt8(crc & 0xFF)
      mixed ^= mixed << 4
      crc = crc >> 8 ^ UInt16(mixed) << 8 ^ UInt16(mixed) << 3 ^ UInt16(mixed) >> 4
    }
    return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }

  /// A board ignores a packet with the number of the last one, so a wish that was sent before is sent with another number, too.
  @Test func firmwareIsAskedForItsSamples() throws {
    let wish = try sent("quillon").flatMap { $0 }
    var board = PacketDecoder()
    for _ in 0..<3 {
      let received = wish.compactMap { byte -> Message? in
        guard case .packet(let packet) = board.pushAtBoard(byte) else { return nil }
        return packet.message
      }
      #expect(!received.isEmpty && received.allSatisfy { $0 == .streaming(true) })
    }
  }

  @Test func textBoardsAreToldInText() throws {
    #expect(try lines("razor-text") == ["#osct", "#ox", "#o1"])
    #expect(try configuration("razor-binary-ypr").format == .razorText)
    #expect(try lines("x-imu3").last == "{\"apply\":null}\n")
    #expect(try lines("x-imu3").allSatisfy { $0.hasSuffix("}\n") })
    #expect(try lines("tagged") == ["\n"])
  }

  @Test func whatTakesNoCommandsIsSentNone() {
    let silent = BoardFormat.all.filter { $0.configuration == nil }.map(\.name)
    #expect(silent == ["csv", "bno08x-rvc"])
  }

  @Test func everyConfigurationSaysWhatItDoes() {
    for configuration in BoardFormat.all.compactMap(\.configuration) {
      #expect(!configuration.effect.isEmpty)
    }
  }
}
