import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFileOutput
import QuillonFusion
import QuillonRecognizer
import QuillonTraining

/// The page's state machine, the only one: what comes from the board and from the browsers goes in, and
/// what the page shows comes out to all browsers alike. It never waits for any of them.
public actor LiveSession {
  /// The most browsers at once.
  static let maximumBrowsers = 8
  /// The most letters of running text.
  static let textLength = 120
  /// How long a pointer may be up within a letter that is written on the page, ms: so long at most it is in 98 of 100
  /// letters that people write on a tablet.
  static let penUpTime: UInt16 = 500
  /// A browser is asked whether it is there after so many looks at what has come, once a second, and is gone when it
  /// has said nothing for so many, 5 s.
  static let (pingInterval, longestSilence) = (25, 125)
  /// How many labels are shown with their scores.
  static let shownLabels = 5

  /// Where the board's events go in.
  public nonisolated let feed = EventFeed()

  /// What the page asks of the bridge.
  nonisolated let requests = PageRequests()
  let source: PageSource
  let firstModel: LoadedModel
  /// What letters are recognized by.
  var model: LoadedModel
  let folder: URL?
  var snapshot = Snapshot()
  var ink: InkView?
  var collection = SampleCollection()
  var collectionView = CollectionView()
  /// Counts the changes of the collection.
  var collectionVersion = 1
  var touch: TouchPad
  /// The board's last sample, and its time, s; nil before the first one of a connection.
  var lastSample: (sample: InertialSample, time: Double)?
  /// The browsers that hold the pen down.
  var penHolders: Set<Int> = [] { didSet { requests.holdPen(!penHolders.isEmpty) } }
  /// The browser whose pointer is down.
  var toucher: Int?
  var clipping = ClippingWatch()
  var chart = ChartRecorder()
  /// The motion of the last stroke in the air, and its ribbons under each stabilizer as a message; nil before the first.
  var comparison = StabilizerComparison()
  var ribbons: (stroke: Int, message: Data)?
  /// How many strokes were shown.
  var strokes = 0
  /// The page's own reading of a stroke that the board has yet to name.
  var unnamed: Letter?
  private var browsers: [Int: Browser] = [:]
  private var browserNumbers = 0

  private struct Browser {
    var outbox: Outbox
    /// Which stroke's ink and ribbons and which state of the collection were sent last.
    var ink = 0
    var ribbons = 0
    var collection = 0
    /// How many looks ago it said something.
    var silence = 0
  }

  /// A session that has seen nothing.
  ///
  /// - Parameters:
  ///   - source: what the samples come from.
  ///   - model: what strokes are recognized by at first.
  ///   - folder: where examples and models are saved; nil if nowhere.
  public init(source: PageSource, model: LoadedModel, folder: String?) {
    self.source = source
    snapshot.source = source.words
    firstModel = model
    self.model = model
    self.folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    touch = TouchPad(
      model: model.labeled, writing: WritingSettings(penUpTime: Self.penUpTime))
    collectionView.labels = model.labels
    collectionView.model = model.name
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
      case .trouble(let words): snapshot.warning = words
      case .event(let event): follow(event)
      case .rest(let reading, let count): keepRest(reading, count: count)
      case .restEnded(let count): endRest(count: count)
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
    // Nobody is left to lift what it held down.
    penHolders.remove(number)
    guard toucher == number else { return }
    touch.restart()
    toucher = nil
  }

  /// A browser has said something, were it only that it is there.
  func hear(_ number: Int) { browsers[number]?.silence = 0 }

  /// A browser's message was not looked at.
  func countRefused() { snapshot.counts.refused += 1 }

  private func broadcast() {
    snapshot.number += 1
    lookAfterBrowsers()
    snapshot.chart = chart.drain()
    snapshot.rate = chart.timing.rate
    snapshot.jitter = chart.timing.jitter
    snapshot.counts.clipped = clipping.count
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
      if let (stroke, message) = ribbons, browser.ribbons != stroke, browser.outbox.send(message) {
        browser.ribbons = stroke
      }
      if let examples, browser.collection != collectionVersion, browser.outbox.send(examples) {
        browser.collection = collectionVersion
      }
      browsers[number] = browser
    }
  }

  /// A browser that vanished without a word, asleep or off the network, does not answer.
  private func lookAfterBrowsers() {
    for (number, browser) in browsers {
      let silence = browser.silence + 1
      browsers[number]?.silence = silence
      if silence > Self.longestSilence {
        detach(number)
      } else if silence.isMultiple(of: Self.pingInterval) {
        browser.outbox.ping()
      }
    }
  }

  static func message(_ value: some Encodable) -> Data? {
    try? JSONLine.data(of: value)
  }
}
