import Foundation
import QuillonReferenceModel

/// Simulates a drawn letter as if it were written in the air with an inertial sensor.
///
/// The hand follows the whole path, including pen-up moves, at the speed of a hand. The path is
/// then reconstructed from an acceleration with errors.
public struct AirWriting: Equatable, Sendable {
  /// How long a letter takes: the median, s, and the standard deviation of the logarithm.
  public var duration = (median: 1.35, spread: 0.25)
  /// How large a letter is: the median, m, and the standard deviation of the logarithm.
  public var size = (median: 0.28, spread: 0.25)
  /// The longest rest at each end, as a share of the duration.
  public var rest = 0.06
  /// Noise of the hand and of the sensor, m/s²: the standard deviation at 100 Hz, before it is smoothed by a window of 10 ms.
  public var noise = 0.3
  /// A constant error of the acceleration, m/s²: the standard deviation per axis.
  public var bias = 0.3
  /// A linear change of that error over the letter, from minus to plus this amount, m/s², standard
  /// deviation. It stands for the part of gravity that remains when the attitude drifts while the
  /// hand writes.
  public var ramp = 0.35
  /// By how much these three errors are multiplied, drawn anew for each letter, uniform in its logarithm.
  public var strength = 1.0...1.0
  /// Samples per second. The hand and the spectrum of its errors are the same at all rates.
  public var rate = 100.0
  /// The damping of the recognizer's integrator, 1/s.
  public var damping = 0.0
  /// The share of letters that are written with an arm that turns, 0…1. Their drift is corrected as the recognizer does, which needs an
  /// integrator without damping.
  public var turning = 0.0
  /// The share of letters that are written two or three times, one over the other, without lifting the pen, 0…1.
  public var repeating = 0.0
  /// The share of letters whose stroke begins on the way to the letter, and that of letters whose stroke ends on the way from it, 0…1.
  public var ways = (before: 0.0, after: 0.0)
  /// The share of letters whose first stroke is drawn from its other end, if it is one of several or is closed, 0…1. Who does not lift the hand
  /// begins a P at the bottom.
  public var reversing = 0.0

  /// The default values. They were set in advance from the size and speed of letters that people
  /// write in the air. None was tuned on recordings.
  public init() {}

  /// The same for training: with errors of mixed strength, up to three times as much. In three of ten letters the arm does not turn, and six of a
  /// hundred are written more than once. In two of ten the stroke begins too early, in one of ten it ends too late, and in three of ten it
  /// begins at the other end.
  public var varied: Self {
    var writing = self
    writing.strength = 1...3
    writing.turning = min(turning, 0.7)
    writing.repeating = 0.06
    writing.ways = (0.2, 0.1)
    writing.reversing = 0.3
    return writing
  }

  /// True if all values are equal.
  public static func == (a: AirWriting, b: AirWriting) -> Bool {
    a.duration == b.duration && a.size == b.size && a.rest == b.rest && a.noise == b.noise
      && a.bias == b.bias && a.ramp == b.ramp && a.strength == b.strength && a.rate == b.rate
      && a.damping == b.damping && a.turning == b.turning && a.repeating == b.repeating
      && a.ways == b.ways && a.reversing == b.reversing
  }
}

extension LetterPath {
  /// The path that a recognizer gets when this letter is written in the air, with its mean
  /// acceleration removed; in the unit square.
  public func writtenInAir(_ air: AirWriting, random: inout SeededRandom) -> LetterPath {
    let size = air.size.median * exp(random.normal(deviation: air.size.spread))
    let duration = air.duration.median * exp(random.normal(deviation: air.duration.spread))
    let times = air.times(&random)
    let seconds = times == 1 ? duration : 0.9 * Double(times) * duration
    let letter = air.drawn(self, &random).map { SIMD2($0.x, $0.y) * size }
    let written = air.withWays(
      Array(repeatElement(letter, count: times).joined()), size: size, &random)
    let shape = Self.smoothed(Self.evenly(written), sigma: 1.2)
    let count = max(Int((seconds * air.rate).rounded()), 16)
    let way = Self.smoothed(
      Self.timed(shape, size: size, count: count, rest: air.rest, random: &random),
      sigma: 0.025 * air.rate)
    var accelerations = Self.secondDifferences(way, rate: air.rate)
    air.drawn(&random).disturb(&accelerations, random: &random)
    var path = Self.integrated(accelerations, rate: air.rate, damping: air.damping)
    if air.turning > 0, air.damping == 0, random.uniform() < air.turning {
      path = ReferenceLeverArm.corrected(
        path, by: Self.turned(way, size: size, rate: air.rate, random: &random),
        duration: Double(count) / air.rate)
    }
    return LetterPath(
      points: path.enumerated().map { index, place in
        Point(x: place.x, y: place.y, isPenDown: true, time: Double(index) / air.rate)
      })
  }

