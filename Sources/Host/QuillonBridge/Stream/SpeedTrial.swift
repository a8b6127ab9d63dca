import QuillonRecordings
import QuillonSerial
import QuillonSerialFormats
import QuillonSystem

/// Listens at one speed, and tries to understand what comes.
struct SpeedTrial {
  /// How long one trial listens at most.
  private static let limit = Duration.seconds(3)
  /// The same for slow boards whose columns have names, and which a few lines more give their units.
  private static let patience = Duration.seconds(5)
  /// How much of an earlier trial the next one hears again, ns: the beginning of a message or a
  /// header line may be there.
  private static let overlap: UInt64 = 1_000_000_000

  /// How long to wait for the first byte, and how long to listen after it.
  let timeout: Duration
  let listening: Duration
  /// The header line that names the columns of lines of numbers, if the caller knows them. Empty to find the columns.
  let header: [UInt8]
  /// The name of the format, if it is known. Nil for any.
  let only: String?
  private(set) var bytes: [ReceivedBytes] = []
  /// The number of bytes that no trial before had.
  private(set) var newCount = 0
  /// True if the port went away.
  private(set) var isGone = false
  /// What the columns of lines of numbers hold, if nothing names them or the caller knows another number of columns.
  private(set) var columns: ColumnAssignment?
  private var detector = FormatDetector()
  private var finder = ColumnFinder()
  /// What finds the units of columns that the caller names; nil if none are named.
  private var given: ColumnFinder?

  init(timeout: Duration, listening: Duration, header: [UInt8], only: String?) {
    self.only = only
    self.timeout = timeout
    self.listening = listening
    self.header = header
    given = header.isEmpty ? nil : ColumnFinder(header: header)
  }

  /// The trial after this one at the same speed.
  func next() -> SpeedTrial {
    var next = SpeedTrial(
      timeout: Self.limit, listening: Self.limit, header: header, only: only)
    let now = MonotonicClock.now()
    for read in bytes where now &- read.arrival < Self.overlap {
      next.take(read)
    }
    next.newCount = 0
    return next
  }

  mutating func listen(to transport: any ByteTransport, isCancelled: () -> Bool) {
    let start = ContinuousClock.now
    var firstByte: ContinuousClock.Instant?
    func isOver() -> Bool {
      if isCancelled() || isSure { return true }
      // Damaged bytes never give certainty, but one second of them is enough. Numbers without names
      // take longer to identify.
      if let firstByte, .now > firstByte + .seconds(1),
        detector.hasOwnPacket || detector.best.map({ $0.format.name != "csv" }) ?? false
      {
        return true
      }
      let end = firstByte.map { min($0 + listening, start + Self.limit) } ?? start + timeout
      return end <= .now && (!lacksUnits || start + Self.patience <= .now)
    }
    let ending = PortReader(transport).run(while: { !isOver() }) { read, arrival in
      firstByte = firstByte ?? .now
      take(ReceivedBytes(arrival: arrival, bytes: Array(read)))
    }
    isGone = ending == .disconnected
    if holdsUnnamedColumns, !fitsNames { columns = finder.assignment }
  }

  /// The format. Nil if it is not known, or if the meaning of its numbers is not.
  var format: BoardFormat? {
    guard !isZero else { return nil }
    if holdsUnnamedColumns {
      return columns == nil && given == nil ? nil : BoardFormat.named("csv")
    }
    if let only { return detector.best?.format.name == only ? detector.best?.format : nil }
    return detector.best?.format ?? (detector.hasOwnPacket ? BoardFormat.named("quillon") : nil)
  }

  /// True if the board names its columns, and a few lines more show their units.
  private var lacksUnits: Bool {
    detector.best?.format.name == "csv" && (given ?? finder).lacksUnits
  }

  /// The last whole line of text with a word.
  var lastText: String? {
    bytes.flatMap(\.bytes).split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
      .dropLast().reversed().lazy.map { BoardText(Array($0)) }.first { $0.hasWord }?.line
  }

  /// True if what came is text: the speed is right then.
  var isText: Bool {
    let all = bytes.lazy.flatMap(\.bytes)
    let readable = all.count { $0 >= 0x20 && $0 < 0x7F || (0x09...0x0D).contains($0) }
    return newCount > 0 && readable * 20 >= 19 * all.count
  }

  /// True if rows of numbers come without names. A row whose first column is no time is none of the format's usual rows, so
  /// nothing decodes it until its columns are found.
  private var holdsUnnamedColumns: Bool {
    guard !finder.hasNames else { return false }
    guard let best = detector.best else {
      return !detector.hasOwnPacket && (fitsNames || finder.isSure)
    }
    return best.format.name == "csv"
  }

  /// The units of columns that the board or the caller names.
  var namedUnits: (units: ColumnUnits, remarks: [String])? {
    given?.namedUnits ?? finder.namedUnits
  }

  /// The number of columns of lines of numbers that the board does not name. Nil for other formats.
  var unnamedCount: Int? { holdsUnnamedColumns ? finder.count : nil }

  /// True if the lines have as many columns as the caller knows.
  private var fitsNames: Bool { given?.hasRows ?? false }

  /// True if all numbers of the lines are 0.
  var isZero: Bool { detector.best.map { $0.format.name == "csv" } ?? true && finder.isZero }

  /// What the bytes look like if they have no known format.
  var likeness: FormatSearch.Likeness {
    if isZero { return .zeros }
    guard isText else { return .packets }
    return finder.count.map { .numbers($0) } ?? .text
  }

  private var isSure: Bool {
    guard !isZero else { return false }
    guard holdsUnnamedColumns else {
      // The names of columns may give no units, and a few lines show them.
      return detector.isSure && (!finder.hasNames || (given ?? finder).isSureOfNames)
    }
    return fitsNames && given?.isSureOfNames ?? false
      || finder.isSure && (detector.isSure || detector.best == nil)
  }

  private mutating func take(_ read: ReceivedBytes) {
    bytes.append(read)
    newCount += read.bytes.count
    detector.push(read.bytes)
    finder.push(read)
    given?.push(read)
  }
}
