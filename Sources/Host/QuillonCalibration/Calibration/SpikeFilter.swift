import QuillonConversions
import QuillonNumerics

/// Leaves out readings that stand far from those around them: an error of the line or of the sensor, of one reading or two.
///
/// A reading stands far away if its distance from the median of five is more than four usual steps and 5 % of its length.
/// Readings come out two later; the first two and the last two don't.
struct SpikeFilter {
  private var window: [Vector3<19>] = []
  /// How many were left out.
  private(set) var count = 0

  /// Accepts a reading. Returns the one of two readings before, unless it is left out.
  mutating func push(_ reading: Vector3<19>) -> Vector3<19>? {
    window.append(reading)
    guard window.count == 5 else { return nil }
    defer { window.removeFirst() }
    let values = window.map { $0.double }
    let steps = zip(values, values.dropFirst()).map { ($1 - $0).length }.sorted()
    var median = SIMD3<Double>.zero
    for axis in 0..<3 { median[axis] = values.map { $0[axis] }.sorted()[2] }
    // Up to two of four steps lead to a spike or away from it.
    guard (values[2] - median).length <= 4 * steps[1] + 0.05 * median.length else {
      count += 1
      return nil
    }
    return window[2]
  }
}

extension SIMD3<Double> {
  /// The Euclidean length.
  var length: Double { (self * self).sum().squareRoot() }
}
