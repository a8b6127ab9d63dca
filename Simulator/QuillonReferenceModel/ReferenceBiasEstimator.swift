/// Estimates the bias of a gyroscope and its covariance, in Double: a Kalman filter that processes
/// one scalar measurement at a time (Laidig and Seel 2023, section 3.4). The unit of the covariance
/// is (0.01°/s)².
struct ReferenceBiasEstimator {
  /// The bias, rad/s.
  private(set) var bias = ReferenceVector.zero
  /// The columns of the covariance matrix, (0.01°/s)².
  private(set) var covariance: [ReferenceVector]
  private var change = ReferenceVector.zero

  /// The limit of the bias and of every error measured against it: ±2°/s, in rad/s.
  static let limit = 2 * Double.pi / 180
  /// The variance at the start, which is also the largest variance: (0.5°/s)².
  static let startVariance = 2500.0
  /// How much the variances grow in a block.
  static let growth = 0.1
  /// The variances of a measurement in motion and at rest. They follow from the filter's stationary
  /// variance p, which is (0.1°/s)² in motion and (0.03°/s)² at rest: p²/growth + p.
  static let motionNoise = 100.0 * 100 / growth + 100
  static let restNoise = 9.0 * 9 / growth + 9

  init() {
    covariance = [
      ReferenceVector(Self.startVariance, 0, 0), ReferenceVector(0, Self.startVariance, 0),
      ReferenceVector(0, 0, Self.startVariance),
    ]
  }

  /// True when the variance of every axis is at most (0.2°/s)².
  var isConverged: Bool { (0..<3).allSatisfy { covariance[$0][$0] <= 400 } }

  /// Increases the variances at the end of a block.
  mutating func grow() {
    for i in 0..<3 where covariance[i][i] < Self.startVariance { covariance[i][i] += Self.growth }
    change = .zero
  }

  /// Applies a measurement in motion: `row`·bias was wrong by `error` rad/s, before any update in
  /// this block.
  mutating func observeMotion(along row: ReferenceVector, error: Double) {
    update(row, error: limited(error) - row.dot(change), noise: Self.motionNoise)
  }

  /// Applies a measurement at rest: the gyroscope reads `rate`, rad/s, about axis `i`.
  mutating func observeRest(axis i: Int, rate: Double) {
    var row = ReferenceVector.zero
    row[i] = 1
    update(row, error: limited(rate - bias[i]), noise: Self.restNoise)
  }

  private mutating func update(_ row: ReferenceVector, error: Double, noise: Double) {
    let u =
      row.x * covariance[0] + row.y * covariance[1] + row.z * covariance[2]
    let gain = u / (noise + max(row.dot(u), 0))
    let before = bias
    for i in 0..<3 { bias[i] = limited(bias[i] + gain[i] * error) }
    change += bias - before
    for i in 0..<3 { covariance[i] -= gain * u[i] }
  }

  private func limited(_ value: Double) -> Double { min(max(value, -Self.limit), Self.limit) }
}
