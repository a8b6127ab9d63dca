import QuillonNumerics

/// Combines messages of one moment to a sample: acceleration, rate, attitude and field.
///
/// A sample begins with a message that has its lead, and includes the later messages up to the next
/// such message. Where the caller knows when messages arrive, and the longest pause is before
/// another message again and again, that message begins the samples: a board prints at once what
/// belongs together. A sample is returned as soon as it has all that both samples before it had. So
/// a message that is lost or sent less often delays nothing. Otherwise it is returned when the next
/// sample begins. A message between a returned sample and the next one belongs to the next one. No
/// value is used twice.
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
  /// What begins samples by the pauses between messages; empty as long as the lead does.
  private var first = ReadingParts()
  /// The longest pause since the last beginning and all pauses together, µs, and the message after the longest one.
  private var longest = (pause: 0 as UInt32, sum: 0 as UInt32, parts: ReadingParts())
  /// What came after the longest pause the last time, and how often it did so in a row.
  private var votes = (parts: ReadingParts(), count: 0 as UInt8)
  /// How often in a row a message must follow the longest pause to begin the samples.
  private static var enough: UInt8 { 12 }

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
  ///
  /// - Parameters:
  ///   - reading: The message.
  ///   - pause: The time since the message before arrived, µs; 0 if that is not known.
  public mutating func push(_ reading: SensorReading, after pause: UInt32 = 0) {
    let parts = ReadingParts(of: reading)
    known.formUnion(parts)
    if pause > 0 { count(pause, before: parts) }
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

  /// Counts a pause before a message with these parts.
  private mutating func count(_ pause: UInt32, before parts: ReadingParts) {
    let sum = longest.sum &+ pause
    longest.sum = sum < longest.sum ? .max : sum
    if pause > longest.pause { (longest.pause, longest.parts) = (pause, parts) }
  }

  /// Lets what follows the longest pause begin the samples, if it does so again and again.
  private mutating func vote() {
    defer { longest = (0, 0, []) }
    let others = longest.sum &- longest.pause
    guard longest.pause &>> 1 > others else { return votes.count = 0 }
    let isSame = longest.parts == votes.parts
    votes = (longest.parts, isSame ? Swift.min(votes.count &+ 1, Self.enough) : 1)
    guard votes.count == Self.enough else { return }
    first = votes.parts.isDisjoint(with: usualLead(of: known)) ? votes.parts : []
  }

  private mutating func begin() {
    if longest.sum > 0 { vote() }
    finished = finish()
    if !seen.isEmpty { expected = (seen, expected.0) }
    seen = []
    isOpen = true
  }

  private func leadingPart(of known: ReadingParts) -> ReadingParts {
    first.isEmpty ? usualLead(of: known) : first
  }

  private func usualLead(of known: ReadingParts) -> ReadingParts {
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
