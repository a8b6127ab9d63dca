import QuillonFusion
import QuillonNumerics

/// Makes all samples of the same kind: with the board's own attitude if it sends one, otherwise
/// raw.
///
/// The first 50 readings with an acceleration determine the kind and the rate. Until then there are
/// no samples.
struct SampleContent: Sendable {
  /// The number of readings with an acceleration that determine the kind.
  private static let enough: UInt32 = 50
  /// After this many readings with fewer accelerations the board is assumed to send none.
  private static let tooMany: UInt32 = 200
  /// How long an attitude may replace a lost one, µs. A longer step of the clock, which may jump, counts as this one.
  private static let longestHold: UInt32 = 100_000
  /// 49 steps of 80 to 125 samples a second, µs. Such samples stay as they are.
  private static let usualSpan: ClosedRange<UInt32> = 392_000...612_500
  /// 49 steps of 20 samples a second, µs.
  private static let longestSpan: UInt32 = 2_450_000

  /// What a sample is made of.
  private enum Kind {
    case attitude
    case raw
  }

  private var kind: Kind?
  /// What the board lacks; nil as long as nothing is known to be missing.
  private(set) var shortcoming: SampleShortcoming?
  /// True if a reading had the pen state before the kind was known.
  private(set) var hasPen = false
  private var readings: UInt32 = 0
  private var accelerations: UInt32 = 0
  private var attitudes: UInt32 = 0
  private var rates: UInt32 = 0
  /// The time from the first to the last of the determining readings, µs, long steps cut short.
  private var span: UInt32 = 0
  private var lastTime: UInt32 = 0
  private var held: UnitQuaternion?
  private var holdTime: UInt32 = 0

  /// True once the kind of samples and their rate are known.
  var isKnown: Bool { kind != nil }
  /// True if the rate is not near 100 a second.
  var needsResampling: Bool { !Self.usualSpan.contains(span) }

  /// The sample of a reading; nil until the kind is known, and for a reading that lacks a part.
  mutating func sample(_ reading: SensorReading) -> InertialSample? {
    guard let time = reading.time else { return nil }
    guard let kind else {
      if shortcoming == nil { learn(reading, at: time) }
      return nil
    }
    guard var sample = InertialSample(reading, at: time) else { return nil }
    if let attitude = reading.attitude { (held, holdTime) = (attitude, time) }
    switch kind {
    case .raw:
      sample.attitude = nil
      return reading.angularRate == nil && shortcoming == nil ? nil : sample
    case .attitude:
      guard let held, time &- holdTime <= Self.longestHold else { return nil }
      sample.attitude = held
      return sample
    }
  }

  private mutating func learn(_ reading: SensorReading, at time: UInt32) {
    readings &+= 1
    if reading.pen != nil { hasPen = true }
    if reading.attitude != nil { attitudes &+= 1 }
    if reading.angularRate != nil { rates &+= 1 }
    guard reading.acceleration != nil else {
      if readings >= Self.tooMany { shortcoming = .noAcceleration }
      return
    }
    if accelerations > 0 { span &+= Swift.min(time &- lastTime, Self.longestHold) }
    lastTime = time
    accelerations &+= 1
    if accelerations == Self.enough { decide() }
  }

  private mutating func decide() {
    if span > Self.longestSpan {
      shortcoming = .tooSlow
    } else if 2 &* attitudes >= accelerations {
      kind = .attitude
    } else {
      kind = .raw
      if 2 &* rates < accelerations { shortcoming = .noRate }
    }
  }
}

/// Why a board's samples can't be used to recognize letters.
public enum SampleShortcoming: Equatable, Sendable {
  /// The board sends no acceleration, so the motion of the hand is not known.
  case noAcceleration
  /// The board sends acceleration, but neither attitude nor angular rate to separate it from gravity. That is enough for
  /// gestures by an accelerometer alone, so there are samples.
  case noRate
  /// The board sends fewer than 20 samples a second.
  case tooSlow
}
