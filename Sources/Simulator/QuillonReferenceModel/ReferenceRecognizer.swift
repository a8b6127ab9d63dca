/// The whole chain in Double, written from its definitions and from nothing of the integer core,
/// so that the two can disagree.
public struct ReferenceRecognizer: Sendable {
  /// What a user tunes.
  public struct Parameters: Equatable, Sendable {
    /// The integrator's.
    public var integrator = ReferenceIntegrator.Parameters()
    /// The rest detector's; nil is no rest detection.
    public var rest: ReferenceStationaryDetector.Parameters?
    /// True to take a stroke's mean acceleration for drift and remove it.
    public var removesDrift = true
    /// The plane that strokes are read in.
    public var plane = ReferencePlane.penDown
    /// A smaller stroke than this, m, is not blown up to the unit square.
    public var minimumSize = 0.01
    /// A stroke ends when it has so many points.
    public var capacity = 1000

    /// No damping, no rest detection, drift removed.
    public init() {}
  }

  /// A stroke that ended, with everything that was made of it.
  public struct Result: Equatable, Sendable {
    /// The points in space, drift removed, and the attitude sum.
    public var stroke: ReferenceStroke
    /// The points in the writing plane, rescaled to the unit square, y down.
    public var ink: [ReferenceInkPoint]
    /// The zone features of `ink`.
    public var features: [Double]
  }

  /// The parameters in force.
  public let parameters: Parameters
  /// The weights in force.
  public let classifier: ReferenceClassifier
  /// Velocity, position and gap count now.
  public private(set) var integrator: ReferenceIntegrator
  /// True when the newest sample was found at rest.
  public private(set) var isAtRest = false
  /// The stroke being written; nil while the pen is up or after the stroke ran full.
  public private(set) var stroke: ReferenceStroke?
  /// The newest stroke that ended.
  public private(set) var lastResult: Result?
  private var restDetector: ReferenceStationaryDetector?
  private var wasPenDown = false

  /// A recognizer that has seen no sample.
  public init(_ parameters: Parameters, classifier: ReferenceClassifier) {
    self.parameters = parameters
    self.classifier = classifier
    integrator = ReferenceIntegrator(parameters.integrator)
    restDetector = parameters.rest.map(ReferenceStationaryDetector.init)
  }

  /// Takes one sample; a verdict when a stroke ends with it, at pen-up or because it is full.
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

  /// The zero-velocity update: whatever velocity there is was drift.
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
    let ink = ReferenceInk.rescaled(
      parameters.plane.ink(of: finished), minimumSize: parameters.minimumSize)
    let features = ReferenceInk.zoneFeatures(of: ink)
    lastResult = Result(stroke: finished, ink: ink, features: features)
    return classifier.classification(features)
  }
}
