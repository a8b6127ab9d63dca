import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// The state of the module: one recognizer, its model, the person's layer, the pen. Each is a variable of its own, so that it is
/// built in place.
enum Session {
  nonisolated(unsafe) static var recognizer = StrokeRecognizer<ExchangeScorer>()
  nonisolated(unsafe) static var builtIn = BuiltIn.airBoard
  nonisolated(unsafe) static var layer = PersonalLayer<4_096, 41>()
  nonisolated(unsafe) static var trainingUpdates: Int32 = 0
  nonisolated(unsafe) static var features = FeatureVector()
  nonisolated(unsafe) static var hasFeatures = false
  nonisolated(unsafe) static var screenPen = PenState.up
  nonisolated(unsafe) static var start = UnitQuaternion.identity
  nonisolated(unsafe) static var isWriting = false

  /// Restarts with this model.
  @inline(never)
  static func begin(_ model: BuiltIn) {
    recognizer = StrokeRecognizer<ExchangeScorer>()
    ExchangeBlock[.version] = ExchangeBlock.version
    for place in 1..<80 { ExchangeBlock[place] = 0 }
    ExchangeBlock[.format] = -1
    screenPen = .up
    isWriting = false
    adopt(model)
  }

  /// Reads the next letters with this model. What a person taught another model is forgotten.
  @inline(never)
  static func adopt(_ model: BuiltIn) {
    builtIn = model
    recognizer.scorer.model = model.model
    ExchangeBlock[.modelID] = Int32(bitPattern: model.model.modelID)
    ExchangeBlock[.labelBytes] = model.model.withLabels { Int32(truncatingIfNeeded: $0.count) }
    hasFeatures = false
    forget()
  }

  /// Processes a sample. True if there is an event.
  @inline(never)
  static func push(_ sample: InertialSample) -> Bool {
    let event = recognizer.push(sample) ?? recognizer.hurry()
    tell(sample)
    return tell(event, isTouch: false)
  }

  /// Processes a point of a touch surface. True if there is an event.
  static func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Bool {
    let event = recognizer.push(
      touchX: x, y: y, timestamp: timestamp, pen: pen, minimumSize: minimumSize)
    return tell(event ?? recognizer.hurry(), isTouch: true)
  }

  /// Writes the motion at `sample`, the latest one, into the block.
  @inline(never)
  private static func tell(_ sample: InertialSample) {
    ExchangeBlock[.sampleCount] &+= 1
    let motion = recognizer.motion(of: sample)
    let own = sample.attitude?.validated
    ExchangeBlock[.status] =
      switch motion?.status {
      case nil, .starting: own == nil ? 0 : 3
      case .converging: recognizer.knowsAttitude ? 2 : 1
      case .ready: 3
      }
    guard let attitude = own ?? motion?.attitude else { return }
    ExchangeBlock.set(.attitude, attitude)
    if let motion {
      ExchangeBlock.set(.gravity, motion.gravity)
      ExchangeBlock.set(.linearAcceleration, motion.linearAcceleration)
      ExchangeBlock.set(.angularRate, motion.angularRate)
    } else {
      let up = attitude.conjugate.rotate(Vector3<30>(.zero, .zero, .one))
      ExchangeBlock.set(.gravity, Gravity.removed(from: .zero, along: up))
      if case .linear(let acceleration) = sample.acceleration {
        ExchangeBlock.set(.linearAcceleration, acceleration)
      }
      ExchangeBlock.set(.angularRate, sample.angularRate ?? .zero)
    }
    tellRibbon(attitude, pen: recognizer.penByMotion ?? sample.pen)
  }

  /// Writes where the board is since the pen went down, in the frame of its face at that moment.
  @inline(never)
  private static func tellRibbon(_ attitude: UnitQuaternion, pen: PenState) {
    if pen == .down, !isWriting { start = attitude }
    isWriting = pen == .down
    let position = recognizer.tracker.integrator.position
    ExchangeBlock.set(.position, position)
    ExchangeBlock.set(.ribbon, start.conjugate.rotate(position))
    ExchangeBlock[.pen] = isWriting ? 1 : 0
    ExchangeBlock[.pointCount] = Int32(truncatingIfNeeded: recognizer.pointCount)
  }
}
