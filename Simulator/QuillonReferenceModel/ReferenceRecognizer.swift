/// The whole processing chain in Double. It is written from the definitions and uses nothing of the
/// integer core, so that a comparison can find errors in either.
public struct ReferenceRecognizer: Sendable {
  /// The parameters that a user can set.
  public struct Parameters: Equatable, Sendable {
    /// The parameters of the integrator.
    public var integrator = ReferenceIntegrator.Parameters()
    /// The parameters of the stationary detector; nil switches it off.
    public var rest: ReferenceStationaryDetector.Parameters?
    /// True to treat a stroke's mean acceleration as drift and remove it.
    public var removesDrift = true
    /// The plane in which strokes are read.
    public var plane = ReferencePlane.penDown
    /// The smallest stroke, m, that is enlarged to the unit square. Smaller strokes stay smaller
    /// than the square.
    public var minimumSize = 0.03
    /// The largest number of points of a stroke. A stroke with this many points ends.
    public var capacity = 1000

    /// No damping, no stationary detector, drift removed.
    public init() {}
  }

  /// A finished stroke and all that was computed from it.
  public struct Result: Equatable, Sendable {
    /// The points in space, with drift removed, and the sum of the attitudes.
    public var stroke: ReferenceStroke
    /// The points in the writing plane, rescaled to the unit square, y down.
    public var ink: [ReferenceInkPoint]
    /// The zone features of `ink`.
    public var features: [Double]
  }

  /// The parameters in use.
  public let parameters: Parameters
  /// The classifier in use.
  public let classifier: ReferenceClassifier
  /// The integrator, with the current velocity, position and gap count.
  public private(set) var integrator: ReferenceIntegrator
  /// True when the board was at rest at the newest sample.
  public private(set) var isAtRest = false
  /// The stroke being written; nil while the pen is up, and after the stroke reached its capacity.
  public private(set) var stroke: ReferenceStroke?
  /// The result of the newest finished stroke.
  public private(set) var lastResult: Result?
  private var restDetector: ReferenceStationaryDetector?
  private var wasPenDown = false

  /// A recognizer without any samples yet.
  public init(_ parameters: Parameters, classifier: ReferenceClassifier) {
    self.parameters = parameters
    self.classifier = classifier
    integrator = ReferenceIntegrator(parameters.integrator)
    restDetector = parameters.rest.map(ReferenceStationaryDetector.init)
  }

  /// Accepts one sample. Returns a classification when a stroke ends with it, either because the
  /// pen goes up or because the stroke reached its capacity.
  public mutating func push(_ sample: ReferenceSample) -> ReferenceClassification? {
    let acceleration = sample.referenceAcceleration
    let step = integrator.push(time: sample.time, acceleration: acceleration)
    let begins = sample.isPenDown && !wasPenDown
    let ends = !sample.isPenDown && wasPenDown
    wasPenDown = sample.isPenDown

    var classification: ReferenceClassification?
    if ends { classification = close() }
    if begins {
      integrator.reset()
      stroke = ReferenceStroke()
    }
    if sample.isPenDown { append(step, acceleration: acceleration, attitude: sample.attitude) }
    isAtRest =
      restDetector?.push(
        step: step.duration, acceleration: acceleration, angularRate: sample.angularRate) ?? false
    if isAtRest { stop() }
    if let stroke, stroke.points.count >= parameters.capacity {
      classification = close()
    }
    return classification
  }

  private mutating func append(
    _ step: ReferenceIntegrator.Step, acceleration: ReferenceVector, attitude: ReferenceQuaternion
  ) {
    guard stroke != nil else { return }
    let isFirst = stroke?.points.isEmpty ?? true
    let isStill: Bool
    if case .regular = step { isStill = isFirst } else { isStill = true }
    stroke?.append(
      ReferenceStroke.Point(
        position: integrator.position, step: isFirst ? 0 : step.duration,
        acceleration: acceleration, isStill: isStill),
      attitude: attitude)
    if case .gap = step { stroke?.markStop() }
  }

  /// The zero-velocity update. Any remaining velocity was drift.
  private mutating func stop() {
    let correction = stroke?.removeDrift(parameters: parameters.integrator)
    integrator.stop(moving: correction ?? ReferenceVector(0, 0, 0))
  }

  private mutating func close() -> ReferenceClassification? {
    guard var finished = stroke else { return nil }
    stroke = nil
    if parameters.removesDrift {
      finished.removeDrift(parameters: parameters.integrator)
    }
    let usesLeverArm =
      parameters.removesDrift && parameters.rest == nil && parameters.integrator.isFree
    let ink = ReferenceInk.rescaled(
      usesLeverArm
        ? parameters.plane.inkByLeverArm(of: finished) : parameters.plane.ink(of: finished),
      minimumSize: parameters.minimumSize)
    let features = ReferenceInk.zoneFeatures(of: ink)
    lastResult = Result(stroke: finished, ink: ink, features: features)
    return classifier.classification(features)
  }
}
