import Foundation
import QuillonConversions
import QuillonSerialFormats

/// Rows of numbers, and what physics reveals about their columns.
public struct NumberTable {
  /// The rows, each with as many numbers.
  let rows: [[Double]]
  /// The time between rows, s, if no column gives it; nil if it is not known.
  let period: Double?
  /// The columns that rise steadily: time first, counters after it.
  public let times: [Int]
  /// What one is in the first of them, s; nil for a counter.
  private let tick: Double?
  /// The first columns of quaternions.
  public let attitudes: [Int]

  /// Units of acceleration, and 1 g in them.
  private static let gravities: [(ColumnUnits.Acceleration, Double)] = [
    (.gravities, 1), (.metersPerSecondSquared, 9.80665), (.milligravities, 1000),
    (.millimetersPerSecondSquared, 9_806.65), (.counts256, 256), (.counts2048, 2048),
    (.counts4096, 4096), (.counts8192, 8192), (.counts16384, 16384),
  ]
  /// By how much the norm at rest may differ from 1 g.
  private static let tolerance = 0.15
  /// The cost of having no rate, that of a column which is skipped, that of the rate before the
  /// acceleration, and that of a column in use that never changes.
  private static let (noRate, skipped, reversed, constant) = (0.6, 0.02, 0.01, 0.3)
  /// What the usual order saves, and by how much the best must be better than the next.
  private static let (usual, gap) = (0.1, 0.05)
  /// The greatest rate of a gyroscope at rest, rad/s: its bias.
  private static let fastestRest = 0.35
  /// The share of the changes of acceleration that a rate must explain to determine its unit.
  private static let explained = 0.5
  /// The time between rows that is assumed where none is known, s. Sensors are read every 2 to 50 ms.
  private static let usualPeriod = 0.01
  /// By how much a unit of rate may differ if the time between rows is only assumed: °/s is 57 times smaller than rad/s.
  private static let assumedRange = 1.0 / 4...4

  /// A table of these rows, each with as many numbers; `period` is the time between rows, s, if no column gives it. Nil if it is not known.
  public init(rows: [[Double]], period: Double?) {
    (self.rows, self.period) = (rows, period)
    let rising = (rows.first ?? []).indices.filter { Self.rises(rows, $0) }
    // A counter goes up by exactly 1.
    let times = rising.sorted { a, b in
      let (first, second) = (Self.counts(rows, a), Self.counts(rows, b))
      return first == second ? a < b : !first
    }
    tick = times.first.flatMap { Self.timeUnit(rows, of: $0)?.seconds }
    self.times = times
    attitudes = Self.attitudes(rows, beside: times)
  }

  /// Why three columns can't be an acceleration: over some seconds of a hand's motion, its length stays around 1 g. Nil if they can be.
  public func objection(toForceAt start: Int) -> String? {
    let sorted = norms(start).sorted()
    guard sorted.count >= 50 else { return nil }
    let (low, high) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
    guard high > 4 * low else { return nil }
    return String(
      format: """
        their length is between %.3g and %.3g, so they are hardly an acceleration: if they are angles, let the board print \
        acceleration and rate
        """, low, high)
  }

  /// What several sensors in turn look like in the three columns of an acceleration; nil for one sensor.
  public func turnsObjection(toForceAt start: Int) -> String? {
    guard start + 3 <= width else { return nil }
    let vectors = rows.map { SIMD3($0[start], $0[start + 1], $0[start + 2]) }
    return UnitEvidence.sources(of: vectors).map(TraceUnits.words)
  }

  /// What two or three boards on one line look like: a column of two or three whole numbers that changes with nearly each row. Nil for one board.
  public var sourcesObjection: String? {
    for column in 0..<width where rows.count >= 20 {
      let values = Set(rows.map { $0[column] })
      guard (2...3).contains(values.count),
        values.allSatisfy({ $0 == $0.rounded() && abs($0) < 256 }),
        values != [0, 1] || differs(by: column),
        zip(rows, rows.dropFirst()).count(where: { $0[column] != $1[column] }) * 3 >= rows.count * 2
      else { continue }
      let names = values.sorted().map { "\(Int($0))" }.joined(separator: ", ")
      return """
        column \(column + 1) is \(names) in turn, so these are the lines of \(values.count) boards: let each of them send on a line \
        of its own
        """
    }
    return nil
  }

