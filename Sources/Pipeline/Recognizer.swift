import FixedPoint
import Geometry
import Ink
import Motion
import Recognition
import Wire

/// The whole chain, from a sample to a verdict, in one struct of fixed size.
///
/// It owns all state per sample; nobody else keeps any. It allocates nothing, uses integers only and never
/// traps, whatever the samples hold. It can't be copied, because its buffer is eight kilobytes.
public struct Recognizer: ~Copyable {
  /// The capacity of the stroke buffer: 10.2 s at 100 Hz.
  public static var capacity: Int { 1024 }

  /// What the user chose.
  public let parameters: RecognizerParameters
  /// The weights in force.
  public private(set) var model: LinearModel
  /// What has happened so far.
  public private(set) var counters = RecognizerCounters()
  /// Velocity and position now.
  public private(set) var tracker: MotionTracker
  /// The stroke being written, or, after a verdict, the ink that it was given for.
  public internal(set) var stroke = StrokeBuffer<1024>()
  private(set) var phase = Phase.idle
  private(set) var touchClock = StepClock(maximumStep: .max)

  enum Phase: UInt32 {
    /// The pen is up.
    case idle
    /// The pen is down and its path is stored.
    case writing
    /// The pen is down, but the stroke is over already.
    case over
  }

  /// A recognizer that has seen nothing.
  public init(model: consuming LinearModel, parameters: RecognizerParameters = .init()) {
    self.model = model
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// A recognizer that has seen nothing and has no model yet; see `loadModel`.
  public init(parameters: RecognizerParameters = .init()) {
    model = LinearModel()
    self.parameters = parameters
    tracker = MotionTracker(parameters.motion)
  }

  /// Lets `load` fill the model in place: the way on a controller, which has no room for a second one.
  public mutating func loadModel(_ load: (inout LinearModel) -> Void) { load(&model) }

  /// Takes the next sample of an IMU; the event that it brings about, if any.
  ///
  /// Called at pen-up, or when the buffer is full, it removes drift, projects, rescales, extracts the
  /// features and scores them: the long call of a stroke. Any other call takes constant time.
  public mutating func push(_ sample: InertialSample) -> Event? {
    counters.samples.add()
    let ending = sample.pen == .up ? penUp(in: nil) : nil
    guard let attitude = sample.attitude?.validated else {
      counters.withoutAttitude.add()
      return ending
    }
    let acceleration = sample.acceleration.inReferenceFrame(of: attitude)
    let progress = tracker.advance(
      to: sample.timestamp, acceleration: acceleration, angularRate: sample.angularRate)
    if progress == .interrupted { counters.gaps.add() }
    switch phase {
    case .idle:
      if parameters.resetsWithPen { tracker.restart() }
      guard sample.pen == .down else { return ending }
      stroke.removeAll()
      phase = .writing
      return store(attitude: attitude, microseconds: 0)
    case .writing:
      return write(progress, attitude: attitude)
    case .over:
      return nil
    }
  }

  /// Takes the next point of a touch surface: x to the right, y down, any unit, −2³⁰…2³⁰, its time in
  /// µs. `minimumSize`, in the same unit, keeps a dot from being read as a letter. The point that
  /// comes with the pen up is not part of the stroke.
  ///
  /// Times farther apart than 131 ms count as 131 ms: a finger that lies still sends nothing.
  public mutating func push(
    touchX x: Int32, y: Int32, timestamp: UInt32, pen: PenState, minimumSize: Int32
  ) -> Event? {
    let elapsed =
      switch touchClock.advance(to: timestamp) {
      case .step(let microseconds): microseconds
      case .gap: touchClock.maximumStep
      case .first, .none: UInt32(0)
      }
    guard pen == .down else { return penUp(in: (.touch, Fixed(bits: minimumSize))) }
    if phase == .idle {
      stroke.removeAll()
      phase = .writing
    }
    guard phase == .writing else { return nil }
    let outcome = stroke.append(touchX: x, y: y, microseconds: elapsed)
    return outcome == .full ? full(in: (.touch, Fixed(bits: minimumSize))) : nil
  }

  /// The features that the last verdict was given for, for those who train on them; of no meaning
  /// once the next stroke has begun.
  public mutating func strokeFeatures() -> ZoneFeatures { ZoneFeatures(of: &stroke) }

  private mutating func write(
    _ progress: MotionTracker.Progress, attitude: UnitQuaternion
  ) -> Event? {
    switch progress {
    case .started, .unchanged:
      return nil
    case .interrupted:
      phase = .over
      return .abandoned(.gap)
    case .moved(let microseconds):
      let event = store(attitude: attitude, microseconds: microseconds)
      if parameters.correctsAtRest, tracker.isAtRest, event == nil {
        let error = stroke.removeDrift(
          impulse: tracker.integrator.impulse, rule: parameters.motion.integrator.rule)
        tracker.stop(correctingPositionBy: error)
      }
      return event
    }
  }

  private mutating func store(attitude: UnitQuaternion, microseconds: UInt32) -> Event? {
    let outcome = stroke.append(
      tracker.integrator.position, attitude: attitude, microseconds: microseconds)
    return outcome == .full ? full(in: nil) : nil
  }

  /// The buffer is full: the stroke ends here, whatever the pen does.
  private mutating func full(in surface: Surface?) -> Event? {
    counters.fullStrokes.add()
    phase = .over
    return score(in: surface)
  }

  private mutating func penUp(in surface: Surface?) -> Event? {
    defer { phase = .idle }
    guard phase == .writing else { return nil }
    return score(in: surface)
  }

  /// A plane that is known beforehand, and the smallest size in its unit.
  private typealias Surface = (plane: WritingPlane, minimumSize: Fixed<23>)

  /// Pen-up: from stored positions to a verdict. Without a surface the stroke was written in the air,
  /// and its plane is that of the mean attitude.
  private mutating func score(in surface: Surface?) -> Event {
    guard stroke.count >= 2 else { return .abandoned(.tooShort) }
    if let surface {
      stroke.rescale(in: surface.plane, minimumSize: surface.minimumSize)
    } else {
      if parameters.removesDrift {
        _ = stroke.removeDrift(
          impulse: tracker.integrator.impulse, rule: parameters.motion.integrator.rule)
      }
      stroke.rescale(
        in: WritingPlane(meanAttitude: stroke.meanAttitude ?? .identity),
        minimumSize: parameters.minimumSize)
    }
    var features = ZoneFeatures(of: &stroke)
    return .verdict(model.verdict(on: &features))
  }
}
