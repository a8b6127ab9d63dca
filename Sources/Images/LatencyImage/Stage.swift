import Board
import BoardSupport

/// Something to be measured: one input, and what is done with it.
protocol Stage {
  /// What it is called in the table.
  static var name: StaticString { get }
  /// Replaces the input by another one, mostly an extreme one.
  mutating func randomize(_ noise: inout Noise)
  /// Changes a few bits of the input.
  mutating func mutate(_ noise: inout Noise)
  /// The work.
  mutating func run()
}

/// Words that anyone can compute: an xorshift generator (Marsaglia 2003).
struct Noise {
  private var state: UInt32 = 0x2545_F491

  /// Any word.
  mutating func word() -> UInt32 {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return state
  }

  /// Any word, a small one or one near an end of the range.
  mutating func edgy() -> Int32 {
    let word = Int32(bitPattern: self.word())
    switch self.word() & 3 {
    case 0: return word &>> 24
    case 1: return (word < 0 ? Int32.min : .max) &- word &>> 28
    default: return word
    }
  }

  /// A word with two bits set, or one.
  mutating func flip() -> Int32 {
    Int32(bitPattern: 1 &<< (word() & 31) | 1 &<< (word() & 31))
  }
}

/// Ticks that a stage took: of each input `repetitions` runs at once, so that ticks are fine enough.
struct Measurement {
  static var repetitions: UInt32 { 16 }

  var inputs: UInt32 = 0
  var total: UInt32 = 0
  var maximum: UInt32 = 0

  /// 128 random inputs, then 256 steps uphill from the slowest: a step that is not slower is undone.
  static func search<S: Stage>(_ stage: inout S) -> Measurement {
    var (measurement, noise) = (Measurement(), Noise())
    var slowest = stage
    for step in 0..<384 as Range<UInt32> {
      if step < 128 {
        stage.randomize(&noise)
      } else {
        stage = slowest
        stage.mutate(&noise)
      }
      let input = stage
      let ticks = time(&stage)
      if step < 128 {
        measurement.inputs &+= 1
        measurement.total &+= ticks
      }
      if ticks > measurement.maximum {
        measurement.maximum = ticks
        slowest = input
      }
    }
    return measurement
  }

  /// The ticks of `repetitions` runs.
  @inline(never)
  static func time<S: Stage>(_ stage: inout S) -> UInt32 {
    let begin = Stopwatch.now
    var count: UInt32 = 0
    while count < repetitions {
      stage.run()
      forget_memory()
      count &+= 1
    }
    return Stopwatch.ticks(since: begin)
  }
}
