// SPDX-License-Identifier: MIT
import QuillonRecordings
import QuillonSensorModels

/// How the board moves: the rows of a trace with linear interpolation, at rest before and after.
final class Motion {
  private let rows: [(time: Double, motion: ChipMotion, isPenDown: Bool)]
  /// The board lies still so long before the first row, while the chip is set up, s.
  static let rest = 1.0
  private var hint = 0

  /// Reads a trace with specific force and angular rate; nil: rest.
  init(path: String?) throws(Failure) {
    guard let path else {
      rows = []
      return
    }
    do {
      let trace = try Trace(contentsOf: path)
      let begin = trace.rows.first?.time ?? 0
      rows = trace.rows.compactMap { row in
        guard let force = row.specificForce, let rate = row.angularRate else { return nil }
        return (
          row.time - begin + Self.rest,
          ChipMotion(
            force: force / 9.80665, rate: rate * 180 / .pi, field: row.magneticField ?? .zero),
          row.isPenDown ?? false
        )
      }
    } catch {
      throw Failure("\(error)")
    }
    guard !rows.isEmpty else {
      throw Failure(
        "\(path) has no specific force with angular rate: make it with quillon simulate --raw 6")
    }
  }

  /// When it ends, s.
  var end: Double { rows.last?.time ?? Self.rest }

  /// The motion at `time`, s.
  func motion(at time: Double) -> ChipMotion {
    guard let first = rows.first, let last = rows.last else { return .rest }
    if time <= first.time { return Self.rest(in: first.motion) }
    if time >= last.time { return Self.rest(in: last.motion) }
    let index = row(at: time)
    let (before, after) = (rows[index], rows[index + 1])
    let part = (time - before.time) / max(after.time - before.time, 1e-9)
    return ChipMotion(
      force: before.motion.force + (after.motion.force - before.motion.force) * part,
      rate: before.motion.rate + (after.motion.rate - before.motion.rate) * part,
      field: before.motion.field + (after.motion.field - before.motion.field) * part)
  }

  private static func rest(in motion: ChipMotion) -> ChipMotion {
    ChipMotion(force: motion.force, rate: .zero, field: motion.field)
  }

  /// Whether the pen is down at `time`, s.
  func isPenDown(at time: Double) -> Bool {
    guard let first = rows.first, let last = rows.last, time >= first.time, time < last.time else {
      return false
    }
    return rows[row(at: time)].isPenDown
  }

  /// The last row that is not after `time`, which lies between the first and the last.
  private func row(at time: Double) -> Int {
    if rows[hint].time > time { hint = 0 }
    while hint + 2 < rows.count, rows[hint + 1].time <= time { hint += 1 }
    return hint
  }
}
