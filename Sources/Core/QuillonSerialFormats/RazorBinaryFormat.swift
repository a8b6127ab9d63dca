import QuillonNumerics

/// The binary output of the Razor AHRS firmware (SparkFun 9DOF Razor, Sensor Stick): floats without
/// framing.
///
/// Little-endian singles: either yaw, pitch, roll in degrees (12 bytes, requested by `#ob`), or
/// acceleration, magnetic field, angular rate in counts (36 bytes, `#oscb`), with units and axes as
/// in `RazorTextFormat`. The answer to `#sXX`, `#SYNCHXX` and a line end, is skipped. The bytes
/// after it are in step.
///
/// There is neither a header nor a checksum. Only values that can be angles or counts show where a
/// message begins. One position in 2000 looks like this by chance. So out of step, a message counts
/// only if the next one is also possible. In step, an impossible message is skipped as a whole if
/// the next one is possible, because damage is more frequent than a lost byte.
public struct RazorBinaryFormat: FrameFormat {
  /// The content that the board was asked to send.
  public enum Content: Sendable {
    /// Yaw, pitch, roll.
    case angles
    /// Acceleration, magnetic field, angular rate.
    case sensors
  }

  private let content: Content
  /// The length of a message. The answer to `#sXX`, which is shorter than some messages, can wait
  /// for the bytes after it.
  public let minimumLength: Int
  /// True if a message should begin at the window's first byte.
  private var isInStep = true

  /// The format with the given content.
  public init(_ content: Content) {
    self.content = content
    minimumLength = content == .angles ? 12 : 36
  }

  /// 50 samples a second.
  @inlinable public static var period: UInt32 { 20_000 }

  @inlinable
  public func canBegin(with byte: UInt8) -> Bool { true }

  public mutating func decode(
    _ window: inout ByteWindow, into reading: inout SensorReading
  ) -> DecodeResult {
    let length = minimumLength
    guard window.count >= length else {
      return isSynchronization(&window) ? synchronized() : .incomplete(needs: length)
    }
    let isMessage = read(at: 0, into: &reading, in: &window)
    if isMessage && isInStep { return .message(length: length) }
    return decodeOutOfStep(isMessage, in: &window)
  }

  /// Handles bytes that are not a message, or that follow bytes that were not one.
  @inline(never)
  private mutating func decodeOutOfStep(_ isMessage: Bool, in window: inout ByteWindow)
    -> DecodeResult
  {
    let length = minimumLength
    // It can't be a message: as a number, its first four bytes are 9 · 10⁸.
    if isSynchronization(&window) { return synchronized() }
    guard isMessage || isInStep else { return .rejected(.implausible, length: 1) }
    guard window.count >= 2 &* length else { return .incomplete(needs: 2 &* length) }
    var successor = SensorReading()
    isInStep = read(at: length, into: &successor, in: &window)
    if isMessage && isInStep { return .message(length: length) }
    return .rejected(.implausible, length: isInStep ? length : 1)
  }

  private mutating func synchronized() -> DecodeResult {
    isInStep = true
    return .nothing(length: 10)
  }

  /// Reads the message at `start`; false if its numbers are impossible. They must be yaw, pitch and
  /// roll; or counts of at most 13 bits for accelerometer and magnetometer and 16 for the
  /// gyroscope, with some gravity.
  @inline(__always)
  private func read(
    at start: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Bool {
    content == .angles
      ? readAngles(at: start, into: &reading, in: &window)
      : readCounts(at: start, into: &reading, in: &window)
  }

  @inline(__always)
  private func readAngles(
    at start: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Bool {
    guard let yaw = angle(at: start, below: Self.halfTurn, in: &window),
      let pitch = angle(at: start &+ 4, below: Self.quarterTurn, in: &window),
      let roll = angle(at: start &+ 8, below: Self.halfTurn, in: &window)
    else { return false }
    reading = SensorReading()
    reading.attitude = RazorTextFormat.attitude(UnitQuaternion(yaw: yaw, pitch: pitch, roll: roll))
    return true
  }

  @inline(never)
  private func readCounts(
    at start: Int, into reading: inout SensorReading, in window: inout ByteWindow
  ) -> Bool {
    guard let forceX = count(at: start, below: Self.thirteenBits, in: &window),
      let forceY = count(at: start &+ 4, below: Self.thirteenBits, in: &window),
      let forceZ = count(at: start &+ 8, below: Self.thirteenBits, in: &window),
      forceX.mantissa | forceY.mantissa | forceZ.mantissa != 0,
      count(at: start &+ 12, below: Self.thirteenBits, in: &window) != nil,
      count(at: start &+ 16, below: Self.thirteenBits, in: &window) != nil,
      count(at: start &+ 20, below: Self.thirteenBits, in: &window) != nil,
      let rateX = count(at: start &+ 24, below: Self.sixteenBits, in: &window),
      let rateY = count(at: start &+ 28, below: Self.sixteenBits, in: &window),
      let rateZ = count(at: start &+ 32, below: Self.sixteenBits, in: &window)
    else { return false }
    reading = SensorReading()
    reading.specificForce = RazorTextFormat.specificForce(forceX, forceY, forceZ)
    reading.angularRate = RazorTextFormat.angularRate(rateX, rateY, rateZ, .razorRate)
    return true
  }

  /// 181, a degree more than half a turn, as a single.
  private static var halfTurn: UInt32 { 0x4335_0000 }
  /// 91, a degree more than a quarter turn.
  private static var quarterTurn: UInt32 { 0x42B6_0000 }
  /// 2¹², the limit of numbers of 13 bits with a sign.
  private static var thirteenBits: UInt32 { 0x4580_0000 }
  /// 2¹⁵.
  private static var sixteenBits: UInt32 { 0x4700_0000 }

  /// The count at `index`.
  @inline(never)
  private func count(at index: Int, below limit: UInt32, in window: inout ByteWindow) -> WireNumber?
  {
    number(at: index, below: limit, in: &window)
  }

  /// The degrees at `index`, in rad.
  @inline(__always)
  private func angle(at index: Int, below limit: UInt32, in window: inout ByteWindow) -> Fixed<28>?
  {
    guard let number = number(at: index, below: limit, in: &window) else { return nil }
    // Q(36 − exponent), one term below 2⁶²; → Q28. 3.2 rad are no more than 8.
    let degree = Scale.degree
    let dropped = Int(truncatingIfNeeded: degree.shift &- number.exponent) &- 28
    guard number.mantissa != 0 else { return .zero }
    return Fixed(bits: WideSum(number.mantissa, times: degree.mantissa).rounded(dropping: dropped))
  }

  /// The number at `index`, if it is 0 or its magnitude is at least 2⁻²⁰ and below the limit, which
  /// is given as a single. Without their sign, singles are in the order of their bits.
  @inline(__always)
  private func number(at index: Int, below limit: UInt32, in window: inout ByteWindow)
    -> WireNumber?
  {
    let bits = window.word(at: index)
    let magnitude = bits & 0x7FFF_FFFF
    guard magnitude < limit, magnitude >= 0x3580_0000 || magnitude < 0x0080_0000 else { return nil }
    return WireNumber(float32: bits)
  }

  /// True if the window begins with "#SYNCH", two characters and a line end.
  private func isSynchronization(_ window: inout ByteWindow) -> Bool {
    window.count >= 10 && LineReader.begins(with: "#SYNCH", in: &window) && window[8] == 0x0D
      && window[9] == 0x0A
  }
}
