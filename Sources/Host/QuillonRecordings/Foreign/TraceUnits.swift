import Foundation
import QuillonConversions
import QuillonSerialFormats

/// The units in which a recording is written, from its header and from its numbers, and remarks on them.
public struct TraceUnits {
  /// One unit in s, m/s², rad/s, µT.
  private(set) var (time, force, rate, field) = (1.0, 1.0, 1.0, 1.0)
  /// True if the acceleration has no gravity in it.
  private(set) var isLinear = false
  /// A step of time, as it is written, that no unit makes one of a sensor.
  private(set) var strangeStep: Double?
  /// How the numbers were understood, and contradictions, in words.
  public private(set) var remarks: [String] = []
  /// The units that were found, as a header writes them.
  private var words: (time: String, force: String, rate: String) = ("s", "m/s^2", "rad/s")
  /// The unit of the field, from the header or from its length; nil if neither shows it.
  private var fieldUnit: ColumnUnits.Field?

  /// Units that are all those of a trace.
  init() {}

  /// True if nothing changes.
  var isIdentity: Bool { time == 1 && force == 1 && rate == 1 && field == 1 && !isLinear }

  /// The units of rows whose numbers are as they are written.
  ///
  /// - Parameters:
  ///   - rows: The first rows.
  ///   - told: The units given by a header.
  ///   - isOwn: True for a trace of this project, whose units are known. Only what can't be otherwise counts against them.
  public init(of rows: ArraySlice<TraceRow>, told: ColumnUnits, isOwn: Bool) {
    let evidence = UnitEvidence(rows)
    let first = rows.first { $0.specificForce != nil }
    settleTime(evidence, told.time, isOwn)
    if first != nil { settleForce(evidence, told.acceleration, isOwn) }
    if first?.angularRate != nil || rows.contains(where: { $0.angularRate != nil }) {
      settleRate(evidence, told, isOwn)
    }
    settleField(rows, told.field, isOwn)
    if let step = evidence.step, rows.contains(where: { $0.angularRate != nil }) {
      let times = rows.map { $0.time * time }
      let gaps = zip(times, times.dropFirst()).count { $1 - $0 > 0.1 }
      if step * time > 0.1 {
        remarks.append(
          "time: the rows are \(Self.text(step * time)) s apart, and an attitude needs 20 a second at least"
        )
      } else if gaps > rows.count / 100 {
        remarks.append("time: \(gaps) gaps are longer than 0.1 s, in which the attitude is lost")
      }
    }
    if let sources = evidence.sources { remarks.append(Self.words(ofSources: sources)) }
    if first == nil, let unit = evidence.gravityInRate {
      remarks.append(
        """
        the rate is always as long as gravity in \(unit.name), and no column is named as an acceleration: if it is the acceleration, name it \
        ax, ay, az
        """)
    }
    if isLinear { remarks = remarks.filter { !$0.hasPrefix("rate") } }
  }

  /// What is said of an acceleration that several sensors send in turn.
  static func words(ofSources count: Int) -> String {
    """
    the acceleration goes to and fro from row to row, as that of \(["two", "three", "four"][count - 2]) sensors in turn does, and all are \
    read as one: keep the rows of one sensor, or let the board send one only
    """
  }

  /// The ratio of gravity's turning to the rate of these rows, which are in the units of a trace, and the share of the turning that the
  /// rate explains then, 0…1. Nil if too little turns.
  public static func turning(of rows: ArraySlice<TraceRow>) -> (ratio: Double, share: Double)? {
    UnitEvidence(rows).turning(seconds: 1).map { ($0.factor, $0.share) }
  }

  /// The length of gravity, m/s², in these rows, which are in the units of a trace, if it is far from 1 g. Nil if it is not, and as long as
  /// nothing is at rest.
  public static func strangeGravity(of rows: ArraySlice<TraceRow>) -> Double? {
    UnitEvidence(rows).restGravity.flatMap { (0.7...1.4).contains($0 / 9.80665) ? nil : $0 }
  }

  /// The row in the units of a trace.
  func apply(to row: TraceRow) -> TraceRow {
    guard !isIdentity else { return row }
    var row = row
    row.time *= time
    row.specificForce = row.specificForce.map { $0 * force }
    row.angularRate = row.angularRate.map { $0 * rate }
    row.magneticField = row.magneticField.map { $0 * field }
    if isLinear {
      row.linearAcceleration = row.linearAcceleration ?? row.specificForce
      row.specificForce = nil
    }
    return row
  }

  /// The units as a board's columns have them.
  public var columnUnits: ColumnUnits {
    ColumnUnits(
      acceleration: .init(named: words.force), rate: .init(named: words.rate),
      time: .init(named: words.time), field: fieldUnit)
  }

