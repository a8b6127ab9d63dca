/// The attitude filter in Double. The core's arithmetic is tested against it.
///
/// It uses the same definitions (Laidig and Seel 2023) and the same order of work as the core's
/// filter, but is written independently.
public struct ReferenceAHRS {
  /// The accelerometer's full scale, m/s².
  public var forceFullScale = Double.infinity
  /// The gyroscope's full scale, rad/s.
  public var rateFullScale = Double.infinity

  /// The attitude without the magnetic field: from the body to a frame with z up.
  public internal(set) var attitudeWithoutField = ReferenceQuaternion.identity
  var clock = ReferenceSampleClock()
  var gravity = ReferenceLowPass(timeConstant: 3, interval: blockTime)
  var rows = (
    x: ReferenceLowPass(timeConstant: 3, interval: blockTime),
    y: ReferenceLowPass(timeConstant: 3, interval: blockTime)
  )
  var stillness = ReferenceStillness()
  var estimator = ReferenceBiasEstimator()
  var heading = ReferenceHeading()
  var block = Block()
  var closed = Block()
  var blockElapsed = 0.0
  var work = Work.none
  var workPerSample = 1
  var averagedForce = ReferenceVector.zero
  var tilt = (x: 0.0, y: 0.0)
  var hasTilt = false
  var turn = ReferenceQuaternion.identity
  var fieldWork = FieldWork.none
  var isLevelled = false
  /// The number of blocks that gave a tilt, at most 100.
  var tiltCount = 0
  var isBiasKnown = false
  var lastRate = ReferenceVector.zero

  static let blockTime = 0.1
  static let standardGravity = 9.80665

  /// The sums over a block.
  struct Block {
    var count = 0.0
    var earthForce = ReferenceVector.zero
    var force = ReferenceVector.zero
    var rate = ReferenceVector.zero
    var isSpoiled = false
  }

  /// The slices of a block's slow work, in their order.
  enum Work: Int {
    case level, turnMemory, stillness, biasX, biasY, biasZ, none
  }

  /// The slices of a block's work on the field, in their order.
  enum FieldWork {
    case none, take
    case measure(field: ReferenceVector, turning: ReferenceVector)
    case correct(field: ReferenceVector, turning: ReferenceVector)
  }

  let usesField: Bool

  /// A filter without any samples yet.
  ///
  /// - Parameter usesField: true for nine axes, false for six.
  public init(usesField: Bool = true) { self.usesField = usesField }

  /// How far the start-up has come.
  public enum Status: String, Sendable {
    /// There is no attitude yet.
    case starting
    /// There is an attitude, but it may still move without the board moving.
    case converging
    /// All estimates have converged.
    case ready
  }

  /// How far the start-up has come.
  public var status: Status {
    guard isLevelled else { return .starting }
    let isStarting = gravity.isStarting || usesField && heading.isStarting
    return isStarting || !isBiasKnown ? .converging : .ready
  }

  /// The estimated gyroscope bias, rad/s.
  public var bias: ReferenceVector { estimator.bias }
  /// True when the board lies still.
  public var isAtRest: Bool { stillness.isAtRest }
  /// True while the magnetic field counts as disturbed, because it does not look like the Earth's.
  public var isFieldDisturbed: Bool { heading.isDisturbed }

  /// The attitude, from the body to the earth frame: x east, y magnetic north, z up. With six axes
  /// it is ``attitudeWithoutField``.
  public var attitude: ReferenceQuaternion {
    guard usesField else { return attitudeWithoutField }
    return ReferenceQuaternion(angle: heading.angle, axis: ReferenceVector(0, 0, 1))
      * attitudeWithoutField
  }

  /// Processes a sample: timestamp, µs, and specific force, m/s², angular rate, rad/s, and magnetic
  /// field, µT, in the body frame.
  public mutating func push(
    timestamp: UInt32, force: ReferenceVector, rate: ReferenceVector, field: ReferenceVector? = nil
  ) {
    var (elapsed, step, missing) = (0.0, 0.0, 0.0)
    switch clock.advance(to: timestamp) {
    case .first: break
    case .none: return
    case .gap: restart()
    case .step(let raw, let smoothed, let lost): (elapsed, step, missing) = (raw, smoothed, lost)
    }
    var budget = workPerSample
    if work == .level {
      level()
      budget -= 1
    }
    if isClipped(rate, rateFullScale) {
      stillness.disturb()
      gravity.shorten()
    }
    let isForceUsable = force != .zero && !isClipped(force, forceFullScale)
    if !isLevelled && isForceUsable {
      turnUpward(force)
      isLevelled = hasTilt
      hasTilt = false
    }
    let turn = (rate - bias) * step + (lastRate - rate) * (missing / 2)
    turnBody(by: turn)
    lastRate = rate
    add(
      Self.turnedBack(force, turn), force, rate, isForceUsable: isForceUsable, elapsed: elapsed,
      isBehindMissing: missing > 0)
    if budget > 0, doFieldWork(field, rate) { budget -= 1 }
    while budget > 0 && work != .none {
      doWork()
      budget -= 1
    }
    blockElapsed += elapsed
    let isDue = (100_000 - blockElapsed) * 17_180 <= clock.period || block.count >= 100
    if work == .none && isDue { closeBlock() }
  }

  /// Adds a sample to the block. A sample after missing ones counts twice for gravity.
  private mutating func add(
    _ past: ReferenceVector, _ force: ReferenceVector, _ rate: ReferenceVector, isForceUsable: Bool,
    elapsed: Double,
    isBehindMissing: Bool
  ) {
    block.count += 1
    block.rate += rate
    block.force += force
    if isForceUsable {
      block.earthForce += attitudeWithoutField.rotate(past) * (isBehindMissing ? 2 : 1)
      stillness.observe(rate: rate, force: force, elapsed: elapsed)
    } else {
      block.isSpoiled = true
      stillness.disturb()
    }
  }

  /// The force in the body frame after `turn`. It was sensed when a quarter of `turn` was still to
  /// come.
  private static func turnedBack(_ f: ReferenceVector, _ turn: ReferenceVector) -> ReferenceVector {
    let half = (turn / 2).clamped(
      lowerBound: ReferenceVector(repeating: -1), upperBound: ReferenceVector(repeating: 1))
    return f - half.cross(f) / 2
  }

  private mutating func turnBody(by rotationVector: ReferenceVector) {
    attitudeWithoutField =
      (attitudeWithoutField * ReferenceQuaternion(rotationVector: rotationVector)).normalized
  }

  func isClipped(_ v: ReferenceVector, _ fullScale: Double) -> Bool {
    max(v.max(), -v.min()) >= fullScale
  }

  private mutating func restart() {
    block = Block()
    closed = Block()
    blockElapsed = 0
    work = .none
    fieldWork = .none
    gravity.restart()
    rows.x.restart()
    rows.y.restart()
    stillness.restart()
    heading.restart()
  }
}
