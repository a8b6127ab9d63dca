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

  /// The unit in which the accelerations of the board are read; nil if no option changes it.
  private var accelerationUnit: ColumnUnits.Acceleration?
  /// The unit in which the rates of the board are read; nil for that of its format.
  private var rateUnit: ColumnUnits.Rate?

  private var rows: [TraceRow] = []
  /// The time of the next look, s.
  private var due = UnitWatch.firstLook
  private var pending: String?
  /// What was reported: an acceleration at rest that is not gravity shows before the first turn.
  private var told = (force: false, rate: false)
  private var last: InertialSample?
  private var same = 0

  /// Names the units in which the board is read.
  public mutating func expect(_ units: ColumnUnits) {
    (accelerationUnit, rateUnit) = (units.acceleration, units.rate)
  }

  /// A watch that has seen nothing.
  public init() {}

  /// Adds a sample as the board sends it.
  public mutating func add(_ sample: InertialSample) {
    let step = last.map { sample.timestamp &- $0.timestamp } ?? 0
    countSame(sample)
    last = sample
    guard !told.rate, rows.count < Self.most,
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
  public mutating func finish() { if !told.rate { look() } }

  private mutating func look() {
    guard rows.count >= Self.fewest else { return }
    let force = told.force ? nil : forceWords
    let rate = rateWords
    told = (told.force || force != nil, rate != nil)
    guard force != nil || rate != nil else { return }
    pending = [force, rate].compactMap(\.self).joined(separator: ". ")
  }

  /// What contradicts the unit of acceleration: at rest it is 1 g.
  private var forceWords: String? {
    guard let length = TraceUnits.strangeGravity(of: rows[...]) else { return nil }
    let fit = accelerationUnit.flatMap { unit in
      ColumnUnits.Acceleration.allCases.first {
        abs(unit.metersPerSecondSquared * 9.80665 / length / $0.metersPerSecondSquared - 1) < 0.1
      }
    }
    return
      "the acceleration does not fit: at rest it is \(String(format: "%.2g", length / 9.80665)) g. "
      + (fit.map { "Start again with --acceleration-unit \($0.name)" }
        ?? "Set the board to the range that its format has, or calibrate it")
  }

  /// What contradicts the unit of rate: gravity turns with it.
  private var rateWords: String? {
    guard let (ratio, share) = TraceUnits.turning(of: rows[...]) else { return nil }
    guard ratio < 1 / 1.4 || ratio > 1.4 else {
      guard share > 0.95, let fit = otherCounts(ratio) else { return nil }
      return
        "the rate seems to be that of another sensor, in \(fit.name). Start again with --rate-unit '\(fit.name)'"
    }
    let times = String(format: "%.3g", max(ratio, 1 / ratio))
    // Without a known unit, formats are read in °/s or rad/s.
    let likely = Self.computed + (rateUnit == nil ? [.counts131] : ColumnUnits.Rate.counts)
    let fit = (rateUnit.map { [$0] } ?? [.degreesPerSecond, .radiansPerSecond]).lazy.compactMap {
      unit in
      ColumnUnits.Rate.nearest(
        to: unit.radiansPerSecond * ratio, among: likely
      ).flatMap { abs($0.radiansPerSecond / (unit.radiansPerSecond * ratio) - 1) < 0.1 ? $0 : nil }
    }.first
    return
      "the rate does not fit: gravity turns \(times) times as \(ratio > 1 ? "fast" : "slowly") as the rate"
      + (rateUnit.map { " in \($0.name)" } ?? "") + " says. "
      + (fit.map { "Start again with --rate-unit '\($0.name)'" }
        ?? """
        No usual unit has that size: print the rate in deg/s, and start again with --rate-unit deg/s; or the axes of the gyroscope are \
        not those of the accelerometer
        """)
  }

  /// The counts of another maker's sensor that fit better than those that are expected, such as 114.3 instead of 131 a °/s. Nil if there
  /// are none.
  private func otherCounts(_ ratio: Double) -> ColumnUnits.Rate? {
    let counts = ColumnUnits.Rate.counts
    guard let rateUnit, counts.contains(rateUnit) else { return nil }
    let size = rateUnit.radiansPerSecond * ratio
    guard let fit = ColumnUnits.Rate.nearest(to: size, among: counts), fit != rateUnit,
      abs(fit.radiansPerSecond / size - 1) < 0.04
    else { return nil }
    return fit
  }

  /// The units of rate that libraries compute.
  private static let computed: [ColumnUnits.Rate] = [
    .radiansPerSecond, .degreesPerSecond, .millidegreesPerSecond, .centidegreesPerSecond,
    .milliradiansPerSecond,
  ]

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
