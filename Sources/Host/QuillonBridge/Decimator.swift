import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics

/// Makes fewer samples a second of many, without aliasing: what is faster than half the new rate is filtered out first.
///
/// The filter is a sinc with a Hann window: h(u) = sinc(2 f u) (1 + cos(π u/W))/2 for |u| < W, with the cutoff f (−6 dB)
/// at 0.35 of the new rate and W of 6 of its periods. Each sample also counts by the time that it stands for, and the
/// weights are normalized by their sum. The filter is symmetric, so it delays nothing but comes W later. Of regular
/// samples, a quarter of the new rate passes with 0.95, half of it and more with less than 0.01. Attitudes are averaged
/// by their components with like signs; a sample's pen is that of the last one before it. A sample without a field has the one before.
///
/// A board that sends no more than a tenth too many keeps its samples.
public struct Decimator {
  /// How many samples determine the incoming rate.
  private static let enough = 50
  /// Across a longer gap, µs, nothing is averaged.
  private static let longestStep: UInt32 = 100_000

  /// Samples a second that go out.
  public let rate: Double
  /// The filter's cutoff, Hz.
  public var cutoff: Double { 0.35 * rate }
  /// Samples a second that come; nil while that is not known.
  public private(set) var incomingRate: Double?
  private var reach: Double { 6 / rate }
  private var window: [(time: Double, sample: InertialSample)] = []
  /// µs, of time 0.
  private var origin: UInt32 = 0
  private var next = 0.0

  /// A decimator to `rate` samples a second that has seen nothing.
  public init(rate: Double) { self.rate = rate }

  /// True if samples are filtered and thinned.
  public var isThinning: Bool { incomingRate.map { $0 > 1.1 * rate } ?? false }

  /// Accepts the next sample, and appends those that it completes.
  public mutating func push(_ sample: InertialSample, into samples: inout [InertialSample]) {
    if incomingRate != nil, !isThinning { return samples.append(sample) }
    if let last = window.last {
      let step = sample.timestamp &- last.sample.timestamp
      guard step <= Self.longestStep, step > 0, last.sample.hasSameContent(as: sample) else {
        if step == 0 { return }
        restart(at: sample)
        return
      }
      window.append((last.time + Double(step) * 1e-6, sample))
    } else {
      restart(at: sample)
    }
    if incomingRate == nil {
      guard window.count == Self.enough, let last = window.last else { return }
      incomingRate = Double(window.count - 1) / last.time
      if !isThinning {
        samples += window.map(\.sample)
        window = []
        return
      }
    }
    while let last = window.last, last.time >= next + reach {
      samples.append(average(at: next))
      next += 1 / rate
      let oldest = next - reach
      window.removeFirst(window.firstIndex { $0.time >= oldest } ?? 0)
    }
  }

  private mutating func restart(at sample: InertialSample) {
    window = [(0, sample)]
    origin = sample.timestamp
    next = 0
  }

  private func average(at time: Double) -> InertialSample {
    var sample = window[0].sample
    var (sum, weights) = ([Double](), 0.0)
    // A magnetometer is slower than the other sensors.
    var field = window.lazy.compactMap(\.sample.magneticField).first
    sample.magneticField = field
    for (index, (moment, sampled)) in window.enumerated() where abs(moment - time) < reach {
      var neighbor = sampled
      if moment <= time { sample.pen = neighbor.pen }
      field = neighbor.magneticField ?? field
      neighbor.magneticField = field
      // The time that the sample stands for: from half way to its neighbors.
      let earlier = index > 0 ? window[index - 1].time : moment
      let later = index + 1 < window.count ? window[index + 1].time : moment
      let weight = weight(moment - time) * (later - earlier)
      let values = neighbor.numbers(like: sample.attitude)
      if sum.isEmpty { sum = [Double](repeating: 0, count: values.count) }
      for index in sum.indices { sum[index] += weight * values[index] }
      weights += weight
    }
    sample.set(sum.map { $0 / weights })
    sample.timestamp = origin &+ UInt32(truncatingIfNeeded: Int64((time * 1e6).rounded()))
    return sample
  }

  private func weight(_ distance: Double) -> Double {
    let angle = 2 * Double.pi * cutoff * distance
    let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
    return sinc * (1 + cos(Double.pi * distance / reach)) / 2
  }
}
