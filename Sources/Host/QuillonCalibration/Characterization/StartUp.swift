import Foundation

/// How long readings take to settle after the start of a recording.
enum StartUp {
  /// The readings are averaged over so long, s.
  private static let block = 0.1
  /// The readings from `reference.lowerBound` to `reference.upperBound`, s, are what they settle to.
  private static let reference = 5.0..<10.0

  /// The time from the first reading until all means of 0.1 s lie within five standard deviations of the mean from
  /// 5 to 10 s, s. Later drift does not count. Nil for a recording of less than 10 s, and for too few readings.
  static func time(of values: [SIMD3<Double>], interval: Double) -> Double? {
    guard interval > 1e-5, Double(values.count) * interval >= reference.upperBound else {
      return nil
    }
    let size = Int((block / interval).rounded())
    guard size >= 2 else { return nil }
    let count = Int(reference.upperBound / block)
    let first = Int(reference.lowerBound / block)
    return (0..<3).map { axis in
      let means = (0..<count).compactMap { index -> Double? in
        let range = index * size..<(index + 1) * size
        guard range.upperBound <= values.count else { return nil }
        return values[range].reduce(0) { $0 + $1[axis] } / Double(size)
      }
      let later = means.dropFirst(first)
      let mean = later.reduce(0, +) / Double(max(later.count, 1))
      let variance =
        later.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(later.count - 1, 1))
      let limit = 5 * variance.squareRoot()
      let unsettled = means.prefix(first).lastIndex { abs($0 - mean) > limit }
      return unsettled.map { Double($0 + 1) * block } ?? 0
    }.max()
  }
}
