import Foundation
import QuillonConversions
import QuillonFusion
import QuillonRecordings
import QuillonSerialFormats

/// Notices while samples come that their units can't be right, or that the sensor stands still to the last bit.
///
/// What was found at rest is checked again when the board is turned: gravity must turn at the measured rate.
public struct UnitWatch: Sendable {
  /// After how many seconds the units are looked at for the first time, and how many pass from one look to the next.
  private static let (firstLook, pause) = (3.0, 2.0)
  /// The fewest samples that are looked at, and the most.
  private static let (fewest, most) = (20, 4_000)
  /// How many samples in a row without any change no living sensor gives.
  private static let frozen = 200

  /// What is to be reported now, once; nil for nothing.
  public var words: String? {
    mutating get {
      defer { pending = nil }
      return pending
    }
  }

  /// True while no sample differs from the one before, and that was reported.
  public var isFrozen: Bool { same >= Self.frozen }

  /// The unit in which the rates of the board are read; nil for that of its format.
  public var rateUnit: ColumnUnits.Rate?

  private var rows: [TraceRow] = []
  /// The time of the next look, s.
  private var due = UnitWatch.firstLook
  private var pending: String?
  private var hasTold = false
  private var last: InertialSample?
  private var same = 0

  /// A watch that has seen nothing.
  public init() {}

  /// Adds a sample as the board sends it.
  public mutating func add(_ sample: InertialSample) {
    let step = last.map { sample.timestamp &- $0.timestamp } ?? 0
    countSame(sample)
    last = sample
    guard !hasTold, rows.count < Self.most,
      case .specificForce(let force) = sample.acceleration,
      let rate = sample.angularRate
    else { return }
    var row = TraceRow(time: (rows.last?.time ?? 0) + (step < 1 << 31 ? Double(step) * 1e-6 : 0))
    (row.specificForce, row.angularRate) = (force.double, rate.double)
    rows.append(row)
    guard row.time >= due || rows.count == Self.most else { return }
    due = row.time + Self.pause
    look()
  }

  /// Looks at the samples for the last time, because no more come.
  public mutating func finish() { if !hasTold { look() } }

  private mutating func look() {
    guard rows.count >= Self.fewest, let ratio = TraceUnits.turningRatio(of: rows[...]) else {
      return
    }
    hasTold = true
    let times = String(format: "%.3g", max(ratio, 1 / ratio))
    // Without a known unit, formats are read in °/s or rad/s.
    let fit = (rateUnit.map { [$0] } ?? [.degreesPerSecond, .radiansPerSecond]).lazy.compactMap {
      ColumnUnits.Rate.nearest(
        to: $0.radiansPerSecond * ratio, among: Self.likely(beside: $0))
    }.first
    pending =
      "the rate does not fit: gravity turns \(times) times as \(ratio > 1 ? "fast" : "slowly") as the rate"
      + (rateUnit.map { " in \($0.name)" } ?? "") + " says. "
      + (fit.map { "Start again with --rate-unit '\($0.name)'" }
        ?? "Start again and name the unit with --rate-unit, or check the axes of the gyroscope")
  }

  /// The units of rate that may be meant: those of the same kind, and those that libraries compute.
  private static func likely(beside unit: ColumnUnits.Rate) -> [ColumnUnits.Rate] {
    let counts = ColumnUnits.Rate.counts
    let others = [ColumnUnits.Rate.radiansPerSecond, .degreesPerSecond, .millidegreesPerSecond]
    return counts.contains(unit) ? counts + others.prefix(2) : others + [.counts131]
  }

  private mutating func countSame(_ sample: InertialSample) {
    guard let last, last.acceleration == sample.acceleration,
      last.angularRate == sample.angularRate,
      last.magneticField == sample.magneticField
    else {
      same = 0
      return
    }
    same += 1
    guard same == Self.frozen else { return }
    pending =
      "the last \(same) samples are alike to the last bit, so the sensor does not measure: check its wires, and press reset on the board"
  }
}
