import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecordings
import QuillonSystem

/// Writes samples to a trace file as they arrive. The file is created with the first row. Each row
/// is in the file when `append` returns. So an interrupted recording holds all rows up to that
/// moment.
///
/// The pen of rows that are already in the file can be changed. A letter that the motion finds is
/// known only seconds after it began, and no row waits for it.
public final class TraceRecorder {
  /// The pen of at least this many last rows can be changed. It is four times the longest letter
  /// and the time to read it.
  private static let penMemory = 2_048

  /// The number of samples left out because they lack a column of the file.
  public private(set) var skipped = 0
  /// The number of strokes that could not be marked because the file is a pipe or a terminal.
  public private(set) var unmarked = 0

  /// What the strokes from the next row on are meant to be; nil for a file without labels. A file with labels has one in
  /// every row.
  public var label: String?
  /// True for a file with columns of the magnetic field, although rows may lack it: a magnetometer is slower than the other sensors. Set it
  /// before the first row.
  public var hasField = false
  private let path: String
  private let file: GrowingFile
  private var columns: (header: [UInt8], first: TraceRow)?
  /// The offset of the times in the file, s. It is above 0 if the recording continues an older one.
  private let delay: Double
  /// Comments to write before the next row.
  private var comments: [UInt8] = []
  private var hasRows = false
  /// The times of the last rows, s, and the positions of their pens in the file.
  private var pens: [(time: Double, place: Int)] = []

  /// Creates a recorder for a file. If the file holds an older recording that is to be extended,
  /// the new rows begin `EarlierRecording.pause` after its last row.
  ///
  /// - Parameters:
  ///   - output: The file to write.
  ///   - label: The label of every row, without commas and line breaks. Nil for a file without
  ///     labels.
  /// - Throws: `OutputError` if the file cannot be written. `RecordingError` if the file to extend
  ///   is not a recording or has other columns than this recorder writes.
  public init(to output: OutputFile, label: String? = nil) throws {
    let earlier = try output.extendsFile ? EarlierRecording(output.path, label: label) : nil
    file = try GrowingFile(output, keeping: earlier?.length ?? 0)
    path = output.path
    self.label = label
    columns = earlier.map { ($0.header, $0.first) }
    hasField = earlier?.first.magneticField != nil
    delay = earlier.map { $0.end + EarlierRecording.pause } ?? 0
    comments = earlier?.seam ?? []
  }

  /// Adds a sample. The first sample decides the columns of a new file, and ``hasField``. If a later sample has more,
  /// the rest is left out. If it lacks a column other than the field's, the whole sample is left out and counted in
  /// ``skipped``.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - time: Its time, s. It must not decrease.
  /// - Throws: `OutputError` if the disk is full or the file is gone. `RecordingError` if none of
  ///   the first `EarlierRecording.maximumSkipped` samples has the columns of the recording to extend.
  public func append(_ sample: InertialSample, time: Double) throws {
    // An attitude of zeros is none: such a sample is left out.
    guard sample.attitude?.isZero != true else {
      skipped += 1
      return
    }
    var row = TraceRow(sample, time: time + delay)
    row.label = label
    if row.magneticField != nil, columns == nil { hasField = true }
    if let columns { row.leaveOut(absentFrom: columns.first) }
    if !hasField { row.magneticField = nil }
    let (header, line) = try Self.lines(of: row, hasField: hasField, name: path)
    if let columns {
      guard header == columns.header else {
        skipped += 1
        if !hasRows, skipped == EarlierRecording.maximumSkipped {
          throw EarlierRecording.otherColumns(columns.header, than: header, in: path)
        }
        return
      }
      try file.append(comments + line)
    } else {
      // Both at once, because a header without a row is not a recording.
      try file.append(comments + header + line)
      if hasField { row.magneticField = .zero }
      columns = (header, row)
    }
    comments = []
    hasRows = true
    notePen(at: row.time)
  }

  /// The header and the line of a row, with columns of a field that it may lack.
  static func lines(
    of row: TraceRow, hasField: Bool, name: String
  ) throws(RecordingError) -> (header: [UInt8], line: [UInt8]) {
    var model = row
    if hasField { model.magneticField = .zero }
    let lines = try Trace(rows: [model, row]).csv(name: name)
      .split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
    return (lines[0], lines[2])
  }

  /// Marks the pen as down in the rows from `start` to `end`. They were written with the pen up. A
  /// pipe cannot be changed; the stroke then counts in ``unmarked``.
  ///
  /// - Parameters:
  ///   - start: The time of the first row of the stroke, s.
  ///   - end: The time of its last row, s.
  /// - Throws: `OutputError` if the disk fails.
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
    // The core's times are whole µs. Its sums of time steps can be up to 64 µs too short.
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

  /// Stores where the pen of the last row is in the file: before the label and the line end.
  private func notePen(at time: Double) {
    if pens.count == 2 * Self.penMemory { pens.removeFirst(Self.penMemory) }
    let rest = 1 + (label.map { $0.utf8.count + 1 } ?? 0)
    pens.append((time: time, place: file.length - rest - 1))
  }

  /// Marks a gap by a comment before the next row. The times of later rows must include the gap.
  ///
  /// - Parameter seconds: The length of the gap, s.
  public func markGap(_ seconds: Double) {
    mark(String(format: "gap of %.3f s: the board was away", seconds))
  }

  /// Adds a comment before the next row.
  ///
  /// - Parameter comment: One line, without `#` and without a line break.
  public func mark(_ comment: String) { comments += "# \(comment)\n".utf8 }

  /// Waits until the disk has stored the recording.
  ///
  /// - Throws: `OutputError` if the disk fails.
  public func finish() throws(OutputError) { try file.finish() }
}

extension TraceRow {
  /// The row of a sample at `time`, s. Every value except the attitude can be read back exactly.
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

  /// Removes the values that `first`, the first row of the file, does not have.
  fileprivate mutating func leaveOut(absentFrom first: TraceRow) {
    if first.angularRate == nil { angularRate = nil }
    if first.magneticField == nil { magneticField = nil }
    if first.attitude == nil { attitude = nil }
  }
}
