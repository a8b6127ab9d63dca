import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// How letters in the air are integrated and how their drift is limited, as people set it and as a model remembers it.
public struct StabilizerSettings: Codable, Equatable, Sendable {
  /// The integration schemes. See `IntegrationRule.Scheme`.
  public enum Integration: String, CaseIterable, Codable, Sendable {
    /// v ← v + a Δt, then x ← x + v Δt.
    case euler
    /// Half of a Δt before the position and half after it.
    case halfStep = "half-step"
  }

  /// The integration scheme.
  public var integration = Integration.halfStep
  /// The decay rate of velocity and position, 1/s, 0…15; 0 for none.
  public var damping = 0.0
  /// By how much the speed shrinks per second, m/s², 0…100; 0 for none.
  public var speedShrinkage = 0.0
  /// By how much the distance from the start of the stroke shrinks per second, m/s, 0…100; 0 for none.
  public var distanceShrinkage = 0.0
  /// True if a rest within a stroke sets the velocity to 0 and corrects the positions before it.
  public var correctsAtRest = false
  /// The largest change of acceleration at rest, m/s², 0.01…20.
  public var restAcceleration = 0.5
  /// The largest angular rate at rest, rad/s, 0.01…20.
  public var restRate = 0.1
  /// How long the board must be quiet to count as being at rest, s, 0.02…5.
  public var restPeriod = 0.25
  /// True if a stroke is assumed to end at rest, and its drift is removed accordingly.
  public var removesDrift = true
  /// The minimum size of a letter, m, 0…1. A smaller stroke is no letter.
  public var minimumSize = 0.03

  /// The default settings, which are those of `RecognizerParameters`.
  public init() {}

  /// Settings from a file. What it does not name has its default value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func take<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try values.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    try take(&integration, .integration)
    try take(&damping, .damping)
    try take(&speedShrinkage, .speedShrinkage)
    try take(&distanceShrinkage, .distanceShrinkage)
    try take(&correctsAtRest, .correctsAtRest)
    try take(&restAcceleration, .restAcceleration)
    try take(&restRate, .restRate)
    try take(&restPeriod, .restPeriod)
    try take(&removesDrift, .removesDrift)
    try take(&minimumSize, .minimumSize)
  }

  /// Why the settings cannot be used; nil if they can.
  public var fault: String? {
    switch self {
    case _ where !(0...15).contains(damping): "the damping is 0 to 15 per second"
    case _ where !(0...100).contains(speedShrinkage): "the shrinking of speed is 0 to 100 m/s²"
    case _ where !(0...100).contains(distanceShrinkage):
      "the shrinking of distance is 0 to 100 m/s"
    case _ where !(0.01...20).contains(restAcceleration):
      "the acceleration at rest is 0.01 to 20 m/s²"
    case _ where !(0.01...20).contains(restRate): "the angular rate at rest is 0.01 to 20 rad/s"
    case _ where !(0.02...5).contains(restPeriod): "the period of rest is 0.02 to 5 s"
    case _ where !(0...1).contains(minimumSize): "the minimum size is 0 to 1 m"
    default: nil
    }
  }

  /// The settings that are nearest to `stabilizers`, rounded to a millionth.
  public init(_ stabilizers: Stabilizers) {
    func rounded<let f: Int>(_ value: Fixed<f>) -> Double {
      (value.double * 1e6).rounded() / 1e6
    }
    let integrator = stabilizers.integrator
    integration = integrator.rule.scheme == .euler ? .euler : .halfStep
    damping = rounded(integrator.rule.damping)
    speedShrinkage = rounded(integrator.speedShrinkage)
    distanceShrinkage = rounded(integrator.distanceShrinkage)
    correctsAtRest = stabilizers.correctsAtRest
    restAcceleration = rounded(stabilizers.rest.accelerationTolerance)
    restRate = rounded(stabilizers.rest.rateTolerance)
    restPeriod = Double(stabilizers.rest.period) / 1e6
    removesDrift = stabilizers.removesDrift
    minimumSize = rounded(stabilizers.minimumSize)
  }

  /// The settings as the core accepts them.
  public var stabilizers: Stabilizers {
    let scheme: IntegrationRule.Scheme = integration == .euler ? .euler : .halfStep
    return Stabilizers(
      integrator: DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: scheme, damping: Fixed(damping)),
        speedShrinkage: Fixed(speedShrinkage), distanceShrinkage: Fixed(distanceShrinkage)),
      rest: LinearAccelerationStationaryDetector.Parameters(
        accelerationTolerance: Fixed(restAcceleration), rateTolerance: Fixed(restRate),
        period: UInt32((restPeriod * 1e6).rounded())),
      correctsAtRest: correctsAtRest, removesDrift: removesDrift, minimumSize: Fixed(minimumSize))
  }

  /// The parameters of a recognizer with these settings.
  public func parameters(
    writing: WritingSettings = WritingSettings()
  ) -> RecognizerParameters {
    var parameters = RecognizerParameters(writing: writing)
    parameters.stabilizers = stabilizers
    return parameters
  }
}