  /// True if another column has other numbers where that one is 0 than where it is 1. A flag that changes all the time changes no other.
  private func differs(by flag: Int) -> Bool {
    let (zeros, ones) = (rows.filter { $0[flag] == 0 }, rows.filter { $0[flag] == 1 })
    return (0..<width).contains { column in
      guard column != flag, !times.contains(column) else { return false }
      let (a, b) = (Self.spread(zeros, column), Self.spread(ones, column))
      return abs(a.mean - b.mean) > a.deviation + b.deviation
    }
  }

  /// The mean of a column, and its standard deviation.
  private static func spread(
    _ rows: [[Double]], _ column: Int
  ) -> (mean: Double, deviation: Double) {
    let count = Double(max(rows.count, 1))
    let mean = rows.reduce(0.0) { $0 + $1[column] } / count
    let variance = rows.reduce(0.0) { $0 + ($1[column] - mean) * ($1[column] - mean) } / count
    return (mean, variance.squareRoot())
  }

  private var width: Int { rows.first?.count ?? 0 }

  /// A choice: where acceleration and rate begin, and how badly it fits.
  private struct Candidate {
    var force: Int
    var rate: Int?
    var unit: ColumnUnits.Acceleration
    var rateUnit: ColumnUnits.Rate
    var cost: Double
  }

  /// The assignment that fits best. Nil if no three columns can be an acceleration.
  public var best: ColumnAssignment? {
    let all = candidates.sorted { $0.cost < $1.cost }
    guard let first = all.first else { return nil }
    let isCertain = all.count < 2 || all[1].cost - first.cost > Self.gap
    return assignment(first, isCertain: isCertain)
  }

  private var candidates: [Candidate] {
    let triples = (0..<max(width - 2, 0)).filter { start in
      !(start..<start + 3).contains { times.contains($0) || isAttitude($0) }
    }
    let first = times.first == 0 ? 1 : 0
    let usualForce = attitudes.contains(first) ? first + 4 : first
    var found: [Candidate] = []
    // Of two accelerometers that are mounted alike, the first counts.
    for force in triples where !triples.contains(where: { $0 + 3 <= force && isAlike(force, $0) }) {
      guard let (unit, error) = unit(of: force) else { continue }
      for rate in triples.map(Optional.some) + [nil] {
        if let rate, abs(rate - force) < 3 || isAlike(rate, force) { continue }
        var candidate = Candidate(
          force: force, rate: rate, unit: unit, rateUnit: Self.companion(of: unit), cost: error)
        let used = [force] + (rate.map { [$0] } ?? [])
        let end = (used.max() ?? 0) + 3
        let skips = (0..<end).count { column in
          !times.contains(column) && !isAttitude(column)
            && !used.contains { ($0..<$0 + 3).contains(column) }
        }
        candidate.cost += Double(skips) * Self.skipped
        let still = used.reduce(0) { $0 + ($1..<$1 + 3).count { isConstant($0) } }
        if still < 3 * used.count { candidate.cost += Double(still) * Self.constant }
        if let rate {
          rated(&candidate, rate)
          if rate < force { candidate.cost += Self.reversed }
        } else {
          candidate.cost += Self.noRate
        }
        if force == usualForce, rate == force + 3 { candidate.cost -= Self.usual }
        found.append(candidate)
      }
    }
    return found
  }

