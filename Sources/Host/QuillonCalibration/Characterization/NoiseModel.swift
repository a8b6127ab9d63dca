import Foundation
import QuillonReferenceModel

/// The three kinds of noise that an Allan deviation separates by its slopes −½, 0 and +½.
///
/// σ²(τ) = N²/τ + B² 2 ln 2/π + K² τ/3 (IEEE Std 952-1997, annex C).
public struct NoiseModel: Equatable, Sendable {
  /// N: white noise, called angle random walk for a gyroscope; unit of the signal / √Hz.
  public var density: Double
  /// B: bias instability; unit of the signal.
  public var instability: Double
  /// K: random walk of the bias, called rate random walk for a gyroscope; unit of the signal · √Hz.
  public var randomWalk: Double

  /// A model from its parts.
  public init(density: Double, instability: Double, randomWalk: Double) {
    self.density = density
    self.instability = instability
    self.randomWalk = randomWalk
  }

  /// The model that fits a curve best; nil for an empty curve, or one with a deviation of zero.
  ///
  /// The fit is least squares of the relative error of the variance. Each point is weighted by its
  /// number of independent differences. No part may be negative: every subset of the three parts is
  /// solved, and the best solution without a negative part is used.
  public init?(fitting curve: AllanDeviation) {
    guard !curve.times.isEmpty, curve.deviations.allSatisfy({ $0 > 0 }) else { return nil }
    var best: (parts: [Double], error: Double)?
    for choice in 1..<8 {
      let kept = (0..<3).filter { choice & (1 << $0) != 0 }
      guard let parts = Self.solution(for: curve, kept) else { continue }
      let error = Self.error(of: parts, on: curve)
      if error < best?.error ?? .infinity { best = (parts, error) }
    }
    guard let parts = best?.parts else { return nil }
    self.init(
      density: parts[0].squareRoot(), instability: parts[1].squareRoot(),
      randomWalk: parts[2].squareRoot())
  }

  /// The Allan deviation of the model at an averaging time, s; in the unit of the signal.
  public func deviation(at time: Double) -> Double {
    let squares = [density, instability, randomWalk].map { $0 * $0 }
    return zip(squares, Self.basis(at: time)).map(*).reduce(0, +).squareRoot()
  }

  /// The factors of N², B² and K² at an averaging time, s.
  private static func basis(at time: Double) -> [Double] { [1 / time, 2 * log(2) / .pi, time / 3] }

  /// The squares of the kept parts, with 0 for the others; nil when one would be negative.
  private static func solution(for curve: AllanDeviation, _ kept: [Int]) -> [Double]? {
    var rows = kept.map { _ in Array(repeating: 0.0, count: kept.count + 1) }
    for index in curve.times.indices {
      let variance = curve.deviations[index] * curve.deviations[index]
      let basis = basis(at: curve.times[index]).map { $0 / variance }
      for (i, a) in kept.enumerated() {
        for (j, b) in kept.enumerated() {
          rows[i][j] += curve.weights[index] * basis[a] * basis[b]
        }
        rows[i][kept.count] += curve.weights[index] * basis[a]
      }
    }
    guard let solution = LinearSystem.solution(of: rows) else { return nil }
    var parts = [0.0, 0, 0]
    for (part, row) in zip(kept, solution) {
      parts[part] = row[0]
      guard parts[part] >= 0, parts[part].isFinite else { return nil }
    }
    return parts
  }

  private static func error(of parts: [Double], on curve: AllanDeviation) -> Double {
    curve.times.indices.map { index in
      let variance = curve.deviations[index] * curve.deviations[index]
      let model = zip(parts, basis(at: curve.times[index])).map(*).reduce(0, +)
      return curve.weights[index] * (model / variance - 1) * (model / variance - 1)
    }.reduce(0, +)
  }
}
