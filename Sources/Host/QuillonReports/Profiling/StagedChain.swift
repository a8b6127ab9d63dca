import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire

/// The chain's public parts, put together as in `Recognizer`, with a meter read between them.
///
/// It covers only the usual case: a stroke that cannot be stored, or that a gap interrupts, is not
/// read.
struct StagedChain<M: Meter>: ~Copyable {
  private var parameters: RecognizerParameters
  private let model: LetterModel
  private var calibration: SensorCalibration
  private var decoder = PacketDecoder()
  private var filter: SixAxisAHRS
  private var tracker: MotionTracker
  private var strokes = StrokeQueue()
  private var isWriting = false
  private var ink: [SIMD3<Int32>] = []
  private var last: UInt64 = 0

  init(model: LetterModel, parameters: RecognizerParameters, calibration: SensorCalibration) {
    self.parameters = parameters
    self.model = model
    self.calibration = calibration
    filter = SixAxisAHRS(parameters.filter)
    tracker = MotionTracker(parameters.motion)
    ink.reserveCapacity(StrokeQueue.strokeCapacity)
  }

  /// Processes all packets. Returns how many strokes were classified.
  mutating func run(_ row: PacketRow, into log: inout StageLog) -> Int {
    var (begin, classifications) = (0, 0)
    for end in row.ends {
      last = M.read()
      let sample = decode(row.bytes[begin..<end])
      mark(.decode, &log)
      begin = end
      guard let sample else { continue }
      if sample.pen == .up, isWriting, endStroke(at: sample.timestamp, &log) {
        classifications += 1
      }
      follow(sample, &log)
    }
    return classifications
  }

  /// Records that `stage` ran since the last mark.
  @inline(__always)
  private mutating func mark(_ stage: HostStage, _ log: inout StageLog) {
    let now = M.read()
    log.add(stage, now &- last)
    last = M.read()
  }

  @inline(never)
  private mutating func decode(_ bytes: ArraySlice<UInt8>) -> InertialSample? {
    for byte in bytes {
      if case .packet(let packet) = decoder.push(byte), case .sample(let sample) = packet.message {
        return sample
      }
    }
    return nil
  }

  private mutating func follow(_ sample: InertialSample, _ log: inout StageLog) {
    var sample = sample
    last = M.read()
    var (attitude, acceleration) = (UnitQuaternion.identity, sample.acceleration)
    if let given = sample.attitude {
      guard let valid = given.validated else { return }
      attitude = valid
    } else {
      calibration.correct(&sample)
      mark(.calibrate, &log)
      guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate
      else { return }
      filter.push(timestamp: sample.timestamp, specificForce: force, angularRate: rate)
      let linear = Gravity.removed(from: force, along: filter.vertical)
      mark(.fuse, &log)
      if case .starting = filter.status { return }
      (attitude, acceleration) = (filter.attitude, .linear(linear))
      last = M.read()
    }
    let progress = tracker.advance(
      to: sample.timestamp, acceleration: acceleration.inReferenceFrame(of: attitude))
    mark(.integrate, &log)
    store(progress, attitude, sample, &log)
  }

  private mutating func store(
    _ progress: MotionTracker.Progress, _ attitude: UnitQuaternion, _ sample: InertialSample,
    _ log: inout StageLog
  ) {
    var elapsed: UInt32 = 0
    if isWriting {
      guard case .moved(let microseconds) = progress else { return }
      elapsed = microseconds
    } else {
      if parameters.resetsWithPen { tracker.restart() }
      guard sample.pen == .down, strokes.begin() == .stored else { return }
      isWriting = true
    }
    last = M.read()
    let position = tracker.integrator.position
    if parameters.writing.plane.depends(onPoint: strokes.pointCount) {
      _ = strokes.append(position, attitude: attitude, microseconds: elapsed)
    } else {
      _ = strokes.append(position, microseconds: elapsed)
    }
    if parameters.usesLeverArm, sample.angularRate != nil {
      strokes.turn(to: attitude, parameters.writing.plane)
    }
    mark(.buffer, &log)
  }

  /// Ends the stroke and reads it to its end; true if it was classified.
  private mutating func endStroke(at time: UInt32, _ log: inout StageLog) -> Bool {
    isWriting = false
    let points = strokes.pointCount
    last = M.read()
    strokes.end(
      impulse: parameters.removesDrift ? tracker.integrator.impulse : nil,
      rule: parameters.writing.plane, minimumSize: parameters.minimumSize, time: time)
    mark(.plane, &log)
    ink.removeAll(keepingCapacity: true)
    let rule = parameters.motion.integrator.rule
    // One slot holds the bias. The first pass takes as many calls as the second.
    let passLength = (points + StrokeQueue.slice) / StrokeQueue.slice
    var (calls, progress) = (0, StrokeQueue.Progress.busy)
    while progress == .busy {
      last = M.read()
      progress = strokes.read(under: rule) { x, y, ticks in
        ink.append(SIMD3(x, y, Int32(truncatingIfNeeded: ticks)))
      }
      mark(calls < passLength ? .project : .rescale, &log)
      calls += 1
    }
    guard progress == .ended(.complete) else { return false }
    score(&log)
    return true
  }

  private mutating func score(_ log: inout StageLog) {
    switch model {
    case .linear(let model): score(by: model, &log)
    case .packed(let model): score(by: model, &log)
    }
  }

  private mutating func score(by model: LinearModel, _ log: inout StageLog) {
    last = M.read()
    var accumulator = ZoneAccumulator()
    for point in ink { accumulator.add(point.x, point.y, UInt32(truncatingIfNeeded: point.z)) }
    var features = ZoneFeatures(&accumulator)
    mark(.features, &log)
    _ = model.classification(on: &features)
    mark(.scores, &log)
  }

  private mutating func score(by model: PackedModel, _ log: inout StageLog) {
    last = M.read()
    var scorer = StrokeScorer()
    scorer.begin(model.featureSet)
    for index in ink.indices {
      if index.isMultiple(of: StrokeQueue.slice) { while scorer.makeRoom() {} }
      let point = ink[index]
      scorer.add(point.x, point.y, UInt32(truncatingIfNeeded: point.z))
    }
    scorer.end()
    let features = scorer.finishedFeatures()
    mark(.features, &log)
    _ = ModelScorer.classification(model, on: features)
    mark(.scores, &log)
  }
}
