import Foundation

/// The overlapping Allan deviation of a signal: how much the mean over a time τ differs from the
/// next such mean.
///
/// Source: IEEE Std 952-1997, annex C. The overlapping estimator is from Riley, "Handbook of
/// Frequency Stability Analysis", NIST SP 1065 (2008), section 5.2.2.
public struct AllanDeviation: Equatable, Sendable {
  /// The averaging times τ, s, in ascending order.
  public var times: [Double]
  /// The deviation at each, in the unit of the signal.
  public var deviations: [Double]
  /// The approximate number of independent differences behind each deviation.
  public var weights: [Double]

  /// The deviation of `values` that were taken every `interval` s.
  ///
  /// There are up to ten averaging times per decade; the longest is a ninth of the recording. The
  /// result is empty for fewer than 27 values, or when the interval is not positive.
  public init(of values: [Double], interval: Double) {
    (times, deviations, weights) = ([], [], [])
    // The running integral of the values minus their mean, so that it stays small.
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    var integral = [0.0]
    integral.reserveCapacity(values.count + 1)
    for value in values { integral.append(integral[integral.count - 1] + value - mean) }
    var last = 0
    for step in 0... {
      let m = Int(pow(10, Double(step) / 10).rounded())
      if 9 * m > values.count || interval <= 0 || values.count < 27 { break }
      if m == last { continue }
      last = m
      var sum = 0.0
      let count = values.count - 2 * m + 1
      for k in 0..<count {
        let difference = integral[k + 2 * m] - 2 * integral[k + m] + integral[k]
        sum += difference * difference
      }
      let variance = sum / (2 * Double(m) * Double(m) * Double(count))
      times.append(Double(m) * interval)
      deviations.append(variance.squareRoot())
      weights.append(Double(values.count) / Double(m) - 1)
    }
  }

  /// The least deviation, in the unit of the signal, and its averaging time, s; nil for an empty
  /// curve.
  public var minimum: (time: Double, deviation: Double)? {
    zip(times, deviations).min { $0.1 < $1.1 }.map { ($0.0, $0.1) }
  }
}
