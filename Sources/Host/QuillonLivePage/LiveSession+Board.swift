import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Events of the board.
extension LiveSession {
  /// Handles a change of the connection.
  func follow(_ link: LinkState) {
    if link == .open {
      (lastSample, unnamed) = (nil, nil)
      (units, tellsFrozen) = (UnitWatch(), false)
      motions.clear()
      comparison = StabilizerComparison()
      snapshot.warning = nil
      if !snapshot.text.isEmpty {
        append(Snapshot.TextMark(label: " ", isRejected: false), isOwn: false)
      }
    }
    snapshot.link = link
    guard link != .open else { return }
    snapshot.sensor = "no board"
    snapshot.clipping = nil
    if collectionView.isRecordingRest { endRest("the board is gone: nothing more is recorded") }
  }

  /// Copies the bridge's counts.
  func follow(_ summary: BridgeSummary) {
    snapshot.counts.samples = summary.samples
    snapshot.counts.lost = summary.lost
    snapshot.counts.damaged = summary.damaged
    snapshot.counts.restarts = summary.restarts
    snapshot.counts.clipped = summary.clipped.samples
    if summary.latency.count > 0 { snapshot.latency = Snapshot.LatencyView(summary.latency) }
  }

  /// Handles an event of the bridge.
  func follow(_ event: BridgeEvent) {
    switch event {
    case .sample(let sample, let time):
      lastSample = (sample, time)
      if !source.isSimulated { followUnits(sample) }
      followSetup(sample)
      predict(event)
    case .motion(let motion, _):
      follow(motion)
      predict(event)
    case .hello: unnamed = nil
    case .letter(let letter) where letter.source == .board: showBoardLetter(letter)
    case .letter, .abandoned, .rejected, .tooSmall: if !tellsWhileMoving { take(event) }
    case .status(let status): snapshot.counts.dropped = Int(status.droppedPackets.value)
    case .unusable(let shortcoming): snapshot.warning = shortcoming.words
    case .fault, .calibration, .stabilizers, .labels, .truncated, .pen, .gap: break
    }
  }

  /// Warns of what contradicts the units, and of a sensor that stands still as long as it does.
  private func followUnits(_ sample: InertialSample) {
    units.add(sample)
    if let words = units.words {
      (snapshot.warning, tellsFrozen) = (words, units.isFrozen)
    } else if tellsFrozen, !units.isFrozen {
      (snapshot.warning, tellsFrozen) = (nil, false)
    }
  }

  /// Stores an example of rest. `count` is its number, from 1.
  func keepRest(_ reading: LetterReading, count: Int) {
    let source = lastSample.flatMap { motions.stroke(from: nil, to: $0.time, penUpTime: 0) }
    keepExample(reading, from: source, as: RestRecording.label)
    change { $0.message = "hold still: \(count) of \(RestRecording.wanted) recorded" }
  }

  /// The recording of rest has ended with `count` examples, unless the page ended it before.
  func endRest(count: Int) {
    guard collectionView.isRecordingRest else { return }
    endRest(
      count == RestRecording.wanted
        ? "rest is recorded, \(count) examples"
        : "only \(count) examples of rest: hold the board stiller and record again")
  }

