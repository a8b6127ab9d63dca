import QuillonRecordings

extension SensorEncoders {
  static let xbus: any SensorEncoder = XbusEncoder()
}

/// Encodes MTData2 messages: counter, time, quaternion, acceleration, rate, field.
public struct XbusEncoder: SensorEncoder {
  /// The format of the numbers. The raw value is that of the two lowest bits of an identifier.
  public enum Precision: UInt16, CaseIterable, Sendable {
    /// A 32-bit float, fixed point with 12 and 20 bits, fixed point with 16 and 32 bits, a 64-bit
    /// float. The two numbers of bits are before and after the point.
    case float32, fixed12x20, fixed16x32, float64
  }

  /// The convention for the Earth's axes. The raw value is that of the next two bits of an
  /// identifier.
  public enum Earth: UInt16, CaseIterable, Sendable {
    /// x east, y north, z up.
    case eastNorthUp = 0
    /// x north, y east, z down.
    case northEastDown = 4
    /// x north, y west, z up.
    case northWestUp = 8
  }

  private let precision: Precision
  private let earth: Earth
  private var counter: UInt16 = 0

  /// An encoder. A board's factory settings are `float32` and `eastNorthUp`.
  public init(precision: Precision = .float32, earth: Earth = .eastNorthUp) {
    self.precision = precision
    self.earth = earth
  }

  public mutating func encode(_ row: TraceRow) -> [UInt8] {
    var data = MessageBytes(bigEndian: true)
    data.append(integer: 0x1020 as UInt16)
    data.append(2)
    data.append(integer: counter)
    data.append(integer: 0x1060 as UInt16)
    data.append(4)
    data.append(integer: ticks(row.time, step: 1e-4) as UInt32)
    let axes = MakerAxes.forwardLeftUp
    if let attitude = row.attitude {
      let q = axes.attitude(attitude, onEarth: earthAxes)
      append(0x2010, (0..<4).map { q[$0] }, to: &data)
    }
    if let force = row.specificForce { append(0x4020, axes.vector(force), to: &data) }
    if let rate = row.angularRate { append(0x8020, axes.vector(rate), to: &data) }
    if let field = row.magneticField { append(0xC020, axes.vector(field) / 50, to: &data) }
    counter &+= 1
    var message: [UInt8] = [0xFF, 0x36, UInt8(data.bytes.count)] + data.bytes
    message.append(0 &- byteSum(message))
    return [0xFA] + message
  }

  private var earthAxes: MakerAxes {
    switch earth {
    case .eastNorthUp: .rightForwardUp
    case .northEastDown: .forwardRightDown
    case .northWestUp: .forwardLeftUp
    }
  }

  private func append(_ identifier: UInt16, _ v: SIMD3<Double>, to data: inout MessageBytes) {
    append(identifier, [v.x, v.y, v.z], to: &data)
  }

  private func append(_ identifier: UInt16, _ values: [Double], to data: inout MessageBytes) {
    data.append(integer: identifier | precision.rawValue | earth.rawValue)
    var item = MessageBytes(bigEndian: true)
    for value in values { append(value, to: &item) }
    data.append(UInt8(item.bytes.count))
    data.bytes += item.bytes
  }

  private func append(_ value: Double, to item: inout MessageBytes) {
    switch precision {
    case .float32: item.append(float: value)
    case .fixed12x20: item.append(integer: Int32((value * 0x1p20).rounded()))
    case .fixed16x32:
      let fixed = Int64((value * 0x1p32).rounded())
      item.append(integer: UInt32(truncatingIfNeeded: fixed))
      item.append(integer: Int16(truncatingIfNeeded: fixed >> 32))
    case .float64: item.append(integer: value.bitPattern)
    }
  }
}
