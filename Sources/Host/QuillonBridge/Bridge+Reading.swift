import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSystem

extension Bridge {
  /// Processes a sample that does not come over a line. It does not count in the latency.
  ///
  /// - Parameters:
  ///   - sample: The sample. Its timestamp is that of the sample before it or later.
  ///   - tell: Called with each event. An error that it throws ends the call.
  public func push(
    _ sample: InertialSample, tell: (BridgeEvent) throws -> Void
  ) rethrows {
    try take(sample, arrival: nil, tell)
  }

  /// Recognizes a sample. Its last byte was read at `arrival`, ns; nil if it did not come over a
  /// line.
  func take(
    _ sample: InertialSample, arrival: UInt64?, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    let clipped = clipping.add(sample)
    try tellMissingRate(of: sample, tell)
    let given = pen?(sample.timestamp)
    var sample = sample
    if let given { sample.pen = given }
    var corrected = sample
    calibration?.apply(to: &corrected)
    // A given pen also counts for the sample that lifts it.
    reader.follow(given != nil || hadGivenPen ? parameters.writing : writing)
    let full = reader.recognizer.counters.fullStrokes
    let event = reader.push(corrected, atOnce: readsAtOnce)
    if given == nil { reader.follow(writing) }
    hadGivenPen = given != nil
    beginnings.note(reader.recognizer)
    if let arrival {
      samples += 1
      if samples == 1 {
        boardStabilizers.end()
        boardMask.end()
      }
      if arrival > endOfBacklog { latency.record(MonotonicClock.now() &- arrival) }
    }
    let time = seconds(clock.advance(to: sample.timestamp))
    try tell(.sample(sample, time: time))
    if reader.recognizer.counters.fullStrokes != full { try tell(.truncated(time: time)) }
    if let event { try self.tell(event, tell) }
    var motion = motion(at: corrected)
    motion.clipped = clipped
    try tell(.motion(motion, time: time))
    guard arrival != nil else { return }
    let end = ThreadClock.now()
    work.record(end &- workBegin)
    workBegin = end
  }

  /// The settings for finding letters while no pen is given.
  private var writing: WritingSettings {
    guard findsPenByMotion else { return parameters.writing }
    var writing = withoutButton
    writing.plane = parameters.writing.plane
    return writing
  }

  /// Call this when no more samples follow. It reports the strokes that the recognizer still holds.
  func finish(_ tell: (BridgeEvent) throws -> Void) rethrows {
    while let event = reader.recognizer.finish() { try self.tell(event, tell) }
  }

  /// Reports an event of the recognizer. The event comes some samples late. Its time is the end of
  /// its stroke.
  private func tell(_ event: Event, _ tell: (BridgeEvent) throws -> Void) rethrows {
    let end = reader.recognizer.endOfLastStroke
    let time = seconds(clock.elapsed(at: end))
    let beginning = beginnings.take(before: reader.recognizer.endOfFirstStroke, through: end)
      .map { seconds(clock.elapsed(at: $0)) }
    switch event {
    case .classification(let classification):
      let event = reader.event(
        personalClassification() ?? classification, time: time, beginning: beginning,
        minimum: parameters.minimumSize.double)
      if case .letter(let letter) = event { try self.tell(letter, tell) } else { try tell(event) }
    case .abandoned(let reason): try tell(.abandoned(reason, time: time))
    case .rejected(let rejection): try tell(.rejected(rejection, time: time))
    }
  }

  /// Reports a rejection of the board. A stroke below the minimum size is a dot if the board uses
  /// this bridge's model and a person has taught that model a dot.
  func tell(_ rejection: Rejection, time: Double, _ tell: (BridgeEvent) throws -> Void) rethrows {
    let (size, minimum) = (rejection.value.double, parameters.minimumSize.double)
    guard rejection.gate == .extent, size < minimum else {
      return try tell(.rejected(rejection, time: time))
    }
    guard boardLabels.contains(".") else {
      return try tell(.tooSmall(size: size, minimum: minimum, reading: nil, time: time))
    }
    let dot = Letter(
      time: time, label: ".", score: 0, margin: 0, isRejected: false, source: .board)
    try self.tell(dot, tell)
  }

  /// The labels of the board's model: those of this bridge's model if it is the same, or of a built-in model.
  /// Empty for a model that is not known.
  var boardLabels: [String] {
    boardModel == model.model.modelID
      ? model.labels : BuiltInLabels.of(modelID: boardModel) ?? []
  }

  /// Counts a letter and reports it.
  func tell(_ letter: Letter, _ tell: (BridgeEvent) throws -> Void) rethrows {
    letters += 1
    lastSource = letter.source
    try tell(.letter(letter))
  }

  /// The answer of the person's layer for the stroke that the recognizer has just read.
  private func personalClassification() -> Classification? {
    guard let person else { return nil }
    let features = reader.recognizer.scorer.features()
    lastFeatures = features
    return reader.recognizer.judged(person.classification(on: features, mask: reader.mask))
  }
}