  /// A stroke is done: it is shown, and kept if it was asked for.
  func show(
    _ event: BridgeEvent, note: String, from source: StrokeSource? = nil,
    unit: StrokeSize.Unit = .meters
  ) {
    strokes += 1
    var view = Snapshot.LetterView(stroke: strokes, note: note)
    // Examples and answers are what a person does, not a simulated board.
    let isOwn = unit == .pixels || !self.source.isSimulated
    switch event {
    case .abandoned(let reason, _):
      view.note = "given up: \(reason.words)"
      if isOwn { tellNotKept(view.note) }
    case .rejected(let rejection, _):
      view.note = "not a letter: \(rejection.words)"
      if isOwn { tellNotKept(view.note) }
    case .tooSmall(let size, let minimum, let reading, _):
      let size = StrokeSize(size: size, clippedSize: minimum, unit: unit)
      view.note = "too small: \(size.words)"
      view.size = size.words
      if isOwn, collectionView.label != "." { tellNotKept(view.note) }
      guard let reading else { break }
      show(reading)
      if isOwn, collectionView.label == "." { keep(reading, from: source) }
    case .letter(let letter):
      view.label = letter.label
      view.time = unit == .meters ? letter.time : nil
      view.size = letter.reading.map { StrokeSize($0, unit: unit).words }
      view.isRejected = letter.isRejected
      view.margin = letter.margin
      view.best = letter.reading.map(Self.best) ?? []
      append(Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected), isOwn: isOwn)
      if let reading = letter.reading {
        show(reading)
        if isOwn, !reading.isTooSmall || collectionView.label == "." {
          keep(reading, from: source)
        }
      }
      if isOwn { takeTest(letter, from: source) }
      if unit == .meters { followSetup(letter) }
    default: break
    }
    if unit == .meters, view.label == nil { tellNoFirstLetter(view.note) }
    snapshot.letter = view
  }

  /// A stroke was not kept although strokes are collected: that is reported where examples are
  /// shown.
  private func tellNotKept(_ note: String) {
    guard let label = collectionView.label else { return }
    change { $0.refuse("not kept as \(label): \(note)") }
  }

  private func follow(_ motion: BoardMotion) {
    guard let (sample, time) = lastSample else { return }
    chart.add(sample, time: time, motion)
    motions.add(motion, time: time)
    if comparison.follow(sample, motion) { compareStabilizers() }
    followWrist(motion)
    snapshot.clipping = motion.clipped
    snapshot.isPenDown = motion.pen == .down
    snapshot.attitude = motion.attitude.map {
      [$0.w.double, $0.x.double, $0.y.double, $0.z.double]
    }
    snapshot.sensor =
      motion.fused?.status.words ?? (motion.attitude == nil ? "no attitude" : "ready")
    snapshot.heading = motion.fused?.heading.map { $0.degrees.double }
    if motion.knowsFrameNote { snapshot.frameNote = motion.frameNote }
    snapshot.isRelative = motion.reference != nil
    snapshot.field =
      motion.fused?.magneticField.map { "\($0.accuracy)" }
      ?? sample.magneticField.map { _ in "not used" }
  }

  /// Shows the ribbons of the stroke that has ended.
  private func compareStabilizers() {
    let compared = comparison.ribbons(with: source.stabilizers, plane: plane)
    let stroke = (ribbons?.stroke ?? 0) + 1
    guard !compared.isEmpty,
      let message = Self.message(StabilizerView(stroke: stroke, ribbons: compared))
    else { return }
    ribbons = (stroke, message)
  }

  /// A stroke is complete that the bridge has read.
  private func take(_ event: BridgeEvent) {
    // A board that sends no samples reports abandoned strokes itself. The page does not show them.
    guard lastSample != nil else { return }
    guard source.recognizes else {
      return show(event, note: "written in the air", from: stroke(of: event))
    }
    // The board's own classification of it follows.
    if case .letter(let letter) = event { unnamed = letter }
  }

  /// The motion of the stroke that the bridge has read; nil if it has no reading.
  private func stroke(of event: BridgeEvent) -> StrokeSource? {
    let (beginning, end): (Double?, Double)
    switch event {
    case .letter(let letter): (beginning, end) = (letter.beginning, letter.time)
    case .tooSmall(_, _, _, let time): (beginning, end) = (nil, time)
    default: return nil
    }
    return motions.stroke(
      from: beginning, to: end, penUpTime: Double(source.penUpTime ?? 0) / 1000)
  }

  /// Shows the board's classification, together with the bridge's reading of the same stroke if
  /// there is one.
  private func showBoardLetter(_ letter: Letter) {
    strokes += 1
    let reading = unnamed?.reading
    let stroke = unnamed.flatMap { self.stroke(of: .letter($0)) }
    snapshot.letter = Snapshot.LetterView(
      stroke: strokes, label: letter.label, isRejected: letter.isRejected, margin: letter.margin,
      time: unnamed?.time,
      best: reading.map(Self.best)
        ?? [LetterReading.Score(label: letter.label, score: letter.score)] + letter.rivals,
      note: "recognized by the board")
    append(
      Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected),
      isOwn: !source.isSimulated)
    if let reading {
      show(reading)
      if !source.isSimulated { keep(reading, from: stroke) }
    }
    var named = letter
    named.reading = reading
    if !source.isSimulated { takeTest(named, from: stroke) }
    followSetup(letter)
    unnamed = nil
  }

  /// Shows the ink of the last stroke.
  private func show(_ reading: LetterReading) {
    ink = InkView(
      stroke: strokes, points: reading.ink.map { [$0.x, $0.y] },
      features: (0..<28).map { Double(reading.zones[$0]) * 0x1p-14 })
  }

  private static func best(of reading: LetterReading) -> [LetterReading.Score] {
    Array(reading.scores.prefix(shownLabels))
  }

  /// Adds a letter to the text. Rest is not a letter, and what a person writes as an example is no text.
  private func append(_ mark: Snapshot.TextMark, isOwn: Bool) {
    guard mark.label != RestRecording.label, !isOwn || collectionView.label == nil else { return }
    snapshot.text.append(mark)
    snapshot.text = snapshot.text.suffix(Self.textLength)
  }
}