  /// A header with the units that were found, for the next time.
  var header: String {
    let (t, f, r) = words
    return "t (\(t)),ax (\(f)),ay (\(f)),az (\(f)),gx (\(r)),gy (\(r)),gz (\(r))"
  }

  private mutating func settleTime(
    _ evidence: UnitEvidence, _ told: ColumnUnits.Time?, _ isOwn: Bool
  ) {
    if let told {
      (time, words.time) = (told.seconds, told.name)
      return
    }
    guard let step = evidence.step else { return }
    var unit = ColumnUnits.Time(ofStep: step)
    if isOwn {
      // Steps of 0.5 to 5 may be seconds, unless gravity turns 1000 times too slowly for that.
      guard step >= 0.5 else { return }
      if step < 5 {
        guard let factor = evidence.turning(seconds: 1)?.factor, factor > 0.000_3, factor < 0.003
        else { return }
      }
    }
    unit = unit ?? (step < 0.5 ? .seconds : nil)
    guard let unit else {
      strangeStep = step
      remarks.append("time: its steps of \(Self.text(step)) fit no unit; it is taken for s")
      return
    }
    (time, words.time) = (unit.seconds, unit.name)
    if !isOwn || unit != .seconds {
      remarks.append("time is taken for \(unit.name): its steps are \(Self.text(step))")
    }
  }

  private mutating func settleForce(
    _ evidence: UnitEvidence, _ told: ColumnUnits.Acceleration?, _ isOwn: Bool
  ) {
    let found = evidence.acceleration
    if let told { (force, words.force) = (told.metersPerSecondSquared, told.name) }
    guard let gravity = evidence.gravity else {
      if told == nil, !isOwn {
        remarks.append("acceleration is taken for m/s2: there are too few rows to see it")
      }
      return
    }
    let length = Self.text(gravity)
    if let told {
      guard found != told else { return }
      // At rest it must be 1 g, in motion it is near it.
      let share = gravity * told.metersPerSecondSquared / 9.80665
      if share < 0.05 {
        beLinear(length, told.name)
      } else if share < 0.6 || share > 1.6 {
        remarks.append(
          "acceleration: the header says \(told.name), but its length at rest is \(length)"
            + (found.map { ", which is 1 g in \($0.name)" } ?? ""))
      }
    } else if let found {
      guard !isOwn || found != .metersPerSecondSquared else { return }
      (force, words.force) = (found.metersPerSecondSquared, found.name)
      remarks.append("acceleration is taken for \(found.name): its length at rest is \(length)")
    } else if gravity < 0.5, evidence.restRate != nil || gravity < 0.05 {
      beLinear(length, "m/s2")
    } else if gravity < 6 || gravity > 16 {
      remarks.append(
        "acceleration is taken for m/s2, but its length at rest is \(length), which is 1 g in no known unit"
      )
    } else if !isOwn {
      remarks.append("acceleration is taken for m/s2: its length is \(length)")
    }
  }

  /// The Earth's field has 25 to 70 µT. Iron beside a sensor adds as much.
  private mutating func settleField(
    _ rows: ArraySlice<TraceRow>, _ told: ColumnUnits.Field?, _ isOwn: Bool
  ) {
    fieldUnit = told
    let lengths = rows.compactMap { $0.magneticField?.length }.sorted()
    if told == nil, !isOwn, !lengths.isEmpty {
      let length = lengths[lengths.count / 2]
      let units = [ColumnUnits.Field.milligausses, .gausses, .nanoteslas]
      fieldUnit = units.first { (25...70).contains(length * $0.microteslas) }
      if let fieldUnit {
        remarks.append("field is taken for \(fieldUnit.name): its length is \(Self.text(length))")
      } else if length < 5 || length > 150 {
        remarks.append(
          """
          field is taken for uT, but its length is \(Self.text(length)), and the Earth's is 25 to 70 uT: its numbers may be counts \
          of a sensor. If their unit is known, write it into the heading, as in mx (mG)
          """)
      }
    }
    field = fieldUnit?.microteslas ?? 1
  }

  private mutating func beLinear(_ length: String, _ unit: String) {
    isLinear = true
    remarks.append(
      """
      acceleration has no gravity in it: its length at rest is \(length) \(unit). It is taken for linear acceleration, from which no \
      attitude follows. Record the acceleration with gravity
      """)
  }

