import Foundation
import QuillonReferenceModel

/// A small oscillation: a sum of sines in each of three directions. Its derivatives are exact.
struct Oscillation: Equatable, Sendable {
  /// One sine: the amplitude in each direction, the angular frequency (rad/s), and the phase in
  /// each direction (rad).
  private struct Wave: Equatable {
    var amplitude: ReferenceVector
    var frequency: Double
    var phase: ReferenceVector
  }

  private let waves: [Wave]

  /// Sines of random phase with frequencies in `band` (Hz). Their sum has a root mean square of
  /// about `strength` in each direction, in the unit of `strength`.
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

  /// The value and its first two derivatives with respect to time.
  struct Sample {
    var value = ReferenceVector(0, 0, 0)
    var first = ReferenceVector(0, 0, 0)
    var second = ReferenceVector(0, 0, 0)

    /// The oscillation times the profile's progress, whose own derivatives with respect to time, s,
    /// are included.
    func faded(by share: MinimumJerk) -> Self {
      Self(
        value: value * share.progress,
        first: first * share.progress + value * share.speed,
        second: second * share.progress + 2 * first * share.speed + value * share.acceleration)
    }
  }

  /// The oscillation at `time`, s.
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
