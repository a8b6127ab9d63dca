import QuillonBridge
import QuillonProfiling

/// All that the page shows at one moment, but for what changes seldom and is long: it is told whole each
/// time, so that a browser that missed some is right again with the next.
struct Snapshot: Encodable {
  let kind = "state"
  /// Counts the snapshots.
  var number = 0
  /// What the samples come from, in words.
  var source = ""
  var link = LinkState.waiting
  /// What the sensors are waiting for; “ready” when for nothing.
  var sensor = "waiting for samples"
  /// How far the magnetic field can be trusted; nil when there is none.
  var field: String?
  /// Which sensors are at the end of their range; nil for none.
  var clipping: String?
  /// Why nothing will be recognized; nil when something may.
  var warning: String?
  var text: [TextMark] = []
  var letter: LetterView?
  var isPenDown = false
  /// How long a pointer may be up within a letter, ms.
  let penUpTime = LiveSession.penUpTime
  /// w, x, y, z.
  var attitude: [Double]?
  /// The samples since the last snapshot, thinned; see ``ChartRecorder``.
  var chart: [[Double?]] = []
  /// Samples a second by the board's clock.
  var rate: Double?
  /// The standard deviation of the time between samples, µs.
  var jitter: Double?
  var counts = Counts()
  var latency: LatencyView?

  /// A letter of the running text.
  struct TextMark: Encodable {
    var label: String
    var isRejected: Bool
  }

  /// The stroke written last.
  struct LetterView: Encodable {
    /// Counts the strokes.
    var stroke: Int
    /// What it is taken for; nil when it was given up.
    var label: String?
    var isRejected = false
    var margin: Double?
    /// The best labels, the best first.
    var best: [Score] = []
    /// Its size and the size that it was divided by, in words; nil when the board alone read it.
    var size: String?
    /// Who wrote and who recognized it, or why it was given up.
    var note: String
  }

  /// A label's score.
  struct Score: Encodable {
    var label: String
    var score: Double
  }

  /// What was counted.
  struct Counts: Encodable {
    var samples = 0
    /// Packets and damages on the line.
    var lost = 0
    var damaged = 0
    var restarts = 0
    /// Packets that the board could not send, as it tells from time to time.
    var dropped = 0
    /// Samples with a sensor at the end of its range.
    var clipped = 0
    /// Events that the page's state machine came too late for.
    var unseen = 0
    /// Messages that slow browsers came too late for.
    var undelivered = 0
    /// Messages of browsers that were not understood.
    var refused = 0
    var browsers = 0
  }

  /// From the arrival of a sample's last byte to the end of its recognition, µs.
  struct LatencyView: Encodable {
    var p50: Double
    var p99: Double
    var maximum: Double
    var deadline: Double
    var misses: UInt64

    init(_ report: DeadlineReport) {
      p50 = Double(report.p50) / 1000
      p99 = Double(report.p99) / 1000
      maximum = Double(report.maximum) / 1000
      deadline = Double(report.deadline) / 1000
      misses = report.misses
    }
  }
}

/// The ink of the stroke written last.
struct InkView: Encodable {
  let kind = "ink"
  var stroke: Int
  /// x and y of each point, 0…1, y down.
  var points: [[Double]]
  /// The 27 + 1 numbers that it is recognized by.
  var features: [Double]
}