  private mutating func settleRate(_ evidence: UnitEvidence, _ told: ColumnUnits, _ isOwn: Bool) {
    if let rate = told.rate {
      (self.rate, words.rate) = (rate.radiansPerSecond, rate.name)
    } else if let companion {
      (rate, words.rate) = (companion.radiansPerSecond, companion.name)
    }
    let turn = isLinear ? nil : evidence.turning(seconds: time)
    if let turn {
      let ratio = turn.factor / rate
      let fit = ColumnUnits.Rate.nearest(to: turn.factor, among: Self.candidates(force))
      let isNear = ratio > 1 / 1.4 && ratio < 1.4
      guard !isNear || told.rate == nil && fit?.radiansPerSecond != rate else {
        if told.rate == nil, !isOwn || rate != 1 {
          remarks.append("rate is taken for \(words.rate): gravity turns with it")
        }
        return
      }
      if told.rate == nil, let fit {
        (rate, words.rate) = (fit.radiansPerSecond, fit.name)
        let share = turn.factor / rate
        remarks.append(
          "rate is taken for \(fit.name): gravity turns "
            + (share > 0.92 && share < 1.08
              ? "with it"
              : "\(Self.text(max(share, 1 / share))) times as \(share > 1 ? "fast" : "slowly"), so that is not certain")
        )
      } else {
        remarks.append(
          "rate: gravity turns \(Self.text(max(ratio, 1 / ratio))) times as \(ratio > 1 ? "fast" : "slowly") as the rate in \(words.rate) says"
            + (fit.map { ", which would be right in \($0.name)" }
              ?? "; the axes or the unit may be wrong"))
      }
      return
    }
    if !isLinear, let axes = evidence.otherAxes(seconds: time) {
      remarks.append(
        """
        rate: gravity turns as if the rates about x, y, z were \(axes), so the attitude will be wrong: correct the order or the signs of \
        these columns, or give the file to `quillon calibrate --trace`, which finds the axes
        """)
      return
    }
    // ST's examples send mg and mdps, and the offset of their gyroscopes is up to 20°/s.
    if told.rate == nil, !isOwn, words.force == "mg", let rest = evidence.restRate, rest > 20,
      rest < 20_000
    {
      let unit = ColumnUnits.Rate.millidegreesPerSecond
      (rate, words.rate) = (unit.radiansPerSecond, unit.name)
      remarks.append(
        "rate is taken for \(unit.name), which often goes with mg: where gravity stays it is \(Self.text(rest))"
      )
      return
    }
    if evidence.highRate * rate > Self.greatestRate {
      let highest = String(format: "%.0f", evidence.highRate * rate * 180 / .pi)
      let fit = Self.candidates(force).first {
        evidence.highRate * $0.radiansPerSecond <= Self.greatestRate
      }
      if told.rate == nil, !isOwn, let fit {
        remarks.append(
          "rate is taken for \(fit.name): in \(words.rate) it would reach \(highest)°/s, which no gyroscope of this kind measures"
        )
        (rate, words.rate) = (fit.radiansPerSecond, fit.name)
      } else {
        remarks.append(
          "rate: in \(words.rate) it reaches \(highest)°/s, which no gyroscope of this kind measures; the unit may be wrong"
        )
      }
      return
    }
    if let rest = evidence.restRate, rest * rate > 0.35 {
      if told.rate == nil, !isOwn, rest < 20 {
        (rate, words.rate) = (ColumnUnits.Rate.degreesPerSecond.radiansPerSecond, "deg/s")
        remarks.append(
          "rate is taken for deg/s: where gravity stays it is \(Self.text(rest)), too much for rad/s"
        )
        return
      }
      remarks.append(
        """
        rate: where gravity stays it is \(Self.text(rest * rate)) rad/s in \(words.rate): the board turned steadily about the vertical, or \
        the unit is wrong
        """)
    } else if told.rate == nil, !isOwn || rate != 1 {
      remarks.append(
        "rate is taken for \(words.rate), which usually goes with this acceleration: nothing turned to show it"
      )
    }
  }

  /// No gyroscope of a board or a telephone has a range above 4,000°/s, rad/s.
  private static let greatestRate = 4_500 * Double.pi / 180

  /// The unit of rate that usually goes with that of acceleration; nil for that of a trace.
  private var companion: ColumnUnits.Rate? {
    switch force {
    case 1: nil
    case ..<(9.80665 / 1_500): .counts131
    default: .degreesPerSecond
    }
  }

  private static func candidates(_ force: Double) -> [ColumnUnits.Rate] {
    force < 9.80665 / 1_500 || abs(force * 256 - 9.80665) < 0.01
      ? ColumnUnits.Rate.counts
      : [
        .radiansPerSecond, .degreesPerSecond, .milliradiansPerSecond, .millidegreesPerSecond,
        .centidegreesPerSecond, .counts131,
      ]
  }

  private static func text(_ number: Double) -> String { String(format: "%.3g", number) }
}
