import QuillonWire

extension BoardFormat {
  /// The commands that `--configure` sends to a board of this format; nil when the board needs
  /// none, or accepts no commands.
  public var configuration: BoardConfiguration? {
    configuration(at: name == "vectornav-ascii" ? 50 : 100)
  }

  /// The commands that let a board of this format send `rate` samples a second, one of ``settableRates``; boards without
  /// such rates send what they do at the factory. Nil when the board needs no commands, or accepts none.
  public func configuration(at rate: Int) -> BoardConfiguration? {
    switch name {
    case "quillon":
      BoardConfiguration(
        [.send(Command.streaming)], format: name,
        effect: "a board that recognizes letters sends its samples instead")
    case "tagged", "teapot":
      BoardConfiguration(
        [.send(Array("\n".utf8))], format: name,
        effect: "the sketch, which waits for a character, starts")
    case "witmotion-11":
      BoardConfiguration(
        // The first command unlocks the registers for 10 s. The others set rate, bandwidth, content
        // and line speed.
        [
          .send(Command.witMotion(0x69, 0x88, 0xB5)),
          .send(Command.witMotion(0x03, Command.witMotionRate(rate))),
          .send(Command.witMotion(0x1F, rate < 100 ? 0x04 : 0x02)),
          .send(Command.witMotion(0x02, 0x06, 0x02)),
          .send(Command.witMotion(0x04, 0x06)), .speed(115_200),
        ],
        format: name,
        effect: "\(rate) Hz, \(rate < 100 ? 20 : 94) Hz bandwidth, quaternion, 115200 baud")
    case "witmotion-ble":
      BoardConfiguration(
        [
          .send(Command.witMotion(0x69, 0x88, 0xB5)),
          .send(Command.witMotion(0x03, Command.witMotionRate(rate))),
          .send(Command.witMotion(0x1F, rate < 100 ? 0x04 : 0x02)),
        ], format: name,
        effect: "\(rate) Hz, \(rate < 100 ? 20 : 94) Hz bandwidth")
    case "x-imu3":
      BoardConfiguration(
        [
          // Both kinds of messages come at most 400 times a second.
          "{\"inertial_message_rate_divisor\":\(400 / rate)}", #"{"ahrs_message_type":0}"#,
          "{\"ahrs_message_rate_divisor\":\(400 / rate)}", #"{"apply":null}"#,
        ].map { .send(Array(($0 + "\n").utf8)) }, format: name,
        effect: "acceleration, rate and quaternion at \(rate) Hz")
    case "mavlink":
      BoardConfiguration(
        // ArduPilot has HIGHRES_IMU since 4.6, and on large boards only.
        [105, 31, 27].map {
          .send(Command.messageInterval(of: $0, microseconds: Float(1_000_000 / rate)))
        },
        format: name, effect: "HIGHRES_IMU or RAW_IMU, and ATTITUDE_QUATERNION at \(rate) Hz")
    case "razor-text", "razor-binary-ypr":
      BoardConfiguration(
        [.send(Array("#osct".utf8)), .send(Array("#ox".utf8)), .send(Array("#o1".utf8))],
        format: "razor-text", effect: "lines with acceleration, rate and, if supported, angles")
    case "razor-binary-sensors":
      BoardConfiguration(
        [.send(Array("#oscb".utf8)), .send(Array("#s12".utf8))], format: name,
        effect: "a mark by which the bridge finds the messages")
    case "vectornav-ascii":
      BoardConfiguration(
        ["VNWRG,06,14", "VNWRG,07,\(rate)"].map { .send(Command.vectorNav($0)) }, format: name,
        effect:
          "angles, field, acceleration and rate (VNYMR) at \(rate) Hz: more than 50 Hz does not fit 115200 baud"
      )
    case "vectornav-binary":
      BoardConfiguration(
        ["VNWRG,06,0", "VNWRG,75,3,\(800 / rate),01,0131"].map { .send(Command.vectorNav($0)) },
        format: name, effect: "time, quaternion, rate and acceleration at \(rate) Hz")
    case "xsens-xbus":
      BoardConfiguration(
        // Enter configuration mode, set the content and its rates, start measuring.
        [
          .send(Command.xbus(0x30)),
          .send(Command.xbus(0xC0, Command.xbusOutputs(at: rate))),
          .send(Command.xbus(0x10)),
        ], format: name,
        effect: "counter, time, quaternion, acceleration, rate and field at \(rate) Hz")
    case "mip":
      BoardConfiguration(
        // Go idle, set the content of the messages and their rates, switch the stream on, resume. The first two commands are those of
        // the 3DM-GX3 to GX5, the next two of the 7 series, which would keep GPS time; each refuses the other's.
        [
          .send(Command.mip(0x01, 2, 0x02)),
          .send(Command.mip(0x0C, [0x08, 1], time: 0x12, decimation: UInt8(1_000 / rate))),
          .send(Command.mip(0x0C, 5, 0x11, 1, 1, 1)),
          .send(Command.mip(0x0C, [0x0F, 1, 0x80], time: 0xD5, decimation: UInt8(1_000 / rate))),
          .send(Command.mip(0x0C, 5, 0x11, 1, 0x80, 1)), .send(Command.mip(0x01, 2, 0x06)),
        ],
        format: name,
        effect: "time, acceleration and rate at \(rate) Hz, if its base rate is 1000 Hz")
    case "msp":
      BoardConfiguration(
        // A request of version 1 without data: length, command, and their exclusive or.
        [.poll(Array("$M<".utf8) + [0, 102, 102], answer: 24, rate: rate)], format: name,
        effect: "the command asks for MSP_RAW_IMU at \(rate) Hz")
    case "witmotion-modbus":
      BoardConfiguration(
        [
          // To the address of a new board: unlock, 115,200 baud, and the request for twelve registers from 34h on.
          .send([0x50, 0x06, 0x00, 0x69, 0xB5, 0x88, 0x22, 0xA1]),
          .send([0x50, 0x06, 0x00, 0x04, 0x00, 0x06, 0x45, 0x88]), .speed(115_200),
          .poll(
            [0x50, 0x03, 0x00, 0x34, 0x00, 0x0C, 0x09, 0x80], answer: 29, rate: rate),
        ], format: name,
        effect: "115200 baud, and the command reads the board's registers at \(rate) Hz")
    default: nil
    }
  }
}

