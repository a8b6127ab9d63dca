import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSerialFormats
import QuillonSimulator

/// A board of another make in one of the ways that it can speak, and what decoding it may cost.
struct MeasuredSender {
  /// The format, and which messages, lines or units where it is not those of `SensorEncoders`.
  var name: String
  var format: SerialFormat
  var encoder: any SensorEncoder
  /// Instructions a byte on a Cortex-M4, measured and rounded up. Lines of columns have more: a damaged one is read as labeled
  /// text besides, and so are the names that follow it.
  var ceiling: Double
  /// What such a board does not measure.
  var leaveOut: @Sendable (inout TraceRow) -> Void = { _ in }

  /// What it sends in a second in a hand, with a byte in 500 damaged.
  func stream(seed: UInt64) -> [UInt8] {
    var encoder = encoder
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
      leaveOut(&row)
      bytes += encoder.encode(row)
    }
    for index in bytes.indices.dropFirst(200) where random.uniform() < 0.002 {
      bytes[index] ^= UInt8(1 + random.index(below: 255))
    }
    return bytes
  }
}

extension MeasuredSender {
  /// As `SensorEncoders` have it.
  private init(_ format: SerialFormat, _ ceiling: Double) {
    self.init(
      name: format.name.description, format: format, encoder: SensorEncoders.of(format),
      ceiling: ceiling)
  }

  private init(
    _ format: SerialFormat, _ variant: String, _ encoder: any SensorEncoder, _ ceiling: Double,
    leaveOut: @escaping @Sendable (inout TraceRow) -> Void = { _ in }
  ) {
    self.init(
      name: "\(format.name), \(variant)", format: format, encoder: encoder, ceiling: ceiling,
      leaveOut: leaveOut)
  }

  /// Every format in every way that an encoder knows. At 11,520 bytes a second, the whole of a line of 115,200 baud, 60
  /// instructions a byte are 0.4 % of what an STM32F405 can do, and 300 are 2 %.
  static var all: [MeasuredSender] {
    usual.map { MeasuredSender($0.key, $0.value) }.sorted { $0.name < $1.name } + columns
      + others
  }

  private static let usual: [SerialFormat: Double] = [
    .columns: 66.0, .taggedLines: 59, .witMotion: 39, .witMotionBLE: 46, .teapot: 45,
    .bno08x: 46, .xIMU3: 49, .mavlink: 48, .razorText: 53, .razorAngles: 56,
    .razorSensors: 34, .vectorNavText: 49, .vectorNavBinary: 54, .xbus: 48,
    .mip: 44, .msp: 37, .witMotionModbus: 65,
  ]

  private static let columns = [
    MeasuredSender(.columns, "g, 3 decimals", SketchEncoder(.gravities), 74),
    MeasuredSender(.columns, "m/s², 2 decimals", SketchEncoder(.metric), 70),
    MeasuredSender(.columns, "counts", SketchEncoder(.counts), 67),
    MeasuredSender(.columns, "named", SketchEncoder(.named), 171),
    MeasuredSender(.columns, "labeled", SketchEncoder(.labeled), 234),
  ]

  private static let others = [
    MeasuredSender(.taggedLines, "ypr", changed(TaggedLineEncoder()) { $0.sendsTilt = true }, 60),
    MeasuredSender(.taggedLines, "a/g", TaggedLineEncoder(), 49) {
      ($0.attitude, $0.linearAcceleration) = (nil, nil)
    },
    MeasuredSender(
      .witMotion, "angles", changed(WitMotionEncoder()) { $0.sendsQuaternion = false }, 40),
    MeasuredSender(.xIMU3, "text", changed(XIMU3Encoder()) { $0.isText = true }, 50),
    MeasuredSender(
      .mavlink, "ATTITUDE", MAVLinkEncoder(messages: [.highResolution, .attitude]), 47),
    MeasuredSender(
      .mavlink, "RAW_IMU", MAVLinkEncoder(messages: [.raw, .attitudeQuaternion]), 55),
    MeasuredSender(
      .mavlink, "SCALED_IMU2", MAVLinkEncoder(messages: [.scaled2, .attitude]), 58),
    MeasuredSender(
      .mavlink, "version 1",
      MAVLinkEncoder(version: .first, messages: [.heartbeat, .scaled, .attitude]), 55),
    MeasuredSender(
      .razorText, "apart", changed(RazorTextEncoder()) { $0.sendsAllInOne = false }, 58),
    MeasuredSender(
      .vectorNavText, "VNYMR", changed(VectorNavTextEncoder()) { $0.sendsQuaternion = false },
      49),
    MeasuredSender(
      .xbus, "12.20, NED", XbusEncoder(precision: .fixed12x20, earth: .northEastDown), 48),
    MeasuredSender(
      .xbus, "16.32, NWU", XbusEncoder(precision: .fixed16x32, earth: .northWestUp), 44),
    MeasuredSender(.xbus, "doubles", XbusEncoder(precision: .float64), 40),
    MeasuredSender(.mip, "GPS time", changed(MIPEncoder()) { $0.sendsGPSTime = true }, 42),
  ]

  private static func changed<Encoder: SensorEncoder>(
    _ encoder: Encoder, _ change: (inout Encoder) -> Void
  ) -> Encoder {
    var changed = encoder
    change(&changed)
    return changed
  }
}

/// Lines of acceleration and rate as many sketches print them, without time.
private struct SketchEncoder: SensorEncoder {
  enum Style {
    /// g and °/s with three decimals, a header first, as IMU_Capture has them.
    case gravities
    /// m/s² and rad/s with two decimals, no header, as Edge Impulse's data forwarder wants them.
    case metric
    /// Counts of an MPU-6050, tabs between, no header.
    case counts
    /// A name before every number, as for Arduino's plotter.
    case named
    /// Names, signs of equality and bars.
    case labeled
  }

  private static let names = ["ax", "ay", "az", "gx", "gy", "gz"]
  private let style: Style
  private var hasHeader = false

  init(_ style: Style) { self.style = style }

  mutating func encode(_ row: TraceRow) -> [UInt8] {
    let (force, rate) = (row.specificForce ?? .zero, row.angularRate ?? .zero)
    let degrees = rate * (180 / .pi)
    var lines: [String]
    switch style {
    case .gravities:
      lines = [text(force / 9.80665, degrees, "%.3f").joined(separator: ",")]
      if !hasHeader { lines.insert("aX,aY,aZ,gX,gY,gZ", at: 0) }
      hasHeader = true
    case .metric: lines = [text(force, rate, "%.2f").joined(separator: ",")]
    case .counts:
      lines = [text(force / 9.80665 * 16_384, degrees * 131, "%.0f").joined(separator: "\t")]
    case .named:
      let numbers = text(force, rate, "%.2f")
      lines = [zip(Self.names, numbers).map { "\($0):\($1)" }.joined(separator: ",")]
    case .labeled:
      let numbers = text(force, rate, "%.2f")
      lines = [zip(Self.names, numbers).map { "\($0) = \($1)" }.joined(separator: " | ")]
    }
    return Array(lines.map { $0 + "\r\n" }.joined().utf8)
  }

  private func text(
    _ force: SIMD3<Double>, _ rate: SIMD3<Double>, _ format: String
  ) -> [String] {
    [force, rate].flatMap { vector in (0..<3).map { String(format: format, vector[$0]) } }
  }
}
