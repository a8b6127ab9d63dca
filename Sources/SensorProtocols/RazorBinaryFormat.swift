import Geometry

/// The binary output of the Razor AHRS firmware (SparkFun 9DOF Razor, Sensor Stick): floats without any
/// framing.
///
/// Little-endian singles: either yaw, pitch, roll in degrees (12 bytes, asked for by `#ob`), or
/// acceleration, magnetic field, angular rate in counts (36 bytes, `#oscb`), units and axes as in
/// `RazorTextFormat`. The answer to `#sXX`, `#SYNCHXX` and a line end, is passed over; what follows
/// is in step.
///
/// With neither header nor checksum, only numbers that can be angles or counts tell where a
/// message begins: out of step, 1 place in 2000 looks like one by chance.
public struct RazorBinaryFormat: FrameFormat {
  /// What the board was asked to send.
  public enum Content: Sendable {
    /// Yaw, pitch, roll.
    case angles
    /// Acceleration, magnetic field, angular rate.
    case sensors
  }

  private let content: Content

  /// The format with the given content.
  public init(_ content: Content) { self.content = content }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { true }

  public mutating func judge(_ window: inout ByteWindow) -> Judgment {
    let length = content == .angles ? 12 : 36
    guard window.count >= 10 else { return .incomplete(needs: 10) }
    if isSynchronization(&window) { return .nothing(length: 10) }
    guard window.count >= length else { return .incomplete(needs: length) }
    var reading = SensorReading()
    switch content {
    case .angles:
      guard isPlausible(at: 0, upTo: 181, in: &window), isPlausible(at: 4, upTo: 91, in: &window),
        isPlausible(at: 8, upTo: 181, in: &window)
      else { return .rejected(.implausible, length: 1) }
      reading.attitude = RazorTextFormat.attitude(
        number(at: 0, in: &window), number(at: 4, in: &window), number(at: 8, in: &window))
    case .sensors:
      var index = 0
      while index < length {
        // Accelerometer and magnetometer have 13 bits at most, the gyroscope 16.
        let limit: Int32 = index < 24 ? 4096 : 32768
        guard isPlausible(at: index, upTo: limit, in: &window) else {
          return .rejected(.implausible, length: 1)
        }
        index &+= 4
      }
      reading.specificForce = RazorTextFormat.specificForce(
        number(at: 0, in: &window), number(at: 4, in: &window), number(at: 8, in: &window))
      reading.angularRate = RazorTextFormat.angularRate(
        number(at: 24, in: &window), number(at: 28, in: &window), number(at: 32, in: &window),
        .razorRate)
    }
    guard reading.isPlausible else { return .rejected(.implausible, length: 1) }
    return .message(reading, length: length)
  }

  private func number(at index: Int, in window: inout ByteWindow) -> WireNumber {
    window.number(at: index, .float32, .little)
  }

  /// True for 0 and for magnitudes between 2⁻²⁰ and the limit.
  private func isPlausible(at index: Int, upTo limit: Int32, in window: inout ByteWindow) -> Bool {
    let number = number(at: index, in: &window)
    guard !number.isMissing else { return false }
    guard number.mantissa != 0 else { return true }
    // 24-bit mantissas: 2⁻²⁰ is 2²³ · 2⁻⁴³, and 2¹⁵ is 2²³ · 2⁻⁸. Then the mantissa as an integer.
    guard number.exponent >= -43, number.exponent <= -8 else { return false }
    let whole = number.mantissa.magnitude &>> UInt32(truncatingIfNeeded: 0 &- number.exponent)
    return number.exponent < -31 || whole < limit.magnitude
  }

  /// True when "#SYNCH", two characters and a line end stand at the beginning.
  private func isSynchronization(_ window: inout ByteWindow) -> Bool {
    LineReader.begins(with: "#SYNCH", in: &window) && window[8] == 0x0D && window[9] == 0x0A
  }
}
