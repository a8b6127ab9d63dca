import Foundation
import QuillonBridge
import QuillonRecordings
import QuillonReferenceModel
import QuillonSerialFormats
import QuillonSimulator
import TestSupport
import Testing

/// One way of one board: what it sends of a moment, and what of it a decoder can find again.
struct Sender: CustomTestStringConvertible, Sendable {
  /// What is sent besides time, and how exactly it arrives: the greatest error of a component, SI.
  struct Tolerances: Sendable {
    var time: Double?
    var specificForce: Double?
    var linearAcceleration: Double?
    var angularRate: Double?
    var magneticField: Double?
    /// Greatest angle between attitudes, rad.
    var attitude: Double?
  }

  var name: String
  var format: String
  var encoder: any SensorEncoder
  var tolerances: Tolerances

  var testDescription: String { name }

  init(
    _ format: String, _ variant: String = "", sends encoder: any SensorEncoder,
    _ tolerances: Tolerances
  ) {
    self.format = format
    name = variant.isEmpty ? format : "\(format), \(variant)"
    self.encoder = encoder
    self.tolerances = tolerances
  }

  /// A decoder for it.
  func decoder() -> any SensorDecoder {
    BoardFormat.named(format)?.makeDecoder() ?? QuillonDecoder()
  }

  /// Which of its messages begins a sample.
  var lead: SampleAssembler.Lead {
    name == "razor-text, apart" ? .attitude : BoardFormat.named(format)?.lead ?? .acceleration
  }

  /// The messages of some random moments, one by one, no two of them in one element.
  func messages(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var encoder = encoder
    return Moments(seed: seed).prefix(count).map { encoder.encode($0) }
  }
}

/// Random moments of a board in somebody's hand, 10 ms apart.
struct Moments: Sequence, IteratorProtocol {
  private var random: SeededRandom
  private var time = 1.0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> TraceRow? {
    var row = TraceRow(time: time)
    time += 0.01
    let attitude = random.rotation()
    // In every tenth of all moments exactly 1 g, which determines units.
    let strength = random.uniform() < 0.1 ? 9.80665 : random.uniform(in: 1...60)
    row.specificForce = random.direction() * strength
    row.linearAcceleration = random.direction() * random.uniform(in: 0...15)
    row.angularRate = random.direction() * random.uniform(in: 0...30)
    row.magneticField = random.direction() * random.uniform(in: 20...60)
    row.attitude = attitude.components
    return row
  }
}

extension Sender {
  private static let step16 = 9.80665 / 2048
  /// Singles, and products of them with constants.
  private static let single = Tolerances(
    time: 1.5e-6, specificForce: 1e-5, angularRate: 4e-6, magneticField: 1e-5, attitude: 1e-6)

  private static func single(time: Double?, field: Bool = true) -> Tolerances {
    var tolerances = single
    tolerances.time = time
    if !field { tolerances.magneticField = nil }
    return tolerances
  }

