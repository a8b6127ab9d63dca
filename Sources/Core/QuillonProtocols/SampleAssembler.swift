import QuillonNumerics

/// Puts together what boards send in several messages: acceleration, rate, attitude, field of one moment.
///
/// A sample begins with a message that holds its lead, and takes the later messages up to the next such. It
/// is given out as soon as it holds all that both samples before it held, so that a message that is
/// lost, or sent more seldom, holds nothing up; else when the next one begins. What comes between a
/// sample that was given out and the next one belongs to the next one. No value is used twice.
public struct SampleAssembler: Sendable {
  /// What a board sends first of each moment. If it sends none of it, the next in the order of
  /// specific force, linear acceleration, attitude, rate, field leads.
  public enum Lead: Sendable {
    case acceleration
    case attitude
  }

  private let lead: Lead
  private var pending = SensorReading()
  /// True when `pending` holds the lead.
  private var isOpen = false
  private var finished: SensorReading?
  /// What has ever come.
  private var known = ReadingParts()
  /// What has come since the last sample began.
  private var seen = ReadingParts()
  /// What the two samples before held, the last one first.
  private var expected: (ReadingParts, ReadingParts) = (.all, .all)

  /// An assembler that has seen nothing.
  public init(lead: Lead = .acceleration) { self.lead = lead }

  /// True when this message, taken next, would begin a sample: the one whose time is the sample's.
  public func isBeginning(_ reading: SensorReading) -> Bool {
    let parts = ReadingParts(of: reading)
    return !parts.isDisjoint(with: leadingPart(of: known.union(parts)))
  }

  /// Takes the next message. Then ask for samples until there is none: it can complete two.
  public mutating func push(_ reading: SensorReading) {
    let parts = ReadingParts(of: reading)
    known.formUnion(parts)
    let isLead = !parts.isDisjoint(with: leadingPart(of: known))
    if isLead { begin() }
    seen.formUnion(parts)
    pending.merge(reading, keepingTime: isOpen && !isLead)
  }

  /// The next complete sample.
  public mutating func next() -> SensorReading? {
    if let sample = finished {
      finished = nil
      return sample
    }
    guard seen.isSuperset(of: expected.0.intersection(expected.1)) else { return nil }
    return finish()
  }

  /// The sample that has begun, as far as it has come: for the end of the stream.
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

/// Which parts a reading has.
struct ReadingParts: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static var specificForce: Self { Self(rawValue: 1) }
  static var linearAcceleration: Self { Self(rawValue: 2) }
  static var angularRate: Self { Self(rawValue: 4) }
  static var magneticField: Self { Self(rawValue: 8) }
  static var attitude: Self { Self(rawValue: 16) }
  /// More than any reading has.
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
  /// Takes over what `other` holds.
  ///
  /// - Parameter keepingTime: the time known is that of the sample's lead, and stays.
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
