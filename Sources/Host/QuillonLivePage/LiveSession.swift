import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSerialFormats
import QuillonSystem
import QuillonTraining

/// The only state machine of the page. Events of the board and requests of the browsers go in. What
/// the page shows goes out to all browsers alike. It never waits for a browser.
public actor LiveSession {
  /// The greatest number of browsers at once.
  static let maximumBrowsers = 8
  /// The greatest number of letters in the running text.
  static let textLength = 120
  /// How long the pointer may be up within a letter that is written on the page, ms. In 98 of 100
  /// letters that people write on a tablet, the pen is up for less.
  static let penUpTime: UInt16 = 500
  /// A browser is pinged once a second, after this many ticks. It counts as gone if it has been
  /// silent for 5 s, this many ticks.
  static let (pingInterval, longestSilence) = (25, 125)
  /// The ticks between two looks at the board's bytes.
  static let bytesInterval = 12
  /// How many labels are shown with their scores.
  static let shownLabels = 5

  /// The queue for the events of the board.
  public nonisolated let feed = EventFeed()

  /// What comes from the board's port.
  public nonisolated let received = RawBytes()

  /// Letters like those that a model already knows, by the features that it scores: what a model is taught changes its
  /// answers to them little.
  public typealias KnownLetters = @Sendable (FeatureSet) throws -> [NetworkLetter]

  /// True while a simulated board is to send nothing.
  public nonisolated var isBoardPaused: Bool { requests.isBoardPaused }

  /// True while a person has named the columns of the board and nobody has fetched them: the board is to be opened anew.
  public nonisolated var hasColumns: Bool { requests.hasColumns }

  /// The columns that a person has named, once, as in `ax,ay,az,gx,gy,gz`; nil for none.
  public nonisolated func takeColumns() -> String? { requests.takeColumns() }

  /// The requests of the page to the bridge.
  nonisolated let requests = PageRequests()
  let source: PageSource
  let firstModel: LoadedModel
  let known: KnownLetters?
  /// The model that recognizes the letters.
  var model: LoadedModel
  let folder: URL?
  var snapshot = Snapshot()
  var ink: InkView?
  var collection = SampleCollection()
  var collectionView = CollectionView()
  /// The number of changes of the collection.
  var collectionVersion = 1
  /// What is not saved yet.
  var unsaved = UnsavedChanges()
  var touch: TouchPad
  /// The points of the letter that is being drawn.
  var drawn = DrawnLetter()
  /// The board's motion of the last seconds.
  var motions = MotionBuffer()
  /// Predicts what is being written while the hand moves; nil if that is not wanted.
  var continuous: ContinuousReader?
  /// The test that is under way, or has ended; nil before the first.
  var test: LetterTest?
  /// The strokes of the test.
  var tested = SampleCollection()
  var testView = TestView()
  /// Counts the changes of the test.
  var testVersion = 1
  /// The first steps with the board.
  var setup = BoardSetup()
  var wrist = WristWatch()
  var setupView = SetupView()
  /// Counts the changes of the first steps.
  var setupVersion = 1
  /// The files that the first steps have brought, by their names.
  var boardFiles: [String: [UInt8]] = [:]
  /// What is known of the board's sensors; nil for nothing.
  var calibration: SensorCalibration?
  /// The writing plane of letters in the air.
  var plane: PlaneRule
  /// The last sample of the board and its time, s. Nil before the first sample of a connection.
  var lastSample: (sample: InertialSample, time: Double)?
  /// The browsers that hold the pen down.
  var penHolders: Set<Int> = [] { didSet { requests.holdPen(!penHolders.isEmpty) } }
  /// The browser whose pointer is down.
  var toucher: Int?
  /// Reports what contradicts the units of the board.
  var units = UnitWatch()
  /// True while the warning is that the sensor stands still.
  var tellsFrozen = false
  var chart = ChartRecorder()
  /// The motion of the last stroke in the air.
  var comparison = StabilizerComparison()
  /// The ribbons of that stroke under each stabilizer, as a message. Nil before the first stroke.
  var ribbons: (stroke: Int, message: Data)?
  /// The number of strokes shown.
  var strokes = 0
  /// The page's own reading of a stroke that the board has not classified yet.
  var unnamed: Letter?
  private var browsers: [Int: Browser] = [:]
  private var browserNumbers = 0

  private struct Browser {
    var outbox: Outbox
    /// The numbers of the strokes whose ink and ribbons were sent last, and the version of the
    /// collection sent last.
    var ink = 0
    var ribbons = 0
    var collection = 0
    var test = 0
    var setup = 0
    /// How many of the board's bytes it knows of.
    var bytes = 0
    /// True once it knows how a telephone gets to its page.
    var isInvited = false
    /// The number of ticks since its last message.
    var silence = 0
  }

  /// Creates a session without events.
  ///
  /// - Parameters:
  ///   - source: what the samples come from.
  ///   - model: what strokes are recognized by at first.
  ///   - folder: where examples and models are saved; nil if nowhere.
  ///   - saved: what was saved there before, to go on with.
  ///   - known: letters like those that `model` knows; without them it can't be taught, and few examples train another.
  public init(
    source: PageSource, model: LoadedModel, folder: String?, saved: SavedPage? = nil,
    known: KnownLetters? = nil
  ) {
    self.source = source
    (calibration, plane) = (source.calibration, source.plane)
    snapshot.source = source.words
    snapshot.isSimulated = source.isSimulated
    self.known = known
    firstModel = model
    let used = saved?.model ?? model
    self.model = used
    self.folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let penUpTime = source.penUpTime ?? Self.penUpTime
    snapshot.penUpTime = penUpTime
    touch = TouchPad(model: used.labeled, writing: WritingSettings(penUpTime: penUpTime))
    collectionView.labels = used.labels
    collectionView.model = used.name
    collectionView.firstModel = model.name
    collectionView.folder = folder
    setupView.isThere = source.canBeSetUp
    setupView.isNew = source.calibration == nil && source.plane == PlaneRule()
    if source.calibration != nil { setupView.done.insert(.calibration) }
    if source.plane != PlaneRule() { setupView.done.insert(.wrist) }
    guard let saved else { return }
    if saved.model != nil { requests.use(used) }
    collection = saved.collection(readWith: source.stabilizers)
    collectionView.settings = saved.settings
    collectionView.show(collection)
    continuous = saved.settings.isContinuous ? Self.reader(of: used, for: source) : nil
  }

  /// Calls ``tick()`` 25 times a second until the task is canceled.
  public func run() async {
    while !Task.isCancelled {
      tick()
      try? await Task.sleep(for: .milliseconds(40))
    }
  }

  /// Drains the feed and sends the new state to all browsers.
  public func tick() {
    let batch = feed.drain()
    for item in batch.items {
      switch item {
      case .link(let link): follow(link)
      case .trouble(let words, let seen):
        snapshot.warning = words
        showSeen(seen)
      case .event(let event): follow(event)
      case .found(let lines, let rateUnit):
        units.expect(ColumnUnits(rate: rateUnit))
        showFound(lines)
      case .rest(let reading, let count): keepRest(reading, count: count)
      case .restEnded(let count): endRest(count: count)
      }
    }
    if let summary = batch.summary { follow(summary) }
    snapshot.counts.unseen = batch.dropped
    if unsaved.isDue() { saveChanges() }
    broadcast()
  }

  /// Adds a browser with its outbox. Returns its number for ``detach(_:)``. Nil if there are too
  /// many browsers.
  func attach(_ outbox: Outbox) -> Int? {
    guard browsers.count < Self.maximumBrowsers else { return nil }
    browserNumbers += 1
    browsers[browserNumbers] = Browser(outbox: outbox)
    return browserNumbers
  }

  /// Removes a browser.
  func detach(_ number: Int) {
    browsers.removeValue(forKey: number)?.outbox.close()
    // The browser can no longer lift the pen that it held down.
    penHolders.remove(number)
    guard toucher == number else { return }
    touch.restart()
    drawn = DrawnLetter()
    toucher = nil
  }

  /// A browser has sent a message of any kind.
  func hear(_ number: Int) { browsers[number]?.silence = 0 }

  /// A message of a browser was refused.
  func countRefused() { snapshot.counts.refused += 1 }

  private func broadcast() {
    snapshot.number += 1
    lookAfterBrowsers()
    snapshot.chart = chart.drain()
    snapshot.hasNoPen =
      snapshot.link == .open && !source.isSimulated && requests.findsPenByMotion
    snapshot.rate = chart.timing.rate
    snapshot.jitter = chart.timing.jitter
    snapshot.counts.browsers = browsers.count
    guard !browsers.isEmpty, let state = Self.message(snapshot) else { return }
    let ink = self.ink.flatMap { ink in Self.message(ink).map { (ink.stroke, $0) } }
    let examples = Self.message(collectionView)
    let test = Self.message(testView)
    let setup = setupView.isThere ? Self.message(setupView) : nil
    let phone = source.phone.flatMap { Self.message($0) }
    let received =
      setupView.isThere && snapshot.number.isMultiple(of: Self.bytesInterval) ? received.view : nil
    let bytes = received.flatMap { Self.message($0) }
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
      if let setup, browser.setup != setupVersion, browser.outbox.send(setup) {
        browser.setup = setupVersion
      }
      if let received, let bytes, browser.bytes != received.count, browser.outbox.send(bytes) {
        browser.bytes = received.count
      }
      if let phone, !browser.isInvited { browser.isInvited = browser.outbox.send(phone) }
      if let test, browser.test != testVersion, browser.outbox.send(test) {
        browser.test = testVersion
      }
      browsers[number] = browser
    }
  }

  /// Pings the browsers and removes those that do not answer, because they sleep or have left the
  /// network.
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