  /// Every format, in every way that its encoder knows.
  static let all: [Sender] = [
    Sender(
      "csv", sends: ColumnEncoder(),
      Tolerances(
        time: 1.5e-6, specificForce: 6e-5, angularRate: 1e-5, magneticField: 6e-4,
        attitude: 4e-6)),
    Sender(
      "tagged", sends: TaggedLineEncoder(),
      Tolerances(linearAcceleration: 7e-4, attitude: 0.03)),
    Sender(
      "tagged", "ypr",
      sends: {
        var encoder = TaggedLineEncoder()
        encoder.sendsTilt = true
        return encoder
      }(), Tolerances(linearAcceleration: 7e-4, attitude: 0.02)),
    Sender(
      "witmotion-11", sends: WitMotionEncoder(),
      Tolerances(
        specificForce: 3e-3, angularRate: 6e-4, magneticField: 5e-3, attitude: 1e-4)),
    Sender(
      "witmotion-11", "angles",
      sends: {
        var encoder = WitMotionEncoder()
        encoder.sendsQuaternion = false
        return encoder
      }(),
      Tolerances(
        specificForce: 3e-3, angularRate: 6e-4, magneticField: 5e-3, attitude: 2e-4)),
    Sender(
      "witmotion-ble", sends: WitMotionBLEEncoder(),
      Tolerances(specificForce: 3e-3, angularRate: 6e-4, attitude: 2e-4)),
    Sender("teapot", sends: TeapotEncoder(), Tolerances(attitude: 2e-4)),
    Sender("bno08x-rvc", sends: BNO08xEncoder(), Tolerances(specificForce: 6e-3, attitude: 3e-4)),
    Sender("x-imu3", sends: XIMU3Encoder(), imu3(text: false)),
    Sender(
      "x-imu3", "text",
      sends: {
        var encoder = XIMU3Encoder()
        encoder.isText = true
        return encoder
      }(), imu3(text: true)),
    Sender("mavlink", sends: MAVLinkEncoder(), single),
    Sender(
      "mavlink", "version 1, ATTITUDE",
      sends: MAVLinkEncoder(version: .first, messages: [.heartbeat, .highResolution, .attitude]),
      single),
    Sender(
      "mavlink", "RAW_IMU", sends: MAVLinkEncoder(messages: [.raw, .attitude]),
      Tolerances(
        time: 1.5e-6, specificForce: 6e-3, angularRate: 6e-4, magneticField: 0.06,
        attitude: 1e-6)),
    Sender(
      "mavlink", "SCALED_IMU, version 1",
      sends: MAVLinkEncoder(version: .first, messages: [.scaled, .attitudeQuaternion]),
      Tolerances(
        time: 1.5e-6, specificForce: 6e-3, angularRate: 6e-4, magneticField: 0.06,
        attitude: 1e-6)),
    Sender(
      "mavlink", "SCALED_IMU2", sends: MAVLinkEncoder(messages: [.scaled2, .attitudeQuaternion]),
      Tolerances(
        time: 1.5e-6, specificForce: 6e-3, angularRate: 6e-4, magneticField: 0.06,
        attitude: 1e-6)),
    Sender(
      "razor-text", sends: RazorTextEncoder(),
      Tolerances(specificForce: 3e-4, angularRate: 6e-5, attitude: 3e-4)),
    Sender(
      "razor-text", "apart",
      sends: {
        var encoder = RazorTextEncoder()
        encoder.sendsAllInOne = false
        return encoder
      }(), Tolerances(specificForce: 3e-4, angularRate: 1e-5, attitude: 3e-4)),
    Sender(
      "razor-binary-ypr", sends: RazorBinaryEncoder(content: .angles), Tolerances(attitude: 1e-6)),
    Sender(
      "razor-binary-sensors", sends: RazorBinaryEncoder(content: .sensors),
      Tolerances(specificForce: 1e-5, angularRate: 4e-6)),
    Sender(
      "vectornav-ascii", sends: VectorNavTextEncoder(),
      Tolerances(
        specificForce: 6e-4, angularRate: 1e-6, magneticField: 6e-3, attitude: 4e-6)),
    Sender(
      "vectornav-ascii", "angles",
      sends: {
        var encoder = VectorNavTextEncoder()
        encoder.sendsQuaternion = false
        return encoder
      }(),
      Tolerances(
        specificForce: 6e-4, angularRate: 1e-6, magneticField: 6e-3, attitude: 4e-5)),
    Sender("vectornav-binary", sends: VectorNavBinaryEncoder(), single),
    Sender("xsens-xbus", sends: XbusEncoder(), single(time: 5.1e-5)),
    Sender(
      "xsens-xbus", "12.20, NED", sends: XbusEncoder(precision: .fixed12x20, earth: .northEastDown),
      Tolerances(
        time: 5.1e-5, specificForce: 1e-6, angularRate: 1e-6, magneticField: 5e-5,
        attitude: 4e-6)),
    Sender(
      "xsens-xbus", "16.32, NWU", sends: XbusEncoder(precision: .fixed16x32, earth: .northWestUp),
      single(time: 5.1e-5)),
    Sender("xsens-xbus", "doubles", sends: XbusEncoder(precision: .float64), single(time: 5.1e-5)),
    Sender("mip", sends: MIPEncoder(), single),
    Sender(
      "mip", "GPS time",
      sends: {
        var encoder = MIPEncoder()
        encoder.sendsGPSTime = true
        return encoder
      }(), single),
    Sender(
      "msp", sends: MSPEncoder(), Tolerances(specificForce: 1e-2, angularRate: 9e-3)),
    Sender(
      "msp", "version 2",
      sends: {
        var encoder = MSPEncoder()
        encoder.isSecond = true
        return encoder
      }(), Tolerances(specificForce: 1e-2, angularRate: 9e-3)),
    Sender(
      "witmotion-modbus", sends: WitMotionModbusEncoder(),
      Tolerances(specificForce: 3e-3, angularRate: 6e-4, magneticField: 7e-3, attitude: 2e-4)),
    Sender(
      "quillon", sends: QuillonEncoder(),
      Tolerances(
        time: 1.5e-6, linearAcceleration: 1e-6, angularRate: 1e-6, magneticField: 1e-5,
        attitude: 1e-7)),
  ]

  private static func imu3(text: Bool) -> Tolerances {
    Tolerances(
      time: 1.5e-6, specificForce: text ? 6e-4 : 1e-5, linearAcceleration: text ? 6e-4 : 1e-5,
      angularRate: text ? 2e-6 : 4e-6, magneticField: text ? 3e-3 : 1e-5,
      attitude: text ? 4e-4 : 1e-6)
  }
}
