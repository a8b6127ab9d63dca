import Foundation

/// A second-order Butterworth low-pass filter of a vector, in Double.
///
/// It consists of two integrators by the trapezoidal rule (Simper, "Linear trapezoidal integrated
/// state variable filter", 2014). It starts with the mean of as many values as fit into the time
/// constant (Laidig and Seel 2023).
struct ReferenceLowPass {
  private var slope = ReferenceVector.zero
  private var value = ReferenceVector.zero
  private var count = 0.0
  private let startCount: Double
  private let (a2, a3, damping): (Double, Double, Double)

  /// A filter for values that come every `interval` s, with the cutoff frequency √2 / (2π τ), where
  /// τ is the time constant, s.
  init(timeConstant: Double, interval: Double) {
    let gain = tan(interval / (timeConstant * 2.0.squareRoot()))
    let a1 = 1 / (1 + gain * (gain + 2.0.squareRoot()))
    a2 = gain * a1
    a3 = gain * a2
    damping = 1 - a1
    startCount = (timeConstant / interval).rounded()
  }

  /// True until the mean of the start is complete.
  var isStarting: Bool { count < startCount }

  /// Filters a value and returns the output.
  mutating func step(_ x: ReferenceVector) -> ReferenceVector {
    let e = x - value
    if isStarting {
      count += 1
      value += e / count
      return value
    }
    let before = value
    value += 2 * a2 * slope + 2 * a3 * e
    slope += 2 * a2 * e - 2 * damping * slope
    return (before + value) / 2
  }

  /// Rotates the filter's state.
  mutating func rotate(by q: ReferenceQuaternion) {
    slope = q.rotate(slope)
    value = q.rotate(value)
  }

  /// Reduces the weight of the filter's state to that of at most five values.
  mutating func shorten() {
    guard startCount > 5 else { return }
    slope = .zero
    count = min(count, 5)
  }

  /// Starts the mean again.
  mutating func restart() {
    slope = .zero
    count = 0
  }
}
