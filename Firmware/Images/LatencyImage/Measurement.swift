import BoardSupport
import CortexM
import QuillonFusion

/// Measures the time of a stage: 16 runs of each input at once, so that ticks are fine enough.
enum Measurement<Ticks: Stopwatch> {
  static var repetitions: UInt32 { 16 }

  /// Of each recorded sample with the pen down.
  @inline(never)
  static func recorded<S: Stage>(_ stage: inout S) -> TickStatistics {
    var statistics = TickStatistics()
    Recording.rewind()
    while let sample = Recording.next() {
      guard sample.pen == .down else { continue }
      stage.take(sample)
      statistics.add(time(&stage))
    }
    return statistics
  }

  /// Of 128 random samples, and of 256 steps uphill from the slowest: one that is not slower is undone.
  @inline(never)
  static func searched<S: Stage>(_ stage: inout S) -> TickStatistics {
    var (statistics, noise) = (TickStatistics(), Noise())
    var slowest = noise.sample()
    for step in 0..<384 as Range<UInt32> {
      var sample = slowest
      if step < 128 { sample = noise.sample() } else { noise.mutate(&sample) }
      stage.take(sample)
      if statistics.add(time(&stage)) { slowest = sample }
    }
    return statistics
  }

  /// The ticks of `repetitions` runs.
  @inline(never)
  static func time<S: Stage>(_ stage: inout S) -> UInt32 {
    let begin = Ticks.now
    var count: UInt32 = 0
    while count < repetitions {
      stage.run()
      forget_memory()
      count &+= 1
    }
    return Ticks.ticks(since: begin)
  }
}
