import Foundation
import QuillonConversions
import QuillonFileOutput
import QuillonFusion
import QuillonNumerics
import QuillonRecordings

/// Writes samples to a trace file as they come. There is no file before the first row, and each row is in the file
/// when `append` returns, so whatever happens next, the recording so far is whole.
///
/// The pen of rows that are in the file already can be set: a letter that is found by the motion is known only some
/// seconds after it was begun, and no row is to wait for it.
public final class TraceRecorder {
  /// How many rows at least the pen can be set of: the longest letter and what it takes to read it, four times.
  private static let penMemory = 2_048

  /// Samples left out because they lack a column that the file has.
  public private(set) var skipped = 0
  /// Strokes that could not be entered, because the file is a pipe or a terminal.
  public private(set) var unmarked = 0

  /// What the strokes from the next row on are meant to be; nil for a file without labels. A file with labels has one in
  /// every row.
  public var label: String?
  private let path: String
  private let file: GrowingFile
  private var columns: (header: [UInt8], first: TraceRow)?
  /// How much later the times in the file are, s: behind those of an older recording.
  private let delay: Double
  /// Comments that wait for the next row.
  private var comments: [UInt8] = []
  private var hasRows = false
  /// When the last rows were, s, and where in the file their pen stands.
  private var pens: [(time: Double, place: Int)] = []

  /// A recorder for a file, every row of which gets `label`, if there is one; it may hold no comma and no line
  /// break. A recording that is to be extended goes on `EarlierRecording.pause` behind its last row.
  ///
  /// - Throws: `OutputError` when it cannot be written, `RecordingError` when a recording that is to be extended
  ///   is none, or has other columns than this one will have.
  public init(to output: OutputFile, label: String? = nil) throws {
    let earlier = try output.extendsFile ? EarlierRecording(output.path, label: label) : nil
    file = try GrowingFile(output, keeping: earlier?.length ?? 0)
    path = output.path
    self.label = label
    columns = earlier.map { ($0.header, $0.first) }
    delay = earlier.map { $0.end + EarlierRecording.pause } ?? 0
    comments = earlier?.seam ?? []
  }

  /// Adds a sample at `time`, s, which must not fall.
  ///
  /// The first sample decides which columns the file has, if it has none yet. What a later one has beyond them is
  /// left out; one that lacks something is left out whole, and counted.
  ///
  /// - Throws: `OutputError` when the disk is full or the file is gone, `RecordingError` when none of the first
  ///   `EarlierRecording.patience` samples has the columns of the recording that is to be extended.
  public func append(_ sample: InertialSample, time: Double) throws {
    var row = TraceRow(sample, time: time + delay)
    row.label = label
    if let columns { row.leaveOut(absentFrom: columns.first) }
    let (header, line) = try Self.lines(of: row, name: path)
    if let columns {
      guard header == columns.header else {
        skipped += 1
        if !hasRows, skipped == EarlierRecording.patience {
          throw EarlierRecording.otherColumns(columns.header, than: header, in: path)
        }
        return
      }
      try file.append(comments + line)
    } else {
      // One piece: a header without a row is no recording.
      try file.append(comments + header + line)
      columns = (header, row)
    }
    comments = []
    hasRows = true
    notePen(at: row.time)
  }

  /// The header and the line of a row.
  static func lines(
    of row: TraceRow, name: String
  ) throws(RecordingError) -> (header: [UInt8], line: [UInt8]) {
    let bytes = try Trace(rows: [row]).csv(name: name)
    let end = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    return (Array(bytes[..<end]), Array(bytes[end...]))
  }

  /// Sets the pen down in the rows from `start` to `end`, s, which were written with the pen up.
  ///
  /// In a file that is none, a pipe, they stay as they are, and it is counted.
  ///
  /// - Throws: `OutputError` when the disk fails.
  public func setPenDown(from start: Double, to end: Double) throws(OutputError) {
    try setPen(UInt8(ascii: "1"), from: start, to: end)
  }

  /// Sets the pen up in the rows from `start` to `end`, s: what was written there is no stroke any more.
  ///
  /// In a file that is none, a pipe, they stay as they are, and it is counted.
  ///
  /// - Throws: `OutputError` when the disk fails.
  public func setPenUp(from start: Double, to end: Double) throws(OutputError) {
    try setPen(UInt8(ascii: "0"), from: start, to: end)
  }

  private func setPen(
    _ digit: UInt8, from start: Double, to end: Double
  ) throws(OutputError) {
    // Times of the core are whole µs, its sums of time steps up to 64 µs short.
    let written = pens.filter {
      $0.time > start + delay - 1e-4 && $0.time < end + delay + 1e-4
    }
    for pen in written {
      guard try file.overwrite(digit, at: pen.place) else {
        unmarked += 1
        return
      }
    }
  }

  /// Remembers where the pen of the row stands that was written last: before its label and its end.
  private func notePen(at time: Double) {
    if pens.count == 2 * Self.penMemory { pens.removeFirst(Self.penMemory) }
    let rest = 1 + (label.map { $0.utf8.count + 1 } ?? 0)
    pens.append((time: time, place: file.length - rest - 1))
  }

  /// Marks a gap of so many seconds, s, by a comment before the next row; times of later rows must be later by
  /// that much.
  public func markGap(_ seconds: Double) {
    mark(String(format: "gap of %.3f s: the board was away", seconds))
  }

  /// Adds a comment, one line, before the next row.
  public func mark(_ comment: String) { comments += "# \(comment)\n".utf8 }

  /// Waits until the disk has the recording.
  ///
  /// - Throws: `OutputError` when the disk fails.
  public func finish() throws(OutputError) { try file.finish() }
}

extension TraceRow {
  /// The row of a sample at `time`, s. Every value but the attitude reads back bit for bit.
  fileprivate init(_ sample: InertialSample, time: Double) {
    self.init(time: time)
    switch sample.acceleration {
    case .specificForce(let vector): specificForce = vector.double
    case .linear(let vector): linearAcceleration = vector.double
    }
    angularRate = sample.angularRate?.double
    magneticField = sample.magneticField?.double
    attitude = sample.attitude?.double
    isPenDown = sample.pen == .down
  }

  /// Forgets what `first`, the first row of the file, does not have.
  fileprivate mutating func leaveOut(absentFrom first: TraceRow) {
    if first.angularRate == nil { angularRate = nil }
    if first.magneticField == nil { magneticField = nil }
    if first.attitude == nil { attitude = nil }
  }
}