  /// Adds what a rate costs: how fast the board would turn, less what the turning explains.
  private func rated(_ candidate: inout Candidate, _ rate: Int) {
    let (share, factor) = turning(candidate.force, rate)
    if share > Self.explained, let unit = unit(ofFactor: factor, of: rate, with: candidate.unit) {
      candidate.rateUnit = unit
    } else if candidate.rateUnit == .radiansPerSecond, isStill(candidate.force),
      Self.median(norms(rate)) > Self.fastestRest
    {
      // No gyroscope at rest reads so many rad/s.
      candidate.rateUnit = .degreesPerSecond
    }
    let speed = Self.median(norms(rate)) * candidate.rateUnit.radiansPerSecond * 180 / .pi
    candidate.cost += min(speed / 100, 1) - (share > Self.explained ? share : 0)
  }

  private func assignment(_ choice: Candidate, isCertain: Bool) -> ColumnAssignment {
    var names = (0..<width).map { column in
      times.contains(column) ? "counter" : isTemperature(column) ? "temperature" : "other"
    }
    if let time = times.first, timeUnit(of: time) != nil { names[time] = "t" }
    name(&names, from: choice.force, "ax", "ay", "az")
    if let rate = choice.rate { name(&names, from: rate, "gx", "gy", "gz") }
    for start in attitudes {
      // Boards start near the attitude in which w is 1: it comes first, or last.
      let (w, z) = (abs(rows[0][start]), abs(rows[0][start + 3]))
      guard max(w, z) > 0.5 else { continue }
      let order = w >= z ? ["qw", "qx", "qy", "qz"] : ["qx", "qy", "qz", "qw"]
      if !names.contains("qw") { names.replaceSubrange(start..<start + 4, with: order) }
    }
    let free = (0..<max(width - 2, 0)).first { start in
      (start..<start + 3).allSatisfy { names[$0] == "other" || names[$0] == "temperature" }
        && isField(start)
    }
    if let free { name(&names, from: free, "mx", "my", "mz") }
    return ColumnAssignment(
      names: names, acceleration: choice.unit, rate: choice.rate.map { _ in choice.rateUnit },
      time: times.first.flatMap { timeUnit(of: $0) } ?? .milliseconds, isCertain: isCertain)
  }

  private func name(_ names: inout [String], from start: Int, _ x: String, _ y: String, _ z: String)
  {
    (names[start], names[start + 1], names[start + 2]) = (x, y, z)
  }

  /// The unit of time in which rows are 0.5 to 60 ms apart, or 60 to 500 ms if it is none of seconds. Nil if there is none.
  public static func timeUnit(ofStep step: Double) -> ColumnUnits.Time? {
    ColumnUnits.Time(ofStep: step) ?? (step >= 60 ? ColumnUnits.Time(ofStep: step / 10) : nil)
  }

  /// The unit of time of a column that rises. Nil for a counter.
  public func timeUnit(of column: Int) -> ColumnUnits.Time? {
    times.contains(column) ? Self.timeUnit(rows, of: column) : nil
  }

  private static func timeUnit(_ rows: [[Double]], of column: Int) -> ColumnUnits.Time? {
    guard !counts(rows, column) else { return nil }
    return timeUnit(ofStep: median(steps(rows, column)))
  }

  /// The unit in which the norm of three columns is 1 g, and by how much it differs.
  private func unit(of start: Int) -> (ColumnUnits.Acceleration, Double)? {
    let norm = Self.median(norms(start))
    let fitting = Self.gravities.map { ($0.0, abs(norm / $0.1 - 1)) }
      .filter { $0.1 <= Self.tolerance }
    // Counts have no decimals, unless somebody computed means of them.
    let others = hasDecimals(start) ? fitting.filter { !$0.0.isCount } : []
    return (others.isEmpty ? fitting : others).min { $0.1 < $1.1 }
  }

  /// True if three columns hold numbers with decimals.
  private func hasDecimals(_ start: Int) -> Bool {
    rows.contains { row in
      (start..<start + 3).contains { abs(row[$0] - row[$0].rounded()) > 0.001 }
    }
  }

