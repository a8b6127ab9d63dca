/// The two sensors of a chip.
public enum SelfTestSensor: UInt8, Sendable {
  /// The accelerometer.
  case accelerometer = 0
  /// The gyroscope.
  case gyroscope = 1
}

/// The limits of the magnitude of a change, in counts.
public struct SelfTestLimits: Equatable, Sendable {
  /// The least change.
  public var least: Int32
  /// The greatest change.
  public var greatest: Int32

  /// Limits from their parts.
  public init(least: Int32, greatest: Int32) { (self.least, self.greatest) = (least, greatest) }

  /// From 86 % to 114 % of `trim`: ±9/64.
  static func seventh(of trim: Int32) -> Self {
    let part = (trim &* 9) &>> 6
    return Self(least: trim &- part, greatest: trim &+ part)
  }

  /// From half of `trim` to one and a half times of it.
  static func half(of trim: Int32) -> Self {
    Self(least: trim &>> 1, greatest: trim &+ trim &>> 1)
  }
}

extension Int32 {
  /// `start` · factor^(code − 1), the formula of InvenSense's self-tests.
  ///
  /// Q14.4 × Q1.14 → Q14.4, one term a step. It is stopped at 16,383, which is above every limit: with the
  /// factors of these chips, at most 1.01, below 2³² each time.
  static func power(start: Int32, _ factor: Int32, _ code: UInt8) -> Int32 {
    var value = start &<< 4
    var step: UInt8 = 1
    while step < code, value < 16_383 &<< 4 {
      assert(value >= 0)
      assert(Int64(value) * Int64(factor) < 1 << 32)
      value = Int32(bitPattern: (UInt32(bitPattern: value) &* UInt32(bitPattern: factor)) &>> 14)
      step &+= 1
    }
    return value &>> 4
  }
}

extension RegisterChip {
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    guard let rest = average(on: &bus, &block) else { return .noAnswer }
    guard perform(selfTestWrite, from: 0, on: &bus) else { return .noAnswer }
    guard let pushed = average(on: &bus, &block) else { return .noAnswer }
    var axis: UInt8 = 0
    while axis < 6 {
      let sensor = axis < 3 ? SelfTestSensor.accelerometer : .gyroscope
      guard let limits = selfTestLimits(sensor, axis: axis < 3 ? axis : axis &- 3, on: &bus) else {
        return .noAnswer
      }
      let change = pushed[axis] &- rest[axis]
      let magnitude = change < 0 ? 0 &- change : change
      if magnitude < limits.least || magnitude > limits.greatest {
        return sensor == .accelerometer ? .accelerometerFailed : .gyroscopeFailed
      }
      axis &+= 1
    }
    return .passed
  }

  /// Does the rows of a table from one on; false if the chip does not answer.
  private func perform<Bus: SensorBus>(
    _ table: (UInt16) -> RegisterWrite, from first: UInt16, on bus: inout Bus
  ) -> Bool {
    var index = first
    var row = table(index)
    while row != .end {
      guard perform(row, on: &bus) == .acknowledged else { return false }
      if row.pause > 0 { bus.pause(milliseconds: UInt32(truncatingIfNeeded: row.pause)) }
      index &+= 1
      row = table(index)
    }
    return true
  }

  /// The mean of eight samples after those that are in the FIFO now; nil if they do not come within half a second.
  private func average<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestSums? {
    var bursts = 0
    repeat {
      let reading = readFIFO(on: &bus, into: &block)
      if reading == .overflowed {
        guard perform(setUpWrite, from: firstStepOfFIFO, on: &bus) else { return nil }
        break
      }
      guard reading == .samples else { return nil }
      bursts &+= 1
    } while block.left > 0 && bursts < 100
    var sums = SelfTestSums()
    var tries = 0
    while sums.count < 8, tries < 50 {
      bus.pause(milliseconds: 10)
      guard readFIFO(on: &bus, into: &block) == .samples else { return nil }
      var index = 0
      while index < block.count, sums.count < 8 {
        if let counts = counts(at: index, in: block) { sums.add(counts) }
        index &+= 1
      }
      tries &+= 1
    }
    return sums.count == 8 ? sums : nil
  }
}

/// The sums of eight samples.
struct SelfTestSums {
  private var force = (x: Int32(0), y: Int32(0), z: Int32(0))
  private var rate = (x: Int32(0), y: Int32(0), z: Int32(0))
  private(set) var count = 0

  mutating func add(_ counts: SensorCounts) {
    force.x &+= Int32(truncatingIfNeeded: counts.force.x)
    force.y &+= Int32(truncatingIfNeeded: counts.force.y)
    force.z &+= Int32(truncatingIfNeeded: counts.force.z)
    rate.x &+= Int32(truncatingIfNeeded: counts.rate.x)
    rate.y &+= Int32(truncatingIfNeeded: counts.rate.y)
    rate.z &+= Int32(truncatingIfNeeded: counts.rate.z)
    count &+= 1
  }

  /// The mean of an axis: 0…2 the specific force, 3…5 the angular rate.
  subscript(axis: UInt8) -> Int32 {
    switch axis {
    case 0: force.x &>> 3
    case 1: force.y &>> 3
    case 2: force.z &>> 3
    case 3: rate.x &>> 3
    case 4: rate.y &>> 3
    default: rate.z &>> 3
    }
  }
}
