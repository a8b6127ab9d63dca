import QuillonBridge
import QuillonSystem

/// A letter as a line of JSON; `t` in s of the board's clock since the first sample.
struct LetterLine: Encodable {
  let event = "letter"
  var t: Double
  var label: String
  var score: Double
  var margin: Double
  var rejected: Bool
  var source: String
  /// The next best labels, four at most.
  var rivals: [LetterReading.Score]

  init(_ letter: Letter) {
    t = letter.time
    label = letter.label
    score = letter.score
    margin = letter.margin
    rejected = letter.isRejected
    source = letter.source.rawValue
    rivals = letter.rivals
  }
}

/// An abandoned stroke as a line of JSON; `t` as in a letter.
struct AbandonedLine: Encodable {
  let event = "abandoned"
  var t: Double
  var reason: String
}

/// A stroke that was longer than the recognizer keeps, as a line of JSON; `t` as in a letter.
struct TruncatedLine: Encodable {
  let event = "truncated"
  var t: Double
}

/// A time without the board, s, as a line of JSON; `t` is when it began.
struct GapLine: Encodable {
  let event = "gap"
  var t: Double
  var seconds: Double
}

/// A stroke that a gate rejected, as a line of JSON: the name of the gate in PROTOCOL.md, or
/// `minimumSize`, and the measured value; `t` as in a letter.
struct RejectedLine: Encodable {
  let event = "rejected"
  var t: Double
  var gate: String
  var value: Double
}

/// The summary as a line of JSON. Latencies and their budget are in µs. They are left out if the
/// board recognizes letters itself and sends no samples.
struct SummaryLine: Encodable {
  let event = "summary"
  var samples: Int
  var lost: Int
  var damaged: Int
  var restarts: Int
  var clipped: ClippedLine
  var letters: String
  var latency: Latency?
  var work: Latency?
  var budget: Double
  var stream: StreamLine?
  var board: Board?

  /// The times that a board that recognizes letters itself reports: samples a second, µs, samples over the budget.
  struct Board: Encodable {
    var rate: Double?
    var longestLatency: UInt32?
    var misses: UInt32
  }

  struct Latency: Encodable {
    let unit = "us"
    var p50: Double
    var p99: Double
    var p999: Double
    var max: Double
    var misses: UInt64

    /// Nil without any time.
    init?(_ times: DeadlineReport) {
      guard times.count > 0 else { return nil }
      func microseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1000 }
      p50 = microseconds(times.p50)
      p99 = microseconds(times.p99)
      p999 = microseconds(times.p999)
      max = microseconds(times.maximum)
      misses = times.misses
    }
  }

  init(_ summary: BridgeSummary, word: String) {
    samples = summary.samples
    lost = summary.lost
    damaged = summary.damaged
    restarts = summary.restarts
    clipped = ClippedLine(summary.clipped)
    letters = word
    latency = Latency(summary.latency)
    work = Latency(summary.work)
    budget = Double(summary.latency.deadline) / 1000
    stream = summary.stream.map(StreamLine.init)
    board = summary.board.map {
      Board(rate: $0.rate, longestLatency: $0.longestLatency, misses: $0.lateSamples)
    }
  }
}
