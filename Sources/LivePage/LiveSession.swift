import Bridge
import Foundation
import Motion
import Pipeline
import Training

/// The page's state machine, the only one: what comes from the board and from the browsers goes in, and
/// what the page shows comes out to all browsers alike. It never waits for any of them.
public actor LiveSession {
  /// The most browsers at once.
  static let maximumBrowsers = 8
  /// The most letters of running text.
  static let textLength = 120
  /// How many labels are shown with their scores.
  static let shownLabels = 5

  /// Where the board's events go in.
  public nonisolated let feed = EventFeed()

  let firstModel: ModelFile
  let folder: URL?
  var snapshot = Snapshot()
  var ink: InkView?
  var collection = SampleCollection()
  var collectionView = CollectionView()
  /// Counts the changes of the collection.
  var collectionVersion = 1
  var board: StrokeFollower
  var touch: StrokeFollower
  var isPagePenDown = false
  private var chart = ChartRecorder()
  private var strokes = 0
  private var browsers: [Int: Browser] = [:]
  private var browserNumbers = 0

  private struct Browser {
    var outbox: Outbox
    /// Which stroke's ink and which state of the collection were sent last.
    var ink = 0
    var collection = 0
  }

  /// A session that has seen nothing.
  ///
  /// - Parameters:
  ///   - source: what the samples come from, in words for the page.
  ///   - model: what strokes are recognized by at first.
  ///   - folder: where examples and models are saved; nil if nowhere.
  public init(source: String, model: ModelFile, folder: String?) {
    snapshot.source = source
    firstModel = model
    self.folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    board = StrokeFollower(model: model)
    touch = StrokeFollower(model: model)
    collectionView.labels = model.labels
  }

  /// Looks at what has come and tells the browsers, 25 times a second, until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      tick()
      try? await Task.sleep(for: .milliseconds(40))
    }
  }

  /// Looks at what has come, and tells every browser.
  public func tick() {
    let batch = feed.drain()
    for item in batch.items {
      switch item {
      case .link(let link): follow(link)
      case .event(let event): follow(event)
      }
    }
    if let summary = batch.summary { follow(summary) }
    snapshot.counts.unseen = batch.dropped
    broadcast()
  }

  /// A browser came with its outbox: the number for ``detach(_:)``, or nil when there are too many.
  func attach(_ outbox: Outbox) -> Int? {
    guard browsers.count < Self.maximumBrowsers else { return nil }
    browserNumbers += 1
    browsers[browserNumbers] = Browser(outbox: outbox)
    return browserNumbers
  }

  /// A browser is gone.
  func detach(_ number: Int) {
    browsers.removeValue(forKey: number)?.outbox.close()
    // Nobody is left to lift it.
    if browsers.isEmpty { isPagePenDown = false }
  }

  /// A browser's message was not looked at.
  func countRefused() { snapshot.counts.refused += 1 }

  /// A stroke is done: it is shown, and kept if it was asked for.
  func show(_ stroke: Stroke, note: String) {
    strokes += 1
    var letter = Snapshot.LetterView(stroke: strokes, note: note)
    switch stroke {
    case .abandoned(let reason):
      letter.note = "given up: \(reason.words)"
    case .scored(let scored):
      letter.label = scored.label
      letter.isRejected = scored.isRejected
      letter.margin = scored.margin
      letter.best = scored.scores.prefix(Self.shownLabels).map {
        Snapshot.Score(label: $0.label, score: $0.score)
      }
      append(Snapshot.TextMark(label: scored.label, isRejected: scored.isRejected))
      ink = InkView(
        stroke: strokes, points: scored.ink.map { [$0.x, $0.y] },
        features: (0..<28).map { Double(scored.features[$0]) * 0x1p-14 })
      keep(scored)
    }
    snapshot.letter = letter
  }

  private func append(_ mark: Snapshot.TextMark) {
    snapshot.text.append(mark)
    snapshot.text = snapshot.text.suffix(Self.textLength)
  }

  private func follow(_ link: LinkState) {
    if link == .open {
      board.restart()
      if !snapshot.text.isEmpty { append(Snapshot.TextMark(label: " ", isRejected: false)) }
    }
    snapshot.link = link
    if link != .open { snapshot.sensor = "no board" }
  }

  private func follow(_ summary: BridgeSummary) {
    snapshot.counts.samples = summary.samples
    snapshot.counts.lost = summary.lost
    snapshot.counts.damaged = summary.damaged
    snapshot.counts.restarts = summary.restarts
    if summary.latency.count > 0 { snapshot.latency = Snapshot.LatencyView(summary.latency) }
  }

  private func follow(_ event: BridgeEvent) {
    switch event {
    case .sample(let sample, let time): follow(sample, time: time)
    case .hello: board.restart()
    case .letter(let letter) where letter.source == .board: show(letter)
    // The follower finds the strokes of a board that sends samples by itself, with their ink.
    case .letter, .abandoned, .rejected, .status, .fault, .calibration, .pen, .unusable: break
    }
  }

  private func follow(_ sample: InertialSample, time: Double) {
    var sample = sample
    if isPagePenDown { sample.pen = .down }
    if let stroke = board.push(sample) { show(stroke, note: "written in the air") }
    let motion = board.deviceMotion
    let attitude = sample.attitude?.validated ?? motion?.attitude
    let linear =
      motion.map { $0.attitude.rotate($0.linearAcceleration) }
      ?? attitude.map { sample.acceleration.inReferenceFrame(of: $0) }
    let (velocity, position) = board.motion
    chart.add(
      sample, time: time, attitude: attitude, linear: linear,
      rate: motion?.angularRate ?? sample.angularRate, velocity: velocity, position: position)
    snapshot.isPenDown = sample.pen == .down
    snapshot.attitude = attitude.map { [$0.w.double, $0.x.double, $0.y.double, $0.z.double] }
    snapshot.sensor = motion?.status.words ?? (attitude == nil ? "no attitude" : "ready")
    snapshot.field =
      motion?.magneticField.map { "\($0.accuracy)" } ?? sample.magneticField.map { _ in "not used" }
  }

  private func show(_ letter: Letter) {
    strokes += 1
    snapshot.letter = Snapshot.LetterView(
      stroke: strokes, label: letter.label, isRejected: letter.isRejected, margin: letter.margin,
      best: [Snapshot.Score(label: letter.label, score: letter.score)],
      note: "recognized by the board")
    append(Snapshot.TextMark(label: letter.label, isRejected: letter.isRejected))
  }

  private func broadcast() {
    snapshot.number += 1
    snapshot.chart = chart.drain()
    snapshot.rate = chart.timing.rate
    snapshot.jitter = chart.timing.jitter
    snapshot.counts.browsers = browsers.count
    guard !browsers.isEmpty, let state = Self.message(snapshot) else { return }
    let ink = self.ink.flatMap { ink in Self.message(ink).map { (ink.stroke, $0) } }
    let examples = Self.message(collectionView)
    for number in browsers.keys.sorted() {
      guard var browser = browsers[number] else { continue }
      if !browser.outbox.send(state) { snapshot.counts.undelivered += 1 }
      if let (stroke, message) = ink, browser.ink != stroke, browser.outbox.send(message) {
        browser.ink = stroke
      }
      if let examples, browser.collection != collectionVersion, browser.outbox.send(examples) {
        browser.collection = collectionVersion
      }
      browsers[number] = browser
    }
  }

  private static func message(_ value: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(value)
  }
}
