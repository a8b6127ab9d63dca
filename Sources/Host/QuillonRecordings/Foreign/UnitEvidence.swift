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
  /// The rate where gravity stays, as it is written: the lowest tenth.
  let restRate: Double?
  /// The rate that one row of a hundred exceeds, as it is written; 0 without rates.
  let highRate: Double
  private let samples: [(time: Double, force: SIMD3<Double>, rate: SIMD3<Double>)]

  /// The evidence of these rows, whose numbers are as they are written.
  init(_ rows: ArraySlice<TraceRow>) {
    let times = rows.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    step = steps.count >= Self.fewest ? steps.sorted()[steps.count / 2] : nil
    let samples = rows.compactMap { row in
      row.specificForce.map { (time: row.time, force: $0, rate: row.angularRate ?? .zero) }
    }
    self.samples = samples
    let rates = samples.map { $0.rate.length }.sorted()
    highRate = rates.isEmpty ? 0 : rates[rates.count - 1 - rates.count / 100]
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
    let still = quiet.filter { $0.spread < 0.05 * $0.length }.map(\.rate).sorted()
    restRate = still.isEmpty || rows.first?.angularRate == nil ? nil : still[still.count / 10]
  }

  /// The unit in which the length at rest is 1 g; nil if there is none.
  var acceleration: ColumnUnits.Acceleration? {
    guard let gravity else { return nil }
    return ColumnUnits.Acceleration.allCases.first { unit in
      abs(gravity * unit.metersPerSecondSquared / 9.80665 - 1) < Self.tolerance
    }
  }

  /// The factor that makes the rate rad/s, and how much of gravity's turn it explains then, 0…1. Nil if too little turns.
  ///
  /// - Parameter seconds: One unit of time in s.
  func turning(seconds: Double) -> (factor: Double, share: Double)? {
    guard let step, samples.count >= Self.fewest, let gravity, gravity > 0 else { return nil }
    // About 50 ms each: noise is smaller than the turn.
    let length = min(max(Int(0.05 / (step * seconds)), 1), 50)
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for start in stride(from: 0, to: samples.count - length, by: length) {
      var turn = SIMD3<Double>()
      for index in start..<start + length {
        let (a, b) = (samples[index], samples[index + 1])
        let time = (b.time - a.time) * seconds
        guard time > 0, time < 0.2 else { continue }
        turn += ((a.force + b.force) / 2).cross((a.rate + b.rate) / 2) * time
      }
      let change = samples[start + length].force - samples[start].force
      // What the hand adds is no turn.
      guard change.length < gravity else { continue }
      xy += (turn * change).sum()
      xx += (turn * turn).sum()
      yy += (change * change).sum()
    }
    guard xx > 0, yy > 0, xy > 0 else { return nil }
    let share = xy * xy / (xx * yy)
    return share > Self.explained ? (xy / xx, share) : nil
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