  /// 128 points at equal distances along the path.
  private static func evenly(_ path: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var lengths = [0.0]
    for (start, end) in zip(path, path.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + length(end - start))
    }
    let total = lengths[lengths.count - 1]
    var index = 1
    return (0..<128).map { number in
      let target = total * Double(number) / 127
      while index < path.count - 1, lengths[index] < target { index += 1 }
      return between(
        path, index, (target - lengths[index - 1]) / (lengths[index] - lengths[index - 1]))
    }
  }

  /// The position at each sample, with a random rest at both ends.
  ///
  /// The hand is slow where the path bends: speed ~ (curvature + 2 / size)^(−1/3) (the two-thirds
  /// law of Lacquaniti, Terzuolo and Viviani 1983).
  private static func timed(
    _ path: [SIMD2<Double>], size: Double, count: Int, rest: Double, random: inout SeededRandom
  ) -> [SIMD2<Double>] {
    var times = [0.0]
    for index in 1..<path.count {
      let step = path[index] - path[index - 1]
      let before = index > 1 ? path[index - 1] - path[index - 2] : step
      let lengths = max(length(step), 1e-9)
      let turn = abs(
        atan2(before.x * step.y - before.y * step.x, before.x * step.x + before.y * step.y))
      let curvature = turn / lengths * size
      times.append(times[index - 1] + lengths * pow(curvature + 2, 1 / 3.0))
    }
    let (first, last) = (random.uniform(in: 0...rest), random.uniform(in: 0...rest))
    var index = 1
    return (0..<count).map { sample in
      let share = (Double(sample) / Double(count - 1) - first) / (1 - first - last)
      let target = min(max(share, 0), 1) * times[times.count - 1]
      while index < path.count - 1, times[index] < target { index += 1 }
      return between(path, index, (target - times[index - 1]) / (times[index] - times[index - 1]))
    }
  }

  private static func between(
    _ path: [SIMD2<Double>], _ index: Int, _ share: Double
  ) -> SIMD2<Double> {
    guard index < path.count else { return path[path.count - 1] }
    let part = share.isFinite ? min(max(share, 0), 1) : 1
    return path[index - 1] + (path[index] - path[index - 1]) * part
  }

  /// The path smoothed by a Gaussian window of `sigma` points.
  fileprivate static func smoothed(_ path: [SIMD2<Double>], sigma: Double) -> [SIMD2<Double>] {
    let reach = Int((3 * sigma).rounded(.up))
    let window = (-reach...reach).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
    let total = window.reduce(0, +)
    return path.indices.map { index in
      var sum = SIMD2<Double>.zero
      for offset in -reach...reach {
        sum += path[min(max(index + offset, 0), path.count - 1)] * window[offset + reach]
      }
      return sum / total
    }
  }

  private static func secondDifferences(_ path: [SIMD2<Double>], rate: Double) -> [SIMD2<Double>] {
    path.indices.map { index in
      let before = path[max(index - 1, 0)]
      let after = path[min(index + 1, path.count - 1)]
      return (after - path[index] * 2 + before) * (rate * rate)
    }
  }

  /// The positions that the device's integrator computes from these accelerations minus their mean,
  /// with its half steps and its damping, 1/s.
  static func integrated(
    _ accelerations: [SIMD2<Double>], rate: Double, damping: Double
  ) -> [SIMD2<Double>] {
    let mean = accelerations.reduce(SIMD2<Double>.zero, +) / Double(accelerations.count)
    let decay = exp(-damping / rate)
    let halfDecay = decay.squareRoot()
    var (velocity, position) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    return accelerations.map { acceleration in
      let half = (acceleration - mean) / (2 * rate)
      velocity = velocity * halfDecay + half
      position = position * decay + velocity / rate
      velocity = velocity * halfDecay + half
      return position
    }
  }

  /// The path as the turning of an arm gives it.
  ///
  /// Measured on the letters of five people with telephones: 0.8 times the path itself, with a standard deviation of a fourth; width and height
  /// differ by a factor of 1.3, and each leans by 0.12 of the other. What is left is a tenth to a sixth of what polynomials of degree 3
  /// leave of the path. Here it is six waves of 0.3 to 6 Hz.
  private static func turned(
    _ path: [SIMD2<Double>], size: Double, rate: Double, random: inout SeededRandom
  ) -> [SIMD2<Double>] {
    let gain = 0.8 * exp(random.normal(deviation: 0.25))
    let aspect = exp(random.normal(deviation: 0.15))
    let leaning = SIMD2(random.normal(deviation: 0.12), random.normal(deviation: 0.12))
    var turned = path.map { place in
      SIMD2(
        (place.x + leaning.x * place.y) * gain * aspect,
        (place.y + leaning.y * place.x) * gain / aspect)
    }
    for _ in 0..<6 {
      let frequency = exp(random.uniform(in: log(0.3)...log(6)))
      let deviation = 0.045 * size / frequency.squareRoot()
      let phase = random.uniform(in: 0...2 * .pi)
      let amplitude = SIMD2(
        random.normal(deviation: deviation), random.normal(deviation: deviation))
      for index in turned.indices {
        turned[index] += amplitude * sin(2 * .pi * frequency * Double(index) / rate + phase)
      }
    }
    return turned
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
}

