import QuillonConversions
import QuillonRecognizer
import QuillonWire

/// The messages of a board that sends Quillon's packets.
extension Bridge {
  func receive(
    _ packet: Packet, arrival: UInt64, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    let time =
      packet.message.isOfStroke
      ? seconds(
        samples > 0 ? clock.elapsed(at: packet.time) : strokeClock.advance(to: packet.time)) : 0
    switch packet.message {
    case .sample(let sample): try take(sample, arrival: arrival, tell)
    case .classification(let classification):
      boardTraining?.begin()
      var letter = Letter(classification, labels: boardLabels, time: time, source: .board)
      // What was written before may have moved the board's limit, which it does not report. A limit of 0 is never moved.
      let limit = model.leastMargin
      if boardModel == model.model.modelID,
        limit == 0 || letter.isRejected == (letter.margin < limit)
      {
        letter.leastMargin = limit
      }
      try self.tell(letter, tell)
    case .hello(let hello):
      guard hello != greeting else { break }
      greeting = hello
      boardModel = hello.modelID
      toldRange = SensorRange(
        g: Double(hello.accelerometerRange), degrees: Double(hello.gyroscopeRange))
      adaptFilter()
      if hello.modelID != 0 {
        boardTraining?.begin(anew: true)
        boardStabilizers.begin()
        askForMask()
      }
      try tell(.hello(hello))
    case .status(let status):
      boardSamples = Int(status.samples.value)
      boardPerformance.add(status, at: packet.time)
      if boardPerformance.takeTruncation(in: status) {
        try tell(.truncated(time: seconds(strokeClock.elapsed)))
      }
      if samples == 0 { followSilentStart() }
      try tell(.status(status))
    case .pen(let change): try tell(.pen(change))
    case .fault(let fault): try tell(.fault(fault))
    case .calibration(let correction): try tell(.calibration(correction))
    case .rejection(let rejection):
      try self.tell(rejection, time: time, tell)
    case .abandonment(let reason):
      try tell(.abandoned(reason, time: time))
    case .settings, .request, .streaming: break
    case .stabilizers(let told):
      if let outcome = boardStabilizers.hear(told) { try self.tell(outcome, tell) }
    case .labelMask(let told):
      if let outcome = boardMask.hear(told) { try self.tell(outcome, tell) }
    case .reply(let reply):
      if boardModel != reply.modelID {
        boardModel = reply.modelID
        askForMask()
      }
      (boardTraining?.link ?? link).hear(packet.message)
    case .chunk: boardTraining?.link.hear(packet.message)
    }
  }

  /// Reports how a board that recognizes letters itself integrates strokes.
  func tell(
    _ outcome: BoardSetting<Stabilizers>.Outcome, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    switch outcome {
    case .uses(let stabilizers): try tell(.stabilizers(stabilizers, isWanted: true))
    case .refuses(let stabilizers): try tell(.stabilizers(stabilizers, isWanted: false))
    case .silent: try tell(.stabilizers(nil, isWanted: false))
    }
  }

  /// Reports whether such a board answers with the allowed labels only.
  func tell(
    _ outcome: BoardSetting<LabelMask>.Outcome, _ tell: (BridgeEvent) throws -> Void
  ) rethrows {
    if case .uses = outcome {
      try tell(.labels(areAllowed: true))
    } else {
      try tell(.labels(areAllowed: false))
    }
  }
}

extension Message {
  /// True if it reports the outcome of a stroke. Its time is then that of the end of the stroke, by the clock of the samples.
  fileprivate var isOfStroke: Bool {
    switch self {
    case .classification, .rejection, .abandonment: true
    default: false
    }
  }
}
