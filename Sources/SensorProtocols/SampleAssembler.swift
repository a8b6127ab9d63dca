import Geometry

/// Puts together what boards send in several messages: acceleration, rate, attitude, field of one moment.
///
/// A sample begins with a message that holds an acceleration (any message, while none has held one)
/// and takes the later messages up to the next such. It is given out as soon as it holds all
/// that both samples before it held, so that a message lost, or sent more seldom, holds nothing up; else
/// when the next one begins. What comes between a sample that was given out and the next one belongs to the next
/// one. It is never given out with a value of an older sample in it.
public struct SampleAssembler: Sendable {
  private var pending = SensorReading()
  /// True when `pending` holds what a sample begins with.
  private var isOpen = false
  private var finished: SensorReading?
  private var hasAcceleration = false
  /// What the two samples before held, the last one first.
  private var expected: (ReadingParts, ReadingParts) = (.unknown, .unknown)
  /// What has come since the last sample began.
  private var seen = ReadingParts()

  /// An assembler that has seen nothing.
  public init() {}

  /// Takes the next message. Then ask for samples until there is none: it can complete two.
  public mutating func push(_ reading: SensorReading) {
    let parts = ReadingParts(of: reading)
    if parts.contains(.acceleration) { hasAcceleration = true }
    let isFirst = hasAcceleration ? parts.contains(.acceleration) : parts == seen || seen.isEmpty
    if isFirst && !parts.isEmpty { begin() }
    seen.formUnion(parts)
    pending.merge(reading)
  }

  /// The next complete sample.
  public mutating func next() -> SensorReading? {
    if let sample = finished {
      finished = nil
      return sample
    }
    guard isOpen, seen.isSuperset(of: expected.0.intersection(expected.1)) else { return nil }
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
}

/// Which parts a reading has.
struct ReadingParts: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static var acceleration: Self { Self(rawValue: 1) }
  static var rate: Self { Self(rawValue: 2) }
  static var field: Self { Self(rawValue: 4) }
  static var attitude: Self { Self(rawValue: 8) }
  /// More than any reading has: before anything is known of the board.
  static var unknown: Self { Self(rawValue: 255) }

  init(of reading: SensorReading) {
    self = []
    if reading.specificForce != nil || reading.linearAcceleration != nil {
      insert(.acceleration)
    }
    if reading.angularRate != nil { insert(.rate) }
    if reading.magneticField != nil { insert(.field) }
    if reading.attitude != nil { insert(.attitude) }
  }
}

extension SensorReading {
  /// Takes over what `other` holds; the time of the acceleration stays.
  fileprivate mutating func merge(_ other: SensorReading) {
    let keepsTime = specificForce != nil || linearAcceleration != nil
    time = keepsTime ? time ?? other.time : other.time ?? time
    counter = other.counter ?? counter
    specificForce = other.specificForce ?? specificForce
    linearAcceleration = other.linearAcceleration ?? linearAcceleration
    angularRate = other.angularRate ?? angularRate
    magneticField = other.magneticField ?? magneticField
    attitude = other.attitude ?? attitude
    pen = other.pen ?? pen
  }
}