extension AirWriting {
  /// How many times a letter is written before the pen is lifted. Of those that are written more than once, three of ten are written three
  /// times.
  fileprivate func times(_ random: inout SeededRandom) -> Int {
    guard repeating > 0, random.uniform() < repeating else { return 1 }
    return random.uniform() < 0.3 ? 3 : 2
  }

  /// The points of the letter in the order in which the hand draws them.
  fileprivate func drawn(_ letter: LetterPath, _ random: inout SeededRandom) -> [LetterPath.Point] {
    guard reversing > 0, random.uniform() < reversing else { return letter.points }
    let strokes = letter.strokes
    guard let first = strokes.first, strokes.count > 1 || Self.isClosed(first) else {
      return letter.points
    }
    return first.reversed() + strokes.dropFirst().joined()
  }

  /// True if the ends are less than a fourth of the letter apart.
  private static func isClosed(_ stroke: [LetterPath.Point]) -> Bool {
    guard let first = stroke.first, let last = stroke.last else { return false }
    let (x, y) = (first.x - last.x, first.y - last.y)
    return x * x + y * y < 0.0625
  }

  /// The letter with what the stroke has of the ways to it and from it: lines of 0.45 times its size, standard deviation per axis.
  fileprivate func withWays(
    _ letter: [SIMD2<Double>], size: Double, _ random: inout SeededRandom
  ) -> [SIMD2<Double>] {
    guard ways != (0, 0), let first = letter.first, let last = letter.last else { return letter }
    func away() -> SIMD2<Double> {
      SIMD2(random.normal(deviation: 0.45), random.normal(deviation: 0.45)) * size
    }
    var way = letter
    if random.uniform() < ways.before { way.insert(first + away(), at: 0) }
    if random.uniform() < ways.after { way.append(last + away()) }
    return way
  }

  /// With the errors of one letter.
  fileprivate func drawn(_ random: inout SeededRandom) -> AirWriting {
    guard strength.lowerBound < strength.upperBound else { return self }
    let factor = exp(random.uniform(in: log(strength.lowerBound)...log(strength.upperBound)))
    var air = self
    air.noise *= factor
    air.bias *= factor
    air.ramp *= factor
    return air
  }

  /// Adds the errors of hand, sensor and attitude.
  func disturb(
    _ accelerations: inout [SIMD2<Double>], random: inout SeededRandom
  ) {
    func pair(_ deviation: Double) -> SIMD2<Double> {
      SIMD2(random.normal(deviation: deviation), random.normal(deviation: deviation))
    }
    let (constant, change) = (pair(bias), pair(ramp))
    let density = noise * (rate / 100).squareRoot()
    let unrest = LetterPath.smoothed(
      accelerations.map { _ in pair(density) }, sigma: 0.01 * rate)
    let last = Double(max(accelerations.count - 1, 1))
    for index in accelerations.indices {
      accelerations[index] += constant + unrest[index] + change * (2 * Double(index) / last - 1)
    }
  }
}