  /// True if the column is one of a quaternion.
  private func isAttitude(_ column: Int) -> Bool {
    attitudes.contains { ($0..<$0 + 4).contains(column) }
  }

  /// Where quaternions begin: four neighbors whose length is 1 in all rows, as no accelerometer measures it. Those count whose length is
  /// nearest to 1.
  private static func attitudes(_ rows: [[Double]], beside times: [Int]) -> [Int] {
    guard rows.count >= 20, let width = rows.first?.count, width >= 4 else { return [] }
    let all = (0...width - 4).compactMap { start -> (start: Int, error: Double)? in
      guard !(start..<start + 4).contains(where: { times.contains($0) }) else { return nil }
      return errorOfAttitude(rows, start).map { (start, $0) }
    }
    var found: [Int] = []
    for (start, _) in all.sorted(by: { $0.error < $1.error })
    where found.allSatisfy({ abs($0 - start) > 3 }) {
      found.append(start)
    }
    return found.sorted()
  }

  /// By how much the length of four columns differs from 1 in the mean; nil if they are no quaternion, or if they may be an acceleration
  /// in g and a small number beside it.
  private static func errorOfAttitude(_ rows: [[Double]], _ start: Int) -> Double? {
    func norms(_ columns: Range<Int>) -> [Double] {
      rows.map { row in columns.reduce(0.0) { $0 + row[$1] * row[$1] }.squareRoot() }
    }
    func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    /// True if a number has more decimals than those of `factor`.
    func isFiner(_ factor: Double) -> Bool {
      rows.contains { row in
        row[start..<start + 4].contains { abs($0 * factor - ($0 * factor).rounded()) > 0.01 }
      }
    }
    let isFine = isFiner(100)
    let errors = norms(start..<start + 4).map { abs($0 - 1) }
    guard isFiner(1), errors.allSatisfy({ $0 <= (isFine ? 0.001_5 : 0.015) }) else { return nil }
    let (first, last) = (range(norms(start..<start + 3)), range(norms(start + 1..<start + 4)))
    let isStill = (start..<start + 4).allSatisfy { column in
      range(rows.map { $0[column] }) <= 0.002
    }
    // An acceleration that tilts slowly keeps its own length, and few decimals hide that of what stands beside it.
    guard
      isFine
        ? isStill || max(first, last) > 0.02 && min(first, last) > 2e-4
        : min(first, last) > 0.03 && max(first, last) > 0.1
    else { return nil }
    return errors.reduce(0, +) / Double(rows.count)
  }

  /// How much of the changes of acceleration a rate explains, 0…1, and the factor that makes the
  /// rate rad/s: least squares of Δa over (a × ω) Δt.
  private func turning(_ force: Int, _ rate: Int) -> (share: Double, factor: Double) {
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for (row, next) in zip(rows, rows.dropFirst()) {
      let (a, b) = (vector(row, force), vector(next, force))
      let middle = (a + b) / 2
      let turn =
        Self.cross(middle, (vector(row, rate) + vector(next, rate)) / 2) * period(row, next)
      let change = b - a
      xy += (turn * change).sum()
      xx += (turn * turn).sum()
      yy += (change * change).sum()
    }
    guard xx > 0, yy > 0, xy > 0 else { return (0, 0) }
    return (xy * xy / (xx * yy), xy / xx)
  }

  private func period(_ row: [Double], _ next: [Double]) -> Double {
    guard let time = times.first, let tick else { return period ?? Self.usualPeriod }
    return (next[time] - row[time]) * tick
  }

