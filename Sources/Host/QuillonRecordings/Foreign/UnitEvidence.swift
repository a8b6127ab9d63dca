import QuillonConversions
import QuillonSerialFormats

/// What the numbers of a recording reveal about their units.
///
/// At rest an accelerometer measures 1 g. While a board turns, gravity turns against it: df/dt = f × ω gives the unit of rate.
/// Samples of people's boards are 0.5 to 60 ms apart.
struct UnitEvidence {
  /// The number of rows that are looked at.
  static let most = 4_096
  /// The fewest rows for a decision.
  private static let fewest = 20
  /// The share of gravity's turn that a rate must explain.
  private static let explained = 0.5
  /// By how much a length at rest may differ from 1 g.
  private static let tolerance = 0.15

  /// The median step of time, as it is written. Nil for too few rows, or if time stands still.
  let step: Double?
  /// The length of the acceleration where it changes least, as it is written.
  let gravity: Double?
  /// The length of the acceleration where it stays, as it is written; nil if fewer than 50 rows show that.
  let restGravity: Double?
  /// The rate where gravity stays, as it is written: the lowest tenth.
  let restRate: Double?
  /// The rate that one row of a hundred exceeds, as it is written; 0 without rates.
  let highRate: Double
  private let samples: [(time: Double, force: SIMD3<Double>, rate: SIMD3<Double>)]

  /// The unit of acceleration in which the rate has the length of gravity in nearly all rows, which no rate has; nil if there is none.
  let gravityInRate: ColumnUnits.Acceleration?

  /// The evidence of these rows, whose numbers are as they are written.
  init(_ rows: ArraySlice<TraceRow>) {
    step = rows.count > Self.fewest ? rows.map(\.time).usualStep : nil
    let samples = rows.compactMap { row in
      row.specificForce.map { (time: row.time, force: $0, rate: row.angularRate ?? .zero) }
    }
    self.samples = samples
    let rates = rows.compactMap { $0.angularRate?.length }.sorted()
    highRate = rates.isEmpty ? 0 : rates[rates.count - 1 - rates.count / 100]
    let usual = rates.isEmpty ? 0 : rates[rates.count / 2]
    let isConstant =
      rates.count > Self.fewest && rates[rates.count / 10] > 0.8 * usual
      && rates[rates.count - 1 - rates.count / 10] < 1.2 * usual
    gravityInRate = isConstant ? Self.acceleration(ofGravity: usual) : nil
    let size = 10
    let windows = stride(from: 0, to: max(samples.count - size + 1, 0), by: size).map { start in
      let part = samples[start..<start + size]
      let mean = part.reduce(SIMD3<Double>()) { $0 + $1.force } / Double(size)
      let spread =
        part.reduce(0.0) { $0 + (($1.force - mean) * ($1.force - mean)).sum() } / Double(size)
      let rate = part.reduce(SIMD3<Double>()) { $0 + $1.rate } / Double(size)
      return (length: mean.length, spread: spread.squareRoot(), rate: rate.length)
    }.sorted { $0.spread < $1.spread }
    let quiet = windows.prefix(max(windows.count / 4, 1))
    gravity = windows.count >= 2 ? quiet.map(\.length).sorted()[quiet.count / 2] : nil
    let resting = quiet.filter { $0.spread < 0.02 * $0.length }.map(\.length).sorted()
    restGravity = resting.count < 5 ? nil : resting[resting.count / 2]
    let still = quiet.filter { $0.spread < 0.05 * $0.length }.map(\.rate).sorted()
    restRate = still.isEmpty || rows.first?.angularRate == nil ? nil : still[still.count / 10]
  }

  /// The unit in which the length at rest is 1 g; nil if there is none.
  var acceleration: ColumnUnits.Acceleration? { gravity.flatMap(Self.acceleration) }

  private static func acceleration(ofGravity length: Double) -> ColumnUnits.Acceleration? {
    ColumnUnits.Acceleration.allCases.first { unit in
      abs(length * unit.metersPerSecondSquared / 9.80665 - 1) < tolerance
    }
  }

  /// How many sensors send the rows in turn, 2…4: see ``sources(of:)``. Nil for one.
  var sources: Int? {
    samples.count > Self.fewest ? Self.sources(of: samples.map(\.force)) : nil
  }

  /// How many sensors send these vectors in turn, 2…4: a row is at least four times as far from the next one as from that of the same
  /// sensor. Nil for one.
  static func sources(of vectors: [SIMD3<Double>]) -> Int? {
    func distance(_ rows: Int) -> Double {
      zip(vectors, vectors.dropFirst(rows)).reduce(0) { $0 + ($1.1 - $1.0).length }
        / Double(vectors.count - rows)
    }
    guard vectors.count > 8 else { return nil }
    let lengths = vectors.map(\.length).sorted()
    let next = distance(1)
    guard next > 0.1 * lengths[lengths.count / 2] else { return nil }
    return (2...4).first { next > 4 * distance($0) }
  }

