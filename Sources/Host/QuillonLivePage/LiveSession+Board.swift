import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// What comes from the board.
extension LiveSession {
  /// Takes a change of the connection.
  func follow(_ link: LinkState) {
    if link == .open {
      (lastSample, unnamed) = (nil, nil)
      comparison = StabilizerComparison()
      snapshot.warning = nil
      if !snapshot.text.isEmpty { append(Snapshot.TextMark(label: " ", isRejected: false)) }
    }
    snapshot.link = link
    guard link != .open else { return }
    snapshot.sensor = "no board"
    snapshot.clipping = nil
    if collectionView.isRecordingRest { endRest("the board is gone: nothing more is recorded") }
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
    case .sample(let sample, let time): lastSample = (sample, time)
    case .motion(let motion, _): follow(motion)
    case .hello: unnamed = nil
    case .letter(let letter) where letter.source == .board: showBoardLetter(letter)
    case .letter, .abandoned, .rejected, .tooSmall: take(event)
    case .status(let status): snapshot.counts.dropped = Int(status.droppedPackets.value)
    case .unusable(let shortcoming): snapshot.warning = shortcoming.words
    case .fault, .calibration, .pen, .gap: break
    }
  }

  /// Keeps an example of rest, the how manieth it is.
  func keepRest(_ reading: LetterReading, count: Int) {
    keep(reading, as: RestRecording.label)
    change { $0.message = "hold still: \(count) of \(RestRecording.wanted) recorded" }
  }

  /// So many examples of rest were recorded, unless the page has ended that before.
  func endRest(count: Int) {
    guard collectionView.isRecordingRest else { return }
    endRest(
      count == RestRecording.wanted
        ? "rest is recorded, \(count) examples"
        : "only \(count) examples of rest: hold the board stiller and record again")
  }

  /// A stroke is done: it is shown, and kept if it was asked for.
  func show(_ event: BridgeEvent, note: String, unit: StrokeSize.Unit = .meters) {
    strokes += 1
    var view = Snapshot.LetterView(stroke: strokes, note: note)
    switch event {
    case .abandoned(let reason, _): view.note = "given up: \(reason.words)"
    case .rejected(let rejection, _): view.note = "not a letter: \(rejection.words)"
    case .tooSmall(let size, let minimum, let reading, _):
      let size = StrokeSize(size: size, clippedSize: minimum, unit: unit)
      view.note = "too small: \(size.words)"
      view.size = size.words
      guard let reading else { break }
      show(reading)
      if collectionView.label == "." { keep(reading) }
    case .letter(let letter):
      view.label = letter.label
      view.size = letter.reading.map { StrokeSize($0, unit: unit).words }
      view.isRejected = letter.isRejected
      view.margin = letter.margin
      view.best = letter.reading.map(Self.best) ?? []
      append(Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected))
      if let reading = letter.reading {
        show(reading)
        if !reading.isTooSmall || collectionView.label == "." { keep(reading) }
      }
    default: break
    }
    snapshot.letter = view
  }

  private func follow(_ motion: BoardMotion) {
    guard let (sample, time) = lastSample else { return }
    chart.add(sample, time: time, motion)
    if comparison.follow(sample, motion) { compareStabilizers() }
    snapshot.clipping = clipping.add(sample)
    snapshot.isPenDown = motion.pen == .down
    snapshot.attitude = motion.attitude.map {
      [$0.w.double, $0.x.double, $0.y.double, $0.z.double]
    }
    snapshot.sensor =
      motion.fused?.status.words ?? (motion.attitude == nil ? "no attitude" : "ready")
    snapshot.field =
      motion.fused?.magneticField.map { "\($0.accuracy)" }
      ?? sample.magneticField.map { _ in "not used" }
  }

  /// Shows the ribbons of the stroke that has ended.
  private func compareStabilizers() {
    let compared = comparison.ribbons(with: source.stabilizers, plane: source.plane)
    let stroke = (ribbons?.stroke ?? 0) + 1
    guard !compared.isEmpty,
      let message = Self.message(StabilizerView(stroke: stroke, ribbons: compared))
    else { return }
    ribbons = (stroke, message)
  }

  /// A stroke is done that the bridge has read.
  private func take(_ event: BridgeEvent) {
    // What a board gives up that sends no samples is its own affair.
    guard lastSample != nil else { return }
    guard source.recognizes else { return show(event, note: "written in the air") }
    // The board's classification on it follows.
    if case .letter(let letter) = event { unnamed = letter }
  }

  /// The board's own classification, with the bridge's reading of the same stroke if there is one.
  private func showBoardLetter(_ letter: Letter) {
    strokes += 1
    let reading = unnamed?.reading
    snapshot.letter = Snapshot.LetterView(
      stroke: strokes, label: letter.label, isRejected: letter.isRejected, margin: letter.margin,
      best: reading.map(Self.best) ?? [Snapshot.Score(label: letter.label, score: letter.score)],
      note: "recognized by the board")
    append(Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected))
    if let reading {
      show(reading)
      keep(reading)
    }
    unnamed = nil
  }

  /// The ink of the stroke that was counted last.
  private func show(_ reading: LetterReading) {
    ink = InkView(
      stroke: strokes, points: reading.ink.map { [$0.x, $0.y] },
      features: (0..<28).map { Double(reading.zones[$0]) * 0x1p-14 })
  }

  private static func best(of reading: LetterReading) -> [Snapshot.Score] {
    reading.scores.prefix(shownLabels).map { Snapshot.Score(label: $0.label, score: $0.score) }
  }

  /// Rest is no letter.
  private func append(_ mark: Snapshot.TextMark) {
    guard mark.label != RestRecording.label else { return }
    snapshot.text.append(mark)
    snapshot.text = snapshot.text.suffix(Self.textLength)
  }
}
