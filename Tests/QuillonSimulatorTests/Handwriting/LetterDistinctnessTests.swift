import Foundation
import QuillonReferenceModel
import QuillonSimulator
import Testing

private typealias Vector = [Double]

/// A path as 24 points equally far apart along it, in the unit square.
private func resampled(_ states: [PlanarTrajectory.State]) -> [SIMD2<Double>] {
  let points = states.map(\.position)
  let low = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) }
  let high = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
  var lengths = [0.0]
  for (a, b) in zip(points, points.dropFirst()) {
    lengths.append((lengths.last ?? 0) + (((b - a) * (b - a)).sum()).squareRoot())
  }
  let total = lengths.last ?? 0
  return (0..<24).map { n in
    let wanted = total * Double(n) / 23
    let index = max(lengths.firstIndex { $0 >= wanted } ?? points.count - 1, 1)
    let gap = lengths[index] - lengths[index - 1]
    let share = gap > 0 ? (wanted - lengths[index - 1]) / gap : 0
    let point = points[index - 1] + share * (points[index] - points[index - 1])
    return (point - low) / max((high - low).max(), 1e-9)
  }
}

/// Where on a 3 × 3 grid the path goes and by how much: what a recognizer by zones sees.
private func zones(_ path: [SIMD2<Double>]) -> Vector {
  var result = Vector(repeating: 0, count: 27)
  for (a, b) in zip(path, path.dropFirst()) {
    let middle = (a + b) / 2
    let zone = min(Int(3 * middle.x), 2) + 3 * min(Int(3 * middle.y), 2)
    result[3 * zone] += 1.0 / 23
    result[3 * zone + 1] += (b - a).x
    result[3 * zone + 2] += (b - a).y
  }
  return result
}

private func distance(_ a: Vector, _ b: Vector) -> Double {
  zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
}

/// The share of letters of people 41 ... 70 that lie nearest to the mean of their own letter over
/// people 1 ... 40.
private func shareRight(_ describe: ([SIMD2<Double>]) -> Vector) throws -> Double {
  func vectors(_ people: ClosedRange<UInt64>) throws -> [(letter: Int, vector: Vector)] {
    try people.flatMap { seed in
      var random = SeededRandom(seed: 1000 + seed)
      return try LetterShape.alphabet.enumerated().map { index, letter in
        let trajectory = try WritingStyle(seed: seed).trajectory(
          of: .letter(letter), random: &random)
        return (index, describe(resampled(trajectory.states(rate: 100))))
      }
    }
  }
  let training = try vectors(1...40)
  let means = LetterShape.alphabet.indices.map { letter in
    let own = training.filter { $0.letter == letter }.map(\.vector)
    return own[0].indices.map { i in own.reduce(0) { $0 + $1[i] } / Double(own.count) }
  }
  let tests = try vectors(41...70)
  let right = tests.filter { test in
    let distances = means.map { distance($0, test.vector) }
    return distances.firstIndex(of: distances.min() ?? 0) == test.letter
  }
  return Double(right.count) / Double(tests.count)
}

@Suite struct LetterDistinctnessTests {
  @Test func pathsTellTheLettersApart() throws {
    let share = try shareRight { $0.flatMap { [$0.x, $0.y] } }
    #expect(share >= 0.99)
  }

  @Test func zonesTellTheLettersApart() throws {
    let share = try shareRight(zones)
    #expect(share >= 0.95)
  }
}
