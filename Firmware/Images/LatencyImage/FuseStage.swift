import CortexM
import QuillonFusion
import QuillonNumerics

/// A filter of six or nine axes.
protocol FusedFilter {
  init()
  var attitude: UnitQuaternion { get }
  var vertical: Vector3<30> { get }
  mutating func take(
    _ timestamp: UInt32, _ force: Vector3<23>, _ rate: Vector3<25>, _ field: Vector3<19>)
}

extension SixAxisAHRS: FusedFilter {
  init() { self.init(Parameters()) }

  mutating func take(
    _ timestamp: UInt32, _ force: Vector3<23>, _ rate: Vector3<25>, _ field: Vector3<19>
  ) {
    push(timestamp: timestamp, specificForce: force, angularRate: rate)
  }
}

extension NineAxisAHRS: FusedFilter {
  init() { self.init(usesField: true) }

  mutating func take(
    _ timestamp: UInt32, _ force: Vector3<23>, _ rate: Vector3<25>, _ field: Vector3<19>
  ) {
    push(timestamp: timestamp, specificForce: force, angularRate: rate, field: field)
  }
}

/// Samples through a filter, with attitude, gravity and linear acceleration of each.
///
/// The filter spreads its slow work over many samples, so a run of samples is timed one by one.
struct FuseStage<Filter: FusedFilter, Ticks: Stopwatch> {
  private var filter = Filter()
  private var noise = Noise()
  private var timestamp: UInt32 = 0
  private var force = Vector3<23>.zero
  private var rate = Vector3<25>.zero
  private var field = Vector3<19>.zero
  private var attitude = UnitQuaternion.identity
  private var linear = Vector3<23>.zero

  /// The next of 100 samples a second of a hand: turns of a few rad/s about changing axes, gravity and
  /// as much again.
  mutating func move() {
    timestamp &+= 10_000
    rate = Vector3(
      Self.smooth(rate.x, noise.word(), 26), Self.smooth(rate.y, noise.word(), 26),
      Self.smooth(rate.z, noise.word(), 26))
    force = Vector3(
      Self.smooth(force.x, noise.word(), 26), Self.smooth(force.y, noise.word(), 26),
      Self.smooth(force.z, noise.word(), 26) &+ Fixed(bits: 10 &<< 23))
    field = Vector3(
      Self.smooth(field.x, noise.word(), 24), Self.smooth(field.y, noise.word(), 24),
      Self.smooth(field.z, noise.word(), 24) &+ Fixed(bits: 20 &<< 19))
  }

  /// Anything at any time, gaps and clipped values among it.
  mutating func shake() {
    let word = noise.word()
    timestamp &+= word & 15 == 0 ? noise.word() & 0x3FFFF : 8_000 &+ word & 4_095
    let sample = noise.sample()
    force = sample.acceleration.vector
    rate = sample.angularRate ?? .zero
    field = sample.magneticField ?? .zero
  }

  private static func smooth<let f: Int>(_ a: Fixed<f>, _ word: UInt32, _ bits: UInt32)
    -> Fixed<f>
  {
    let noise = Int32(bitPattern: word) &>> Int32(bitPattern: 32 &- bits)
    return Fixed(bits: a.bits &- a.bits &>> 3 &+ noise)
  }

  /// The work.
  @inline(never)
  mutating func run() {
    filter.take(timestamp, force, rate, field)
    attitude = filter.attitude
    linear = Gravity.removed(from: force, along: filter.vertical)
  }

  /// The ticks of 40 s in a hand.
  static func held() -> TickStatistics { measure { $0.move() } }

  /// The ticks of 4,000 samples of anything.
  static func shaken() -> TickStatistics { measure { $0.shake() } }

  /// The ticks of 4,000 samples, behind 1,000 that are not counted.
  @inline(never)
  private static func measure(_ next: (inout FuseStage) -> Void) -> TickStatistics {
    var (statistics, stage) = (TickStatistics(), FuseStage())
    for index in 0..<5_000 as Range<UInt32> {
      next(&stage)
      let begin = Ticks.now
      stage.run()
      let ticks = Ticks.ticks(since: begin)
      if index >= 1_000 { statistics.add(ticks) }
    }
    return statistics
  }
}
