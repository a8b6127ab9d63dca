import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// A packet and the bytes that it must have on the wire; PROTOCOL.md shows the same.
struct GoldenPacket: Sendable, CustomStringConvertible {
  /// What the document calls it.
  var description: String
  var packet: Packet
  /// The bytes in hexadecimal, delimiters included.
  var wire: String

  /// The bytes.
  var bytes: [UInt8] { wire.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

  /// One packet of each message. The bytes come from a program that shares nothing with this one.
  static let all: [GoldenPacket] = [
    GoldenPacket(
      description: "hello",
      packet: Packet(
        sequence: 0, time: 0,
        message: .hello(
          Hello(
            board: BoardName("nano33"), firmware: FirmwareVersion(1, 4, 2), sampleRate: 100,
            modelID: 0x1A2B_3C4D))),
      wire: """
        00 03 01 06 01 01 01 01 01 07 6E 61 6E 6F 33 33 01 01 01 01 01 01 01 01 01 05 01 04 02 64 \
        07 4D 3C 2B 1A D5 DD 00
        """),
    GoldenPacket(
      description: "raw sample",
      packet: Packet(
        sequence: 1, time: 10_000,
        message: .sample(
          InertialSample(
            timestamp: 10_000, acceleration: .specificForce(Vector3(.zero, .zero, Fixed(9.80665))),
            angularRate: Vector3(Fixed(0.5), Fixed(-0.25), .zero), pen: .up))),
      wire: """
        00 04 01 01 01 03 10 27 01 02 04 01 01 01 01 01 01 01 05 4F 40 E7 04 01 01 02 01 01 03 80 \
        FF 01 01 01 03 29 13 00
        """),
    GoldenPacket(
      description: "raw sample, linear",
      packet: Packet(
        sequence: 2, time: 20_000,
        message: .sample(
          InertialSample(
            timestamp: 20_000, acceleration: .linear(Vector3(Fixed(1.5), Fixed(-2), Fixed(0.25))),
            pen: .down))),
      wire: """
        00 04 01 01 02 03 20 4E 01 02 03 01 02 C0 01 01 01 02 FF 01 02 20 03 55 1F 00
        """),
    GoldenPacket(
      description: "fused sample",
      packet: Packet(
        sequence: 770, time: 30_000,
        message: .sample(
          InertialSample(
            timestamp: 30_000, acceleration: .linear(Vector3(Fixed(1), Fixed(-2), Fixed(0.5))),
            angularRate: Vector3(.zero, .zero, Fixed(1)),
            magneticField: Vector3(Fixed(20), .zero, Fixed(-43.5)),
            attitude: UnitQuaternion(
              uncheckedUnit: Fixed(0.5.squareRoot()), .zero, .zero, Fixed(0.5.squareRoot())),
            pen: .down))),
      wire: """
        00 07 01 02 02 03 30 75 01 02 0F 01 02 80 01 01 01 02 FF 01 02 40 05 CD 3C 41 2D 01 01 01 \
        01 01 01 01 05 CD 3C 41 2D 01 01 01 01 01 01 01 01 01 01 02 02 01 02 A0 01 01 01 01 01 01 \
        05 A4 FE BF 5F 00
        """),
    GoldenPacket(
      description: "pen down, board",
      packet: Packet(
        sequence: 771, time: 30_000, message: .pen(PenChange(state: .down, origin: .board))),
      wire: "00 07 01 03 03 03 30 75 01 04 01 B9 CF 00"),
    GoldenPacket(
      description: "pen up, host",
      packet: Packet(
        sequence: 5, time: 1_234_567, message: .pen(PenChange(state: .up, origin: .host))),
      wire: "00 04 01 03 05 04 87 D6 12 04 02 5C 85 00"),
    GoldenPacket(
      description: "verdict",
      packet: Packet(
        sequence: 772, time: 900_000,
        message: .classification(
          Classification(label: 2, score: Fixed(1234.5), margin: Fixed(56.25), isRejected: false))),
      wire: "00 08 01 04 04 03 A0 BB 0D 01 02 02 03 28 4D 01 03 84 03 03 78 AD 00"),
    GoldenPacket(
      description: "verdict with rivals",
      packet: Packet(sequence: 774, time: 900_000, message: .classification(rivaled)),
      wire: """
        00 08 01 04 06 03 A0 BB 0D 01 02 02 03 28 4D 01 03 84 03 02 0E 04 84 03 10 04 E8 14 06 04 \
        60 4C 19 05 58 4D 1E 01 00
        """),
    GoldenPacket(
      description: "status",
      packet: Packet(sequence: 773, time: 1_000_000, message: .status(exampleStatus)),
      wire: """
        00 08 01 05 05 03 40 42 0F 03 E8 03 01 02 02 01 01 01 01 01 01 02 01 01 01 01 01 01 01 01 \
        01 01 01 02 03 01 01 06 FF FF FF FF 04 01 01 03 72 10 01 03 51 B0 00
        """),
    GoldenPacket(
      description: "fault",
      packet: Packet(
        sequence: 1, time: 250_000, message: .fault(FaultReport(cause: 3, address: 0x1234))),
      wire: "00 04 01 07 01 04 90 D0 03 04 03 34 12 01 03 8F 9A 00"),
    GoldenPacket(
      description: "calibration, magnetometer",
      packet: Packet(
        sequence: 3, time: 2_000_000,
        message: .calibration(
          .magnetometer(
            AffineCalibration(
              axes: AxisMap(x: .minusY, y: .x, z: .z) ?? .identity,
              offset: Vector3(Fixed(12.5), Fixed(-30), Fixed(0.25)),
              gain: GainMatrix(
                rows: Vector3(Fixed(1.125), Fixed(0.5), .zero),
                Vector3(Fixed(0.5), Fixed(0.875), .zero), Vector3(.zero, .zero, .one)))))),
      wire: """
        00 04 01 08 03 04 80 84 1E 03 06 03 02 04 01 02 64 01 01 03 10 FF 01 02 02 01 01 01 02 \
        24 01 01 02 10 01 01 01 01 01 01 02 10 01 01 02 1C 01 01 01 01 01 01 01 01 01 01 01 01 \
        01 01 04 20 B7 43 00
        """),
    GoldenPacket(
      description: "calibration, gyroscope",
      packet: Packet(
        sequence: 4, time: 2_100_000,
        message: .calibration(
          .gyroscope(
            AffineCalibration(
              axes: AxisMap(x: .x, y: .y, z: .minusZ) ?? .identity,
              offset: Vector3(Fixed(0.0625), Fixed(-0.5), .zero))))),
      wire: """
        00 04 01 08 04 04 20 0B 20 02 01 03 02 05 01 02 20 01 01 01 02 FF 01 01 01 03 3E DB 00
        """),
    GoldenPacket(
      description: "rejection",
      packet: Packet(
        sequence: 5, time: 2_200_000,
        message: .rejection(Rejection(.turning, value: Fixed(1.75)))),
      wire: "00 04 01 09 05 04 C0 91 21 02 01 02 1C 01 03 F5 D1 00"),
    GoldenPacket(
      description: "settings",
      packet: Packet(
        sequence: 6, time: 2_300_000,
        message: .settings(
          WritingSettings(
            pen: .motion, segmenter: MotionSegmenter.Parameters(beginning: Fixed(bits: 333)),
            penUpTime: 250, gates: .all,
            plane: PlaneRule(.wrist, axis: .y, azimuth: BinaryAngle(bits: 0xD700_0000))))),
      wire: "00 04 01 0A 06 04 60 18 23 06 15 1F 4D 01 FA 01 04 D7 A2 65 00"),
    GoldenPacket(
      description: "piece",
      packet: Packet(
        sequence: 7, time: 2_400_000,
        message: golden(
          .model, at: 80, [0x51, 0x4E, 0x4D, 1, 2, 0x1A, 0x28, 0x0A, 0x84, 0, 0xB8, 0])),
      wire: """
        00 04 01 0B 07 01 03 9F 24 01 03 0C 50 0A 51 4E 4D 01 02 1A 28 0A 84 02 B8 03 26 \
        78 00
        """),
    GoldenPacket(
      description: "request, receive",
      packet: Packet(
        sequence: 8, time: 2_500_000,
        message: .request(.receive(.model, size: 6_796, modelID: 0x5DF2_B1AF))),
      wire: """
        00 04 01 0C 08 04 A0 25 26 02 01 07 8C 1A AF B1 F2 5D 01 01 01 03 01 1D 00
        """),
    GoldenPacket(
      description: "request, learn",
      packet: Packet(
        sequence: 9, time: 2_600_000,
        message: .request(.learn(label: 16, after: 3, modelID: 0x5DF2_B1AF, margin: Fixed(2.5)))),
      wire: """
        00 04 01 0C 09 04 40 AC 27 04 03 10 03 05 AF B1 F2 5D 02 28 01 03 E4 FB 00
        """),
    GoldenPacket(
      description: "reply",
      packet: Packet(
        sequence: 10, time: 2_700_000,
        message: .reply(
          TrainerReply(
            .receive, .waiting, subject: 0, isModelSent: false, hasMetric: true, trainingUpdates: 3,
            count: 120, modelID: 0x1A2B_3C4D))),
      wire: """
        00 04 01 0D 0A 04 E0 32 29 02 01 01 03 02 03 02 78 07 4D 3C 2B 1A D6 5E 00
        """),
    GoldenPacket(
      description: "abandonment",
      packet: Packet(sequence: 11, time: 2_800_000, message: .abandonment(.notConverged)),
      wire: "00 04 01 0E 0B 04 80 B9 2A 04 02 5C 67 00"),
    GoldenPacket(
      description: "stabilizers",
      packet: Packet(
        sequence: 12, time: 2_900_000,
        message: .stabilizers(
          Stabilizers(
            integrator: DampedIntegrator.Parameters(
              rule: IntegrationRule(scheme: .halfStep, damping: Fixed(bits: 2 << 23)),
              speedShrinkage: Fixed(bits: 1 << 22), distanceShrinkage: Fixed(bits: 1 << 21)),
            correctsAtRest: true, removesDrift: false, minimumSize: Fixed(bits: 1 << 18)))),
      wire: """
        00 04 01 0F 0C 04 20 40 2C 02 03 01 01 02 01 01 02 40 01 01 02 20 01 01 02 04 01 01 02 40 04 33 \
        33 33 04 90 D0 03 03 D8 C6 00
        """),
    GoldenPacket(
      description: "streaming",
      packet: Packet(sequence: 13, time: 3_000_000, message: .streaming(true)),
      wire: "00 04 01 10 0D 04 C0 C6 2D 04 01 DC 57 00"),
    GoldenPacket(
      description: "labels",
      packet: Packet(sequence: 14, time: 3_100_000, message: .labelMask(digitsOnly)),
      wire: "00 04 01 11 0E 04 60 4D 2F 01 05 FC FF FF 0F 01 01 01 03 BB FB 00"),
  ]

  /// Of a model that knows the digits and then the letters A to Z, only the digits.
  private static var digitsOnly: LabelMask {
    var mask = LabelMask()
    for label in 10..<36 { mask.exclude(label) }
    return mask
  }

  private static var rivaled: Classification {
    var rivals = Rivals()
    let all: [(UInt8, Double)] = [(14, 56.25), (16, 334.5), (6, 1222), (25, 1237.5)]
    for (label, behind) in all {
      rivals.append(label, behind: Fixed(behind))
    }
    return Classification(
      label: 2, score: Fixed(1234.5), margin: Fixed(56.25), isRejected: false, rivals: rivals)
  }

  private static var exampleStatus: Status {
    var status = Status()
    status.samples = Counter(1000)
    status.damagedSensorMessages = Counter(2)
    status.timeGaps = Counter(1)
    status.droppedPackets = Counter(3)
    status.damagedCommands = Counter(.max)
    status.strokesBeforeConvergence = Counter(4)
    status.longestLatency = 4_210
    return status
  }

  private static func golden(
    _ blob: BlobKind, at offset: UInt16, _ bytes: [UInt8]
  ) -> Message {
    var chunk = Chunk(of: blob, at: offset)
    for byte in bytes { chunk.append(byte) }
    return .chunk(chunk)
  }
}