  /// The unit of rate whose value in rad/s is about that; nil if none that goes with the unit of acceleration is within a factor
  /// of 1.4. Without a time between rows, scales of counts can't be told apart.
  private func unit(
    ofFactor factor: Double, of rate: Int, with acceleration: ColumnUnits.Acceleration
  ) -> ColumnUnits.Rate? {
    let hasDecimals = hasDecimals(rate)
    let isCounted =
      !hasDecimals && (Self.companion(of: acceleration) == .counts131 || acceleration == .counts256)
    let others: [ColumnUnits.Rate] = [.radiansPerSecond, .degreesPerSecond, .millidegreesPerSecond]
    guard period != nil || times.first.map({ timeUnit(of: $0) != nil }) == true else {
      return isCounted
        ? nil : others.first { Self.assumedRange.contains($0.radiansPerSecond / factor) }
    }
    return ColumnUnits.Rate.nearest(
      to: factor,
      among: isCounted
        ? ColumnUnits.Rate.counts
        : others + (hasDecimals ? [] : [.counts131, .centidegreesPerSecond]))
  }

  /// The unit of rate that usually goes with one of acceleration.
  private static func companion(of unit: ColumnUnits.Acceleration) -> ColumnUnits.Rate {
    switch unit {
    case .metersPerSecondSquared: .radiansPerSecond
    case .counts2048, .counts4096, .counts8192, .counts16384: .counts131
    default: .degreesPerSecond
    }
  }

  private func vector(_ row: [Double], _ start: Int) -> SIMD3<Double> {
    SIMD3(row[start], row[start + 1], row[start + 2])
  }

  private func norms(_ start: Int) -> [Double] {
    rows.map { row in
      let value = vector(row, start)
      return (value * value).sum().squareRoot()
    }
  }

  /// True if three columns are a second accelerometer: their length is that of the first, and so is their direction.
  public func isAlike(_ start: Int, _ force: Int) -> Bool {
    rows.allSatisfy { row in
      let (a, b) = (vector(row, start), vector(row, force))
      let (x, y) = ((a * a).sum().squareRoot(), (b * b).sum().squareRoot())
      return abs(x - y) < 0.2 * y && (a * b).sum() > 0.9 * x * y
    }
  }

  /// True if three columns are gravity as a fusion computes it: their length never changes, but their direction does.
  func isComputedGravity(_ start: Int) -> Bool {
    let norms = norms(start)
    let middle = Self.median(norms)
    return middle > 0 && !isStill(start) && norms.allSatisfy { abs($0 / middle - 1) < 1e-4 }
  }

  /// True if three columns stay within a tenth of their norm.
  private func isStill(_ start: Int) -> Bool {
    let mean = rows.reduce(SIMD3<Double>()) { $0 + vector($1, start) } / Double(rows.count)
    let limit = 0.01 * (mean * mean).sum()
    return rows.allSatisfy { row in
      let off = vector(row, start) - mean
      return (off * off).sum() < limit
    }
  }

  private func isConstant(_ column: Int) -> Bool {
    rows.allSatisfy { $0[column] == rows[0][column] }
  }

  /// True for a norm of the Earth's field, 15 to 100 µT, that stays.
  func isField(_ start: Int) -> Bool {
    let norms = norms(start)
    let middle = Self.median(norms)
    return (15...100).contains(middle) && !isConstant(start)
      && Self.median(norms.map { abs($0 - middle) }) < 0.1 * middle
  }

  /// True for numbers that hardly change and are a temperature in °C where people write.
  private func isTemperature(_ column: Int) -> Bool {
    let values = rows.map { $0[column] }
    guard let least = values.min(), let greatest = values.max() else { return false }
    return least > 5 && greatest < 60 && greatest - least < 1
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func steps(_ rows: [[Double]], _ column: Int) -> [Double] {
    zip(rows, rows.dropFirst()).map { $1[column] - $0[column] }
  }

  /// True for a column that never falls and nearly always rises.
  private static func rises(_ rows: [[Double]], _ column: Int) -> Bool {
    let steps = steps(rows, column)
    return steps.count >= 4 && steps.allSatisfy { $0 >= 0 }
      && steps.count { $0 > 0 } * 10 >= steps.count * 9
  }

  /// True for a column that goes up by 1 each time.
  private static func counts(_ rows: [[Double]], _ column: Int) -> Bool {
    steps(rows, column).count { $0 == 1 } * 10 >= (rows.count - 1) * 9
  }
}
