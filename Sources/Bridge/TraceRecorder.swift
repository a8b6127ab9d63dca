import Foundation
import Geometry
import HostNumerics
import Motion
import Recordings

/// Writes samples to a trace file as they come. Each row is in the file when `append` returns, so
/// whatever happens next, the recording so far is whole.
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

  /// What the strokes are meant to be; nil for a file without labels.
  private let label: String?
  private let path: String
  private let file: FileHandle
  private var columns: (header: [UInt8], first: TraceRow)?
  /// How many bytes are in the file.
  private var length = 0
  /// When the last rows were, s, and where in the file their pen stands.
  private var pens: [(time: Double, place: Int)] = []

  /// Creates the file at `path`, replacing what is there; every row gets `label`, if there is one, which may
  /// hold no comma and no line break.
  ///
  /// - Throws: `RecordingError` when it cannot be written.
  public init(path: String, label: String? = nil) throws(RecordingError) {
    // Not `createFile`, which puts a new file in the place of a device or a pipe.
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw Self.unwritable(path) }
    file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    self.path = path
    self.label = label
  }

  /// Adds a sample at `time`, s, which must not fall.
  ///
  /// The first sample decides which columns the file has. What a later one has beyond them is left
  /// out; one that lacks something is left out whole, and counted.
  ///
  /// - Throws: `RecordingError` when the disk is full or the file is gone.
  public func append(_ sample: InertialSample, time: Double) throws(RecordingError) {
    var row = TraceRow(sample, time: time)
    row.label = label
    if let columns { row.leaveOut(absentFrom: columns.first) }
    let bytes = try Trace(rows: [row]).csv(name: path)
    let headerLength = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let header = Array(bytes[..<headerLength])
    if let columns {
      guard header == columns.header else {
        skipped += 1
        return
      }
      try write(bytes[headerLength...])
    } else {
      columns = (header, row)
      try write(bytes[...])
    }
    notePen(at: time)
  }

  /// Sets the pen down in the rows from `start` to `end`, s, which were written with the pen up.
  ///
  /// In a file that is none, a pipe, they stay as they are, and it is counted.
  ///
  /// - Throws: `RecordingError` when the disk fails.
  public func setPenDown(from start: Double, to end: Double) throws(RecordingError) {
    // Times of the core are whole µs, its sums of time steps up to 64 µs short.
    let written = pens.filter { $0.time > start - 1e-4 && $0.time < end + 1e-4 }
    for pen in written {
      guard pwrite(file.fileDescriptor, "1", 1, pen.place) != 1 else { continue }
      guard errno == ESPIPE else { throw Self.unwritable(path) }
      unmarked += 1
      return
    }
  }

  /// Remembers where the pen of the row stands that was written last: before its label and its end.
  private func notePen(at time: Double) {
    if pens.count == 2 * Self.penMemory { pens.removeFirst(Self.penMemory) }
    let rest = 1 + (label.map { $0.utf8.count + 1 } ?? 0)
    pens.append((time: time, place: length - rest - 1))
  }

  /// Marks a gap of so many seconds, s, by a comment; times of later rows must be later by that much.
  ///
  /// - Throws: `RecordingError` when the disk is full or the file is gone.
  public func markGap(_ seconds: Double) throws(RecordingError) {
    try mark(String(format: "gap of %.3f s: the board was away", seconds))
  }

  /// Adds a comment, one line.
  ///
  /// - Throws: `RecordingError` when the disk is full or the file is gone.
  public func mark(_ comment: String) throws(RecordingError) {
    try write(Array("# \(comment)\n".utf8)[...])
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
    do {
      try file.write(contentsOf: bytes)
      length += bytes.count
    } catch {
      throw Self.unwritable(path)
    }
  }

  private static func unwritable(_ path: String) -> RecordingError {
    RecordingError(
      file: path, found: "a file that cannot be written", expected: "room for a recording",
      nextStep: "check that the folder exists, that you may write there and that the disk has room",
      isAboutWriting: true)
  }
}

extension TraceRow {
  /// The row of a sample at `time`, s. Every value but the attitude reads back bit for bit.
  fileprivate init(_ sample: InertialSample, time: Double) {
    self.init(time: time)
    switch sample.acceleration {
    case .specificForce(let vector): specificForce = vector.components
    case .linear(let vector): linearAcceleration = vector.components
    }
    angularRate = sample.angularRate?.components
    magneticField = sample.magneticField?.components
    attitude = sample.attitude.map {
      SIMD4($0.w.double, $0.x.double, $0.y.double, $0.z.double)
    }
    isPenDown = sample.pen == .down
  }

  /// Forgets what `first`, the first row of the file, does not have.
  fileprivate mutating func leaveOut(absentFrom first: TraceRow) {
    if first.angularRate == nil { angularRate = nil }
    if first.magneticField == nil { magneticField = nil }
    if first.attitude == nil { attitude = nil }
  }
}

extension Vector3 {
  fileprivate var components: SIMD3<Double> { SIMD3(x.double, y.double, z.double) }
}