/// Builds the commands of each maker, with the checksums that they need.
private enum Command {
  /// Quillon's message 16. Twice, because a board treats a packet with the number of the last one as a repetition.
  static var streaming: [UInt8] {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    return (0..<2).flatMap { _ in
      encoder.encode(.streaming(true), time: 0, into: &packet)
      return packet.withUnsafeBytes { Array($0) }
    }
  }

  /// A WitMotion command that writes a register: its number, then its value, low byte first.
  static func witMotion(_ register: UInt8, _ low: UInt8, _ high: UInt8 = 0) -> [UInt8] {
    [0xFF, 0xAA, register, low, high]
  }

  /// The value of WitMotion's register RRATE (0x03) for a rate.
  static func witMotionRate(_ rate: Int) -> UInt8 {
    switch rate {
    case 50: 0x08
    case 200: 0x0B
    default: 0x09
    }
  }

  /// A VectorNav sentence with its checksum and line end.
  static func vectorNav(_ words: String) -> [UInt8] {
    let sum = words.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(words)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
  }

  /// An Xbus message. Its bytes from the second on, the checksum included, sum to 0 modulo 256.
  static func xbus(_ identifier: UInt8, _ data: [UInt8] = []) -> [UInt8] {
    let bytes = [0xFF, identifier, UInt8(data.count)] + data
    return [0xFA] + bytes + [0 &- bytes.reduce(0, &+)]
  }

  /// Xbus outputs: counter and time with each sample; quaternion, acceleration, rate and field at `rate`, high byte
  /// first.
  static func xbusOutputs(at rate: Int) -> [UInt8] {
    let (high, low) = (UInt8(rate >> 8), UInt8(rate & 0xFF))
    var outputs: [UInt8] = [0x10, 0x20, 0xFF, 0xFF, 0x10, 0x60, 0xFF, 0xFF]
    for item in [0x2010, 0x4020, 0x8020, 0xC020] {
      outputs += [UInt8(item >> 8), UInt8(item & 0xFF), high, low]
    }
    return outputs
  }

  /// A MIP packet with one field, which begins with its own length. The packet ends with Fletcher's
  /// checksum.
  static func mip(_ set: UInt8, _ field: UInt8...) -> [UInt8] { mip(set, field) }

  private static func mip(_ set: UInt8, _ field: [UInt8]) -> [UInt8] {
    let bytes = [0x75, 0x65, set, UInt8(field.count)] + field
    var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      sum &+= byte
      sumOfSums &+= sum
    }
    return bytes + [sum, sumOfSums]
  }

  /// A MIP packet that sets what comes: `command`, then time by its field, acceleration and rate, each with its decimation of the base rate.
  static func mip(_ set: UInt8, _ command: [UInt8], time: UInt8, decimation: UInt8) -> [UInt8] {
    let content = command + [3] + [time, 0x04, 0x05].flatMap { [$0, 0, decimation] }
    return mip(set, [UInt8(content.count + 1)] + content)
  }

  /// MAV_CMD_SET_MESSAGE_INTERVAL (511) in a COMMAND_LONG of MAVLink 1, from a ground station
  /// (system 255, component 190) to the autopilot (1, 1).
  ///
  /// COMMAND_LONG is message 76, and its checksum seed is 152. The checksum is CRC-16/MCRF4XX.
  static func messageInterval(of message: Float, microseconds: Float) -> [UInt8] {
    let parameters = [message, microseconds, 0, 0, 0, 0, 0].flatMap { value in
      withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
    let bytes: [UInt8] = [33, 0, 255, 190, 76] + parameters + [0xFF, 0x01, 1, 1, 0]
    var crc: UInt16 = 0xFFFF
    for byte in bytes + [152] {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x8408 : crc >> 1 }
    }
    return [0xFE] + bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }
}
