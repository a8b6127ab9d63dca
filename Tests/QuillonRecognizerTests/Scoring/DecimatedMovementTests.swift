import Foundation
import QuillonRecognizer
import QuillonReferenceModel
import Testing

@Suite struct DecimatedMovementTests {
  private struct Step {
    var x: Int32
    var y: Int32
    var ticks: UInt32
  }

  private static func numbers(_ steps: [Step]) -> [Double] {
    var (trail, vector) = (DecimatedMovement(), FeatureVector())
    for step in steps { trail.add(x: step.x, y: step.y, ticks: step.ticks) }
    trail.append(to: &vector)
    return (0..<vector.count).map { Double(vector[$0]) * 0x1p-14 }
  }

  private static func reference(_ steps: [Step]) -> [Double] {
    var time = 0.0
    return ReferenceMovement.features(
      of: steps.enumerated().map { index, step in
        if index > 0 { time += Double(step.ticks) * 32e-6 }
        return ReferenceMovement.Point(
          x: Double(step.x) * 0x1p-14, y: Double(step.y) * 0x1p-14, time: time)
      })
  }

  /// A smooth way of `seconds`, `rate` points a second, that turns back `turns` times across.
  private static func way(
    seconds: Double, rate: Double, turns: Double, _ random: inout SeededRandom
  ) -> [Step] {
    let (phase, lift) = (random.uniform(in: 0...6), random.uniform(in: 0.5...3))
    return (0...Int(seconds * rate)).map { index in
      let share = Double(index) / (seconds * rate)
      let x = 0.5 - 0.5 * cos((turns + 1) * .pi * share)
      let y = 0.5 + 0.45 * sin(lift * share + phase)
      return Step(
        x: Int32((x * 0x1p14).rounded()), y: Int32((y * 0x1p14).rounded()),
        ticks: UInt32((31_250 / rate).rounded()))
    }
  }

  /// Velocities within 0.08 (of ±2) where 32 places or more stand for a way of up to five turns, within 0.16
  /// where it is 25; the others exactly but for rounding and the crooked logarithm; turns are counted.
  @Test(arguments: [0.25, 0.6, 1.1, 3, 9], [25.0, 100, 400])
  func itIsTheReferenceModelsWithinItsError(seconds: Double, rate: Double) {
    let seed = UInt64(seconds * 1000 + rate)
    var random = SeededRandom(seed: seed)
    for turns in 0...5 where rate * seconds >= 12 && rate * seconds <= 1000 {
      let way = Self.way(seconds: seconds, rate: rate, turns: Double(turns), &random)
      let (mine, theirs) = (Self.numbers(way), Self.reference(way))
      #expect(mine.count == DecimatedMovement.count)
      for (index, pair) in zip(mine, theirs).enumerated() {
        let bound = index < 32 ? (seconds < 0.32 ? 0.16 : 0.08) : index == 32 ? 0.024 : 0.002
        #expect(abs(pair.0 - pair.1) <= bound, "seed \(seed), turns \(turns), number \(index)")
      }
      #expect(mine[34] == Double(turns) / 8, "seed \(seed)")
    }
  }

  /// The same movement sampled at another rate has nearly the same numbers.
  @Test func theRateIsOfNoAccount() {
    for turns in 0...4 {
      var (slow, fast) = (SeededRandom(seed: 5), SeededRandom(seed: 5))
      let a = Self.numbers(Self.way(seconds: 1, rate: 50, turns: Double(turns), &slow))
      let b = Self.numbers(Self.way(seconds: 1, rate: 500, turns: Double(turns), &fast))
      for (index, pair) in zip(a, b).enumerated() {
        #expect(abs(pair.0 - pair.1) < 0.1, "turns \(turns), number \(index)")
      }
    }
  }

  @Test func timesThatAreNotKnownCountAsTenMilliseconds() {
    var random = SeededRandom(seed: 6)
    let timed = Self.way(seconds: 1, rate: 100, turns: 2, &random).map {
      Step(x: $0.x, y: $0.y, ticks: 312)
    }
    #expect(
      Self.numbers(timed) == Self.numbers(timed.map { Step(x: $0.x, y: $0.y, ticks: 0) }))
  }

  /// No points, one point, a point that stays, and whatever bits there are: numbers, and no trap.
  @Test func anythingGivesNumbers() {
    #expect(Self.numbers([]).count == DecimatedMovement.count)
    #expect(Self.numbers([Step(x: 9, y: 9, ticks: 0)])[..<32].allSatisfy { $0 == 0 })
    let still = [Step](repeating: Step(x: 8_192, y: 8_192, ticks: 312), count: 100)
    #expect(Self.numbers(still)[..<32].allSatisfy { $0 == 0 })
    for seed in UInt64(0)..<50 {
      var random = SeededRandom(seed: seed)
      let steps = (0..<random.index(below: 3_000)).map { _ in
        Step(
          x: Int32(truncatingIfNeeded: random.next()), y: Int32(truncatingIfNeeded: random.next()),
          ticks: UInt32(truncatingIfNeeded: random.next()))
      }
      let numbers = Self.numbers(steps)
      #expect(
        numbers.count == DecimatedMovement.count && numbers[..<32].allSatisfy { abs($0) <= 2 })
    }
  }
}