  /// The factor that makes the rate rad/s, and how much of gravity's turn it explains then, 0…1. Nil if too little turns.
  ///
  /// - Parameter seconds: One unit of time in s.
  func turning(seconds: Double) -> (factor: Double, share: Double)? {
    fit(turns(seconds: seconds)) { $0.turn }.flatMap { $0.share > Self.explained ? $0 : nil }
  }

  /// The columns that seem to hold the rates about x, y and z, such as `gy, gx, -gz`: those that explain how gravity turns, which gx, gy
  /// and gz do not. Nil if these do it about as well, or if too little turns. A turn of 90° is enough if other axes explain nearly all
  /// of it.
  ///
  /// - Parameter seconds: One unit of time in s.
  func otherAxes(seconds: Double) -> String? {
    let turns = turns(seconds: seconds)
    guard let gravity else { return nil }
    let changes = turns.map { $0.change.length / gravity }
    guard changes.reduce(0, +) > 1 else { return nil }
    let isMuch = changes.reduce(0) { $0 + $1 * $1 } > 1
    let own = fit(turns) { $0.turn }?.share ?? 0
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let all = orders.flatMap { order in
      (0..<8).map { bits in (0..<3).map { (order[$0], bits >> $0 & 1 == 0 ? 1.0 : -1.0) } }
    }
    let best = all.lazy.map { axes in
      (axes, fit(turns) { $0.turn(axes) }?.share ?? 0)
    }.max { $0.1 < $1.1 }
    guard let (axes, share) = best, share > (isMuch ? 0.7 : 0.9), own < 0.5 * share else {
      return nil
    }
    return axes.map { ($1 < 0 ? "-" : "") + ["gx", "gy", "gz"][$0] }.joined(separator: ", ")
  }

  /// How gravity changes within about 50 ms, and the products of force, rate and time that explain it: element i of product j is that of
  /// axis i of the rate and axis j of the force.
  private struct Turn {
    var change: SIMD3<Double>
    var products = (SIMD3<Double>(), SIMD3<Double>(), SIMD3<Double>())

    /// The turn that the rate with its own axes explains: f × ω.
    var turn: SIMD3<Double> { turn([(0, 1), (1, 1), (2, 1)]) }

    /// The turn that the rate explains if its axes are those, with these signs.
    func turn(_ axes: [(axis: Int, sign: Double)]) -> SIMD3<Double> {
      func product(_ force: SIMD3<Double>, _ rate: Int) -> Double {
        force[axes[rate].axis] * axes[rate].sign
      }
      let (x, y, z) = products
      return SIMD3(
        product(y, 2) - product(z, 1), product(z, 0) - product(x, 2), product(x, 1) - product(y, 0))
    }
  }

  private func turns(seconds: Double) -> [Turn] {
    guard let step, samples.count >= Self.fewest, let gravity, gravity > 0 else { return [] }
    // About 50 ms each: noise is smaller than the turn.
    let length = min(max(Int(0.05 / (step * seconds)), 1), 50)
    return stride(from: 0, to: samples.count - length, by: length).compactMap { start in
      var turn = Turn(change: samples[start + length].force - samples[start].force)
      // What the hand adds is no turn.
      guard turn.change.length < gravity else { return nil }
      for index in start..<start + length {
        let (a, b) = (samples[index], samples[index + 1])
        let time = (b.time - a.time) * seconds
        guard time > 0, time < 0.2 else { continue }
        let (force, rate) = ((a.force + b.force) / 2, (a.rate + b.rate) / 2 * time)
        turn.products.0 += force.x * rate
        turn.products.1 += force.y * rate
        turn.products.2 += force.z * rate
      }
      return turn
    }
  }

  /// The factor by which the explained turns are those of gravity, least squares, and the share of them that is explained. Nil if they
  /// are opposite.
  private func fit(
    _ turns: [Turn], _ explained: (Turn) -> SIMD3<Double>
  ) -> (factor: Double, share: Double)? {
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for turn in turns {
      let (x, y) = (explained(turn), turn.change)
      xy += (x * y).sum()
      xx += (x * x).sum()
      yy += (y * y).sum()
    }
    guard xx > 0, yy > 0, xy > 0 else { return nil }
    return (xy / xx, xy * xy / (xx * yy))
  }
}

extension [Double] {
  /// The median step of times, without those that stand still or go back; nil if none rises.
  package var usualStep: Double? {
    let steps = zip(self, dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }
}

extension SIMD3<Double> {
  /// The length of the vector.
  var length: Double { (self * self).sum().squareRoot() }

  /// The vector product.
  func cross(_ b: Self) -> Self {
    SIMD3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }
}
