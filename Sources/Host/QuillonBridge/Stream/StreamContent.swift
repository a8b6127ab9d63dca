import QuillonFusion
import QuillonNumerics
import QuillonProtocols

/// Finds out what a board sends, and makes samples of one kind of its readings: with the board's own
/// attitude if there is one, else raw.
struct StreamContent {
  /// So many readings with an acceleration tell what a board sends.
  private static let enough = 50
  /// So many readings without one tell that it sends none.
  private static let tooMany = 200
  /// For how long an attitude may stand in for one that was lost, µs.
  private static let longestHold: UInt32 = 100_000

  /// What the board lacks; nil as long as nothing is known to be missing.
  private(set) var shortcoming: StreamShortcoming?
  /// Samples a second; nil as long as that is not known.
  private(set) var rate: Double?

  private var readings = 0
  private var accelerations = 0
  private var rates = 0
  private var attitudes = 0
  private var steps: [UInt32] = []
  private var lastTimestamp: UInt32?
  private var hasTime = false
  private var usesAttitude: Bool?
  private var held: (attitude: UnitQuaternion, timestamp: UInt32)?

  /// The sample that a reading at `timestamp` makes; nil while it is not known what the board sends, and for
  /// a reading that lacks what the others have.
  ///
  /// - Parameter hasClock: true when the timestamp is the board's own.
  mutating func sample(
    _ reading: SensorReading, at timestamp: UInt32, hasClock: Bool
  ) -> InertialSample? {
    hasTime = hasClock
    if usesAttitude == nil, shortcoming == nil { learn(reading, at: timestamp) }
    guard let usesAttitude, shortcoming == nil || shortcoming == .noRate,
      var sample = InertialSample(reading, at: timestamp)
    else { return nil }
    sample.attitude = nil
    if usesAttitude {
      guard let attitude = attitude(of: reading, at: timestamp) else { return nil }
      sample.attitude = attitude
    } else if reading.angularRate == nil, shortcoming == nil {
      return nil
    }
    return sample
  }

  /// The reading's attitude, or the last one if it is not old.
  private mutating func attitude(
    of reading: SensorReading, at timestamp: UInt32
  ) -> UnitQuaternion? {
    if let attitude = reading.attitude {
      held = (attitude, timestamp)
      return attitude
    }
    guard let held, timestamp &- held.timestamp <= Self.longestHold else { return nil }
    return held.attitude
  }

  private mutating func learn(_ reading: SensorReading, at timestamp: UInt32) {
    readings += 1
    if let lastTimestamp { steps.append(timestamp &- lastTimestamp) }
    lastTimestamp = timestamp
    if reading.attitude != nil { attitudes += 1 }
    if reading.angularRate != nil { rates += 1 }
    if reading.acceleration != nil { accelerations += 1 }
    if accelerations >= Self.enough {
      decide()
    } else if readings >= Self.tooMany {
      shortcoming = .noAcceleration
    }
  }

  private mutating func decide() {
    let rate = measuredRate
    self.rate = rate
    if let rate, rate < 20 {
      shortcoming = .tooSlow(rate: rate)
    } else if 2 * attitudes >= accelerations {
      usesAttitude = true
    } else if 2 * rates >= accelerations {
      usesAttitude = false
    } else {
      shortcoming = .noRate
      usesAttitude = false
    }
  }

  /// By the median of the steps, which lost samples do not move; by their mean for a board that sends no
  /// time, whose samples arrive in bursts.
  private var measuredRate: Double? {
    let sorted = steps.filter { $0 < 1 << 31 }.sorted()
    guard let last = sorted.last, last > 0 else { return nil }
    let mean = sorted.reduce(0.0) { $0 + Double($1) } / Double(sorted.count)
    return 1e6 / (hasTime ? Double(sorted[sorted.count / 2]) : mean)
  }
}

/// Why nothing can be written with a board as it is.
public enum StreamShortcoming: Equatable, Sendable {
  /// It sends no acceleration, so it is not known how the hand moves.
  case noAcceleration
  /// It sends acceleration, but neither attitude nor angular rate to tell it from gravity. That is enough for a model of gestures
  /// that needs acceleration only, and the samples are handed over.
  case noRate
  /// It sends so few samples a second, fewer than 20.
  case tooSlow(rate: Double)
}
