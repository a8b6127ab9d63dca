import QuillonBridge
import QuillonSystem

/// The state of the page at one moment, except what is long and changes rarely. Each snapshot is
/// complete, so a browser that missed some is right again with the next one.
struct Snapshot: Encodable {
  let kind = "state"
  /// The number of the snapshot.
  var number = 0
  /// A description of the source, for people.
  var source = ""
  var link = LinkState.waiting
  /// True for a board that nobody holds, and while it is paused.
  var isSimulated = false
  var isPaused = false
  /// What the sensors wait for; “ready” if they wait for nothing.
  var sensor = "waiting for samples"
  /// The accuracy of the magnetic field. Nil if there is no field.
  var field: String?
  /// Where the board's top edge points, degrees clockwise from the north of the frame; nil in a frame without north.
  var heading: Double?
  /// What is to be known about the reference frame: why it isn't available, or what would make it better. Nil for nothing.
  var frameNote: String?
  /// True if the attitude is relative to one that the board had.
  var isRelative = false
  /// The sensors at the end of their range. Nil for none.
  var clipping: String?
  /// Why nothing will be recognized. Nil if letters can be recognized.
  var warning: String?
  /// True for a board in a hand whose letters are found by its motion, because it has no pen.
  var hasNoPen = false
  /// True if a hand writes as if the board were on a wrist, and nothing is known of that.
  var seemsOnWrist = false
  var text: [TextMark] = []
  var letter: LetterView?
  var isPenDown = false
  /// How long a pointer may be up within a letter, ms.
  var penUpTime = LiveSession.penUpTime
  /// What is being written while the hand moves; nil if that is not shown.
  var prediction: PredictionView?
  /// The attitude: w, x, y, z.
  var attitude: [Double]?
  /// The samples since the last snapshot, thinned out; see ``ChartRecorder``.
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

  /// The last stroke.
  struct LetterView: Encodable {
    /// The number of the stroke.
    var stroke: Int
    /// The label of the answer. Nil if the stroke was abandoned or rejected by a gate.
    var label: String?
    var isRejected = false
    var margin: Double?
    /// When it was complete by the board's clock, s; nil for what was drawn on the page.
    var time: Double?
    /// The best labels, the best first.
    var best: [LetterReading.Score] = []
    /// Its size and the size that it was divided by, in words. Nil if the board alone read it.
    var size: String?
    /// Where it was written or recognized, or why there is no answer.
    var note: String
  }

  /// The counts.
  struct Counts: Encodable {
    var samples = 0
    /// Packets lost and damaged on the line.
    var lost = 0
    var damaged = 0
    var restarts = 0
    /// Packets that the board could not send. The board reports them from time to time.
    var dropped = 0
    /// Samples with a sensor at the end of its range.
    var clipped = 0
    /// Events that were dropped because the page's state machine was too slow.
    var unseen = 0
    /// Messages that were dropped because a browser was too slow.
    var undelivered = 0
    /// Messages of browsers that were not understood.
    var refused = 0
    var browsers = 0
  }

  /// The latency from the arrival of a sample's last byte to the end of its recognition, µs.
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

/// The ink of the last stroke.
struct InkView: Encodable {
  let kind = "ink"
  var stroke: Int
  /// x and y of each point, 0…1, y down.
  var points: [[Double]]
  /// The 27 + 1 zone features.
  var features: [Double]
}
