import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// What comes from the board.
extension LiveSession {
  /// Takes a change of the connection.
  func follow(_ link: LinkState) {
    if link == .open {
      restartBoard()
      boardWriting = WritingSettings(plane: source.plane)
      snapshot.warning = nil
      if !snapshot.text.isEmpty { append(Snapshot.TextMark(label: " ", isRejected: false)) }
    }
    snapshot.link = link
    guard link != .open else { return }
    snapshot.sensor = "no board"
    snapshot.clipping = nil
    if rest != nil { endRest("the board is gone: nothing more is recorded") }
  }

  /// Takes what the bridge has counted.
  func follow(_ summary: BridgeSummary) {
    snapshot.counts.samples = summary.samples
    snapshot.counts.lost = summary.lost
    snapshot.counts.damaged = summary.damaged
    snapshot.counts.restarts = summary.restarts
    if summary.latency.count > 0 { snapshot.latency = Snapshot.LatencyView(summary.latency) }
  }

  /// Takes what the bridge tells.
  func follow(_ event: BridgeEvent) {
    switch event {
    case .sample(let sample, let time): follow(sample, time: time)
    case .hello: restartBoard()
    case .letter(let letter) where letter.source == .board: show(letter)
    case .status(let status): snapshot.counts.dropped = Int(status.droppedPackets.value)
    case .unusable(let shortcoming): snapshot.warning = shortcoming.words
    // The follower finds the strokes of a board that sends samples by itself, with their ink.
    case .letter, .abandoned, .rejected, .fault, .calibration, .pen, .gap: break
    }
  }

  /// A stroke is done: it is shown, and kept if it was asked for.
  func show(_ stroke: Stroke, note: String) {
    strokes += 1
    var letter = Snapshot.LetterView(stroke: strokes, note: note)
    switch stroke {
    case .abandoned(let reason):
      letter.note = "given up: \(reason.words)"
    case .rejected(let rejection):
      letter.note = "not a letter: \(rejection.words)"
    case .scored(let scored):
      letter.label = scored.label
      letter.isRejected = scored.isRejected
      letter.margin = scored.margin
      letter.best = Self.best(of: scored)
      append(Snapshot.TextMark(label: scored.label, isRejected: scored.isRejected))
      show(scored)
      keep(scored)
    }
    snapshot.letter = letter
  }

  private func restartBoard() {
    board.restart()
    unnamed = nil
  }

  private func follow(_ sent: InertialSample, time: Double) {
    var sample = sent
    source.calibration?.apply(to: &sample)
    if !penHolders.isEmpty { sample.pen = .down }
    if let pen = rest?.pen(at: sample.timestamp) { sample.pen = pen }
    // The page's pen counts for a board without one, too, up to the sample that lifts it.
    let isPenOfPage = !penHolders.isEmpty || rest != nil
    if isPenOfPage { board.follow(WritingSettings(plane: source.plane)) }
    if let stroke = board.push(sample) { take(stroke) }
    if !isPenOfPage { board.follow(boardWriting) }
    sample.pen = board.penByMotion ?? sample.pen
    let device = board.motion(of: sample)
    let attitude = sample.attitude?.validated ?? device?.attitude
    let (velocity, position) = board.motion
    let motion = ChartRecorder.Motion(
      attitude: attitude, rate: device?.angularRate,
      linear: device.map { $0.attitude.rotate($0.linearAcceleration) }
        ?? attitude.map { sample.acceleration.inReferenceFrame(of: $0) },
      velocity: velocity, position: position)
    var shown = sent
    shown.pen = sample.pen
    chart.add(shown, time: time, motion)
    followRest(sample, motion)
    snapshot.clipping = clipping.add(sent)
    snapshot.isPenDown = sample.pen == .down
    snapshot.attitude = attitude.map { [$0.w.double, $0.x.double, $0.y.double, $0.z.double] }
    snapshot.sensor = device?.status.words ?? (attitude == nil ? "no attitude" : "ready")
    snapshot.field =
      device?.magneticField.map { "\($0.accuracy)" } ?? sample.magneticField.map { _ in "not used" }
  }

  /// A stroke of the board's is done.
  private func take(_ stroke: Stroke) {
    if rest != nil { return takeRest(stroke) }
    guard source.recognizes else { return show(stroke, note: "written in the air") }
    // The board's verdict on it follows.
    if case .scored(let scored) = stroke { unnamed = scored }
  }

  private func followRest(_ sample: InertialSample, _ motion: ChartRecorder.Motion) {
    if sample.pen == .down { rest?.observe(motion) }
    guard let recording = rest, recording.isOver(at: sample.timestamp) else { return }
    endRest(
      recording.count == RestRecording.wanted
        ? "rest is recorded, \(recording.count) examples"
        : "only \(recording.count) examples of rest: hold the board stiller and record again")
  }

  private func takeRest(_ stroke: Stroke) {
    guard case .scored(let scored) = stroke, rest?.endWindow() == true else { return }
    keep(scored, as: RestRecording.label)
    change { view in
      view.message = "hold still: \(self.rest?.count ?? 0) of \(RestRecording.wanted) recorded"
    }
  }

  /// The board's own verdict, with the page's reading of the same stroke if there is one.
  private func show(_ letter: Letter) {
    strokes += 1
    snapshot.letter = Snapshot.LetterView(
      stroke: strokes, label: letter.label, isRejected: letter.isRejected, margin: letter.margin,
      best: unnamed.map { Self.best(of: $0) }
        ?? [Snapshot.Score(label: letter.label, score: letter.score)],
      note: "recognized by the board")
    append(Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected))
    if let stroke = unnamed {
      show(stroke)
      keep(stroke)
    }
    unnamed = nil
  }

  /// The ink of the stroke that was counted last.
  private func show(_ stroke: ScoredStroke) {
    ink = InkView(
      stroke: strokes, points: stroke.ink.map { [$0.x, $0.y] },
      features: (0..<28).map { Double(stroke.features[$0]) * 0x1p-14 })
  }

  private static func best(of stroke: ScoredStroke) -> [Snapshot.Score] {
    stroke.scores.prefix(shownLabels).map { Snapshot.Score(label: $0.label, score: $0.score) }
  }

  /// Rest is no letter.
  private func append(_ mark: Snapshot.TextMark) {
    guard mark.label != RestRecording.label else { return }
    snapshot.text.append(mark)
    snapshot.text = snapshot.text.suffix(Self.textLength)
  }
}
