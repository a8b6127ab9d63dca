import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Follows a board through its calibration: at rest, on its six sides, and turned about all axes.
///
/// Every sample goes to every part of the calibration. So it does not matter which step a sample
/// was meant for, or whether it comes from a board or from a recording.
public struct CalibrationSession: Sendable {
  /// What the person should do.
  public enum Step: Int, Sendable {
    /// Lay the board face up and let go.
    case rest = 0
    /// Set it on each side in turn.
    case sides = 1
    /// Turn it about all axes.
    case turning = 2
    /// Nothing more: the calibration is complete.
    case done = 3
  }

  /// How long a board must lie still to determine its gyroscope's bias, s.
  static let restTime = 3.0
  /// How long a board must lie still on each side, s.
  private static let sideTime = 0.8

  /// Whether the sides come in the order of the instructions. Only then do they identify the axes.
  let isGuided: Bool
  private(set) var samples: [InertialSample] = []
  /// True once there was a magnetic field.
  private(set) var hasField = false
  private(set) var spikes = SpikeFilter()
  var magnetometer = MagnetometerCalibrator()
  private(set) var accelerometer = AccelerometerCalibrator()
  private(set) var sides = BoardSides()
  /// The time at rest that gives the bias, s, and the mean angular rate during it.
  private(set) var rest: (time: Double, rate: Vector3<25>) = (0, .zero)
  private(set) var turning = AxisCheck()
  private var still = StationaryAverage(.lying)
  /// The field when the board began to be still.
  private var anchorField: Vector3<19>?

  /// No gyroscope's bias is larger in any component, rad/s: 20°/s, as the data sheets of the poorest allow.
  private static let largestBias = 0.35

  /// A session without any samples yet.
  ///
  /// - Parameter isGuided: true when somebody follows the instructions; false for a recording,
  ///   whose sides may come in any order.
  public init(isGuided: Bool) { self.isGuided = isGuided }

  /// Adds the next sample. A sample with linear acceleration, whose gravity is removed already,
  /// counts for the magnetometer only.
  public mutating func add(_ sample: InertialSample) {
    let elapsed = samples.last.map { sample.timestamp &- $0.timestamp } ?? 0
    let microseconds = elapsed < 1 << 31 ? elapsed : 0
    samples.append(sample)
    if let field = sample.magneticField { add(field) }
    guard case .specificForce(let force) = sample.acceleration else { return }
    accelerometer.add(force: force, rate: sample.angularRate, microseconds: microseconds)
    if let rate = sample.angularRate { turning.add(force, rate: rate) }
    // Whoever turns steadily about the vertical feels like one who lies still, but the field turns.
    let isTurning = anchorField.flatMap { sample.magneticField?.isTurned(from: $0) } ?? false
    if isTurning
      || !still.extend(force: force, rate: sample.angularRate, microseconds: microseconds)
    {
      still.reset()
      _ = still.extend(force: force, rate: sample.angularRate, microseconds: 0)
      anchorField = nil
    }
    anchorField = anchorField ?? sample.magneticField
    let time = Double(still.duration) * 1e-6
    consider(still.meanRate, through: time)
    if time >= Self.sideTime { sides.add(still.meanForce) }
  }

  /// Adds a reading of a magnetometer alone, µT.
  public mutating func add(_ field: Vector3<19>) {
    hasField = true
    if let reading = spikes.push(field) { magnetometer.add(reading) }
  }

  /// Treats the mean rate of a time without a change as the bias if it may be one. Of two that differ, the slower one is: the other was a
  /// steady turn.
  private mutating func consider(_ rate: Vector3<25>, through time: Double) {
    let (speed, known) = (rate.double, rest.rate.double)
    guard max(abs(speed.x), abs(speed.y), abs(speed.z)) <= Self.largestBias else { return }
    guard time >= Self.restTime, rest.time >= Self.restTime else {
      if time > rest.time { rest = (time, rate) }
      return
    }
    let difference = speed.length - known.length
    if difference < -0.05 || difference < 0.05 && time > rest.time { rest = (time, rate) }
  }

  /// The next step, chosen by what is still missing.
  public mutating func step() -> Step {
    if rest.time < Self.restTime { return .rest }
    if isGuided, sides.count < BoardSides.names.count { return .sides }
    return turningShare() < 1 ? .turning : .done
  }

  /// How much of the current step is done, 0…1.
  public mutating func share() -> Double {
    switch step() {
    case .rest: rest.time / Self.restTime
    case .sides: Double(sides.count) / Double(BoardSides.names.count)
    case .turning: turningShare()
    case .done: 1
    }
  }

  /// The number of sides on which the board has been set, 0…6, in the order of the instructions.
  public var sideCount: Int { sides.count }

  /// The instruction for the person now.
  public mutating func instruction() -> String {
    switch step() {
    case .rest: return "lay the board down, face up, and let go for three seconds"
    case .sides: return "set it down with its \(BoardSides.names[sides.count]) and let go"
    case .turning:
      let advice = coverageAdvice()
      return "turn it slowly about all of its axes" + (advice.map { ", \($0)" } ?? "")
    case .done: return "done"
    }
  }

  /// How much of the turning is done: the smaller of the magnetometer's share and the axis check's
  /// share.
  private mutating func turningShare() -> Double {
    var share = 1.0
    if hasField {
      let isFit = magnetometer.result()?.accuracy == .high
      share = isFit ? 1 : min(magnetometer.coverage().least.double / 0.5, 0.99)
    }
    if samples.last?.angularRate != nil {
      let margin = turning.result()?.margin.double ?? 0
      share = min(share, margin / 0.2)
    }
    return max(share, 0)
  }

  /// About which axes the board needs more turning; nil when the coverage is good enough.
  private mutating func coverageAdvice() -> String? {
    guard hasField, magnetometer.count > 20 else { return nil }
    let coverage = magnetometer.coverage()
    guard coverage.least.double < 0.5 else { return nil }
    return "more about \(["y and z", "x and z", "x and y"][coverage.weakestAxis])"
  }
}

extension Vector3<19> {
  /// True if this field differs by a tenth of its length from another one.
  fileprivate func isTurned(from anchor: Self) -> Bool {
    (double - anchor.double).length > 0.1 * anchor.double.length
  }
}
