import QuillonNumerics

/// Combines messages of one moment to a sample: acceleration, rate, attitude and field.
///
/// A sample begins with a message that has its lead, and includes the later messages up to the next
/// such message. It is returned as soon as it has all that both samples before it had. So a message
/// that is lost or sent less often delays nothing. Otherwise it is returned when the next sample
/// begins. A message between a returned sample and the next one belongs to the next one. No value
/// is used twice.
public struct SampleAssembler: Sendable {
  /// The value that a board sends first for each moment. If the board never sends it, the first
  /// available of specific force, linear acceleration, attitude, rate, field is the lead.
  public enum Lead: Sendable {
    /// The specific force or linear acceleration.
    case acceleration
    /// The attitude.
    case attitude
  }

  private let lead: Lead
  private var pending = SensorReading()
  /// True if `pending` has the lead.
  private var isOpen = false
  private var finished: SensorReading?
  /// All parts that have ever been received.
  private var known = ReadingParts()
  /// The parts received since the last sample began.
  private var seen = ReadingParts()
  /// The parts of the two samples before, the last one first.
  private var expected: (ReadingParts, ReadingParts) = (.all, .all)

  /// An assembler without messages.
  public init(lead: Lead = .acceleration) { self.lead = lead }

  /// True if this message, pushed next, would begin a sample. The sample gets the time of this
  /// message.
  public func isBeginning(_ reading: SensorReading) -> Bool {
    let parts = ReadingParts(of: reading)
    return !parts.isDisjoint(with: leadingPart(of: known.union(parts)))
  }

  /// Adds the next message. Then call `next()` until it returns nil: one message can complete two
  /// samples.
  public mutating func push(_ reading: SensorReading) {
    let parts = ReadingParts(of: reading)
    known.formUnion(parts)
    let isLead = !parts.isDisjoint(with: leadingPart(of: known))
    if isLead { begin() }
    seen.formUnion(parts)
    pending.merge(reading, keepingTime: isOpen && !isLead)
  }

  /// The next complete sample; nil if there is none.
  public mutating func next() -> SensorReading? {
    if let sample = finished {
      finished = nil
      return sample
    }
    guard seen.isSuperset(of: expected.0.intersection(expected.1)) else { return nil }
    return finish()
  }

  /// The current sample as far as it is complete, for the end of the stream; nil if none has begun.
  public mutating func finish() -> SensorReading? {
    guard isOpen else { return nil }
    isOpen = false
    defer { pending = SensorReading() }
    return pending
  }

  private mutating func begin() {
    finished = finish()
    if !seen.isEmpty { expected = (seen, expected.0) }
    seen = []
    isOpen = true
  }

  private func leadingPart(of known: ReadingParts) -> ReadingParts {
    if lead == .attitude && known.contains(.attitude) { return .attitude }
    if known.contains(.specificForce) { return .specificForce }
    if known.contains(.linearAcceleration) { return .linearAcceleration }
    if known.contains(.attitude) { return .attitude }
    return known.contains(.angularRate) ? .angularRate : .magneticField
  }
}

/// The set of parts of a reading.
struct ReadingParts: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static var specificForce: Self { Self(rawValue: 1) }
  static var linearAcceleration: Self { Self(rawValue: 2) }
  static var angularRate: Self { Self(rawValue: 4) }
  static var magneticField: Self { Self(rawValue: 8) }
  static var attitude: Self { Self(rawValue: 16) }
  /// More parts than any reading has.
  static var all: Self { Self(rawValue: 255) }

  init(of reading: SensorReading) {
    self = []
    if reading.specificForce != nil { formUnion(.specificForce) }
    if reading.linearAcceleration != nil { formUnion(.linearAcceleration) }
    if reading.angularRate != nil { formUnion(.angularRate) }
    if reading.magneticField != nil { formUnion(.magneticField) }
    if reading.attitude != nil { formUnion(.attitude) }
  }
}

extension SensorReading {
  /// Copies the values of `other`.
  ///
  /// - Parameters:
  ///   - other: The reading to copy from.
  ///   - keepingTime: True to keep a known time, which is that of the sample's lead.
  fileprivate mutating func merge(_ other: SensorReading, keepingTime: Bool) {
    time = keepingTime ? time ?? other.time : other.time ?? time
    counter = other.counter ?? counter
    specificForce = other.specificForce ?? specificForce
    linearAcceleration = other.linearAcceleration ?? linearAcceleration
    angularRate = other.angularRate ?? angularRate
    magneticField = other.magneticField ?? magneticField
    attitude = other.attitude ?? attitude
    pen = other.pen ?? pen
  }
}
