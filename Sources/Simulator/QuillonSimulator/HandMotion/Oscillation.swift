import Foundation
import QuillonMath
import QuillonReferenceModel

/// A small unrest: a sum of sines in each of three directions, differentiable at will.
struct Oscillation: Equatable, Sendable {
  /// One sine: amplitude in each direction, angular frequency (rad/s), phase in each (rad).
  private struct Wave: Equatable {
    var amplitude: ReferenceVector
    var frequency: Double
    var phase: ReferenceVector
  }

  private let waves: [Wave]

  /// Sines of random phase with frequencies in `band` (Hz), whose sum has about the root mean
  /// square `strength` in each direction, in whatever unit that is.
  init(
    strength: Double, band: ClosedRange<Double>, count: Int, random: inout SeededRandom
  ) {
    waves = (0..<count).map { _ in
      let scale = strength * (2 / Double(count)).squareRoot()
      return Wave(
        amplitude: ReferenceVector(
          random.uniform(in: 0.6...1.3), random.uniform(in: 0.6...1.3),
          random.uniform(in: 0.6...1.3)) * scale,
        frequency: 2 * .pi * random.uniform(in: band),
        phase: ReferenceVector(
          random.uniform(in: 0...2 * .pi), random.uniform(in: 0...2 * .pi),
          random.uniform(in: 0...2 * .pi)))
    }
  }

  /// The value and its first two derivatives by time.
  struct Sample {
    var value = ReferenceVector(0, 0, 0)
    var first = ReferenceVector(0, 0, 0)
    var second = ReferenceVector(0, 0, 0)

    /// The unrest times a share that itself changes, by its progress per second.
    func faded(by share: MinimumJerk) -> Self {
      Self(
        value: value * share.progress,
        first: first * share.progress + value * share.speed,
        second: second * share.progress + 2 * first * share.speed + value * share.acceleration)
    }
  }

  /// The unrest at `time`, s.
  func sample(at time: Double) -> Sample {
    var sum = Sample()
    for wave in waves {
      let angle = wave.phase + wave.frequency * time
      let sines = ReferenceVector(sin(angle.x), sin(angle.y), sin(angle.z)) * wave.amplitude
      let cosines = ReferenceVector(cos(angle.x), cos(angle.y), cos(angle.z)) * wave.amplitude
      sum.value += sines
      sum.first += cosines * wave.frequency
      sum.second -= sines * (wave.frequency * wave.frequency)
    }
    return sum
  }
}
