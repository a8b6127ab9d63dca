import Geometry

/// The binary output of the Razor AHRS firmware (SparkFun 9DOF Razor, Sensor Stick): floats without any
/// framing.
///
/// Little-endian singles: either yaw, pitch, roll in degrees (12 bytes, asked for by `#ob`), or
/// acceleration, magnetic field, angular rate in counts (36 bytes, `#oscb`), units and axes as in
/// `RazorTextFormat`. The answer to `#sXX`, `#SYNCHXX` and a line end, is passed over; what follows
/// is in step.
///
/// With neither header nor checksum, only numbers that can be angles or counts tell where a message
/// begins. One place in 2000 looks so by chance; out of step, a message counts when its successor looks so too.
/// In step, what cannot be a message is passed over as a whole if its successor can: damage is more
/// frequent than a byte lost.
public struct RazorBinaryFormat: FrameFormat {
  /// What the board was asked to send.
  public enum Content: Sendable {
    /// Yaw, pitch, roll.
    case angles
    /// Acceleration, magnetic field, angular rate.
    case sensors
  }

  private let content: Content
  /// True when a message should begin at the window's first byte.
  private var isInStep = true

  /// The format with the given content.
  public init(_ content: Content) { self.content = content }

  @inlinable @inline(__always)
  public var minimumLength: Int { 10 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { true }

  public mutating func judge(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> Judgment {
    let length = content == .angles ? 12 : 36
    guard window.count >= 10 else { return .incomplete(needs: 10) }
    if isSynchronization(&window) {
      isInStep = true
      return .nothing(length: 10)
    }
    guard window.count >= length else { return .incomplete(needs: length) }
    let isPlausible = isPlausible(at: 0, in: &window)
    if isPlausible && isInStep { return message(length, into: &reading, in: &window) }
    guard isPlausible || isInStep else { return .rejected(.implausible, length: 1) }
    guard window.count >= 2 &* length else { return .incomplete(needs: 2 &* length) }
    isInStep = self.isPlausible(at: length, in: &window)
    if isPlausible && isInStep { return message(length, into: &reading, in: &window) }
    return .rejected(.implausible, length: isInStep ? length : 1)
  }

  private func message(
    _ length: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Judgment {
    reading = SensorReading()
    switch content {
    case .angles:
      reading.attitude = RazorTextFormat.attitude(
        number(at: 0, in: &window), number(at: 4, in: &window), number(at: 8, in: &window))
    case .sensors:
      reading.specificForce = RazorTextFormat.specificForce(
        number(at: 0, in: &window), number(at: 4, in: &window), number(at: 8, in: &window))
      reading.angularRate = RazorTextFormat.angularRate(
        number(at: 24, in: &window), number(at: 28, in: &window), number(at: 32, in: &window),
        .razorRate)
    }
    return .message(length: length)
  }

  /// Whether the numbers of a message at `start` can be what they should: yaw, pitch, roll; or counts,
  /// accelerometer and magnetometer of 13 bits at most, the gyroscope of 16, and some gravity.
  private func isPlausible(at start: Int, in window: inout ByteWindow) -> Bool {
    guard content == .sensors else {
      return isPlausible(at: start, upTo: 181, in: &window)
        && isPlausible(at: start &+ 4, upTo: 91, in: &window)
        && isPlausible(at: start &+ 8, upTo: 181, in: &window)
    }
    var index = 0
    var hasGravity = false
    while index < 36 {
      guard isPlausible(at: start &+ index, upTo: index < 24 ? 4096 : 32768, in: &window) else {
        return false
      }
      if index < 12, number(at: start &+ index, in: &window).mantissa != 0 { hasGravity = true }
      index &+= 4
    }
    return hasGravity
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
