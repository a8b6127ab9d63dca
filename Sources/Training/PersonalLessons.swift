import FixedPoint
import HostNumerics
import Recognition

/// How a packed model with a hidden layer learns one person's letters: what it takes of the letters it
/// knows is found here once.
public final class PersonalLessons: Sendable {
  /// How often the examples are gone through.
  public static let rounds = 3
  /// The model, which stays as it is.
  public let model: NetworkModel
  /// What the examples' margins are to be: the median of the known letters'.
  public let margin: Fixed<12>
  private let rows: Metric

  /// Which way a layer learns so that letters like those it knows are spared; it lives as long as this object.
  public var metric: ActivationMetric { ActivationMetric(rows: UnsafePointer(rows.start)) }

  private struct Metric: @unchecked Sendable {
    let start: UnsafeMutablePointer<Int16>
  }

  /// Lessons that spare letters like `known`; nil if the model is linear, or there are none.
  public init?(_ model: NetworkModel, sparing known: [NetworkLetter]) {
    let count = model.model.hiddenCount
    guard count > 0, !known.isEmpty else { return nil }
    var moments = [[Double]](repeating: Array(repeating: 0, count: count), count: count)
    for letter in known {
      var vector = letter.vector(model.model.featureSet)
      let all = model.model.activations(of: &vector)
      let x = (0..<count).map { Double(all[$0]) }
      for row in 0..<count where x[row] > 0 {
        for column in 0..<count { moments[row][column] += x[row] * x[column] }
      }
    }
    // A hundredth more on the diagonal: what no known letter tells apart is not learned at once.
    let extra = moments.indices.reduce(1.0) { $0 + moments[$1][$1] } / Double(100 * count)
    for index in 0..<count { moments[index][index] += extra }
    let inverse = Self.inverse(moments)
    let unit = 32_767 / (inverse.joined().map(\.magnitude).max() ?? 1)
    let numbers = inverse.joined().map { Int16(clamping: Int(($0 * unit).rounded())) }
    let memory = UnsafeMutablePointer<Int16>.allocate(capacity: numbers.count)
    memory.initialize(from: numbers, count: numbers.count)
    rows = Metric(start: memory)
    let margins = known.map { model.verdict(on: $0).margin }.sorted()
    margin = margins[margins.count / 2]
    self.model = model
  }

  deinit { rows.start.deallocate() }

  /// What the model with what one person's examples taught it says of other letters; nil if its last layer is
  /// too large to be personal.
  public func verdicts(
    after examples: [NetworkLetter], on asked: [NetworkLetter]
  ) -> [Verdict]? {
    guard var layer = PersonalLayer<4096>(model.model) else { return nil }
    for _ in 0..<Self.rounds {
      for example in examples {
        guard let truth = model.labels.firstIndex(of: example.label) else { continue }
        var vector = example.vector(model.model.featureSet)
        _ = layer.learn(
          model.model, &vector, as: truth, margin: margin, bound: Fixed(bits: .max),
          metric: metric)
      }
    }
    return asked.map { letter in
      var vector = letter.vector(model.model.featureSet)
      return layer.verdict(model.model, on: &vector)
    }
  }

  /// By Gauss and Jordan; the pivots of a positive definite matrix are never 0.
  private static func inverse(_ matrix: [[Double]]) -> [[Double]] {
    let count = matrix.count
    var left = matrix
    var right = (0..<count).map { row in (0..<count).map { $0 == row ? 1.0 : 0 } }
    for pivot in 0..<count {
      let scale = 1 / left[pivot][pivot]
      for column in 0..<count {
        left[pivot][column] *= scale
        right[pivot][column] *= scale
      }
      for row in 0..<count where row != pivot && left[row][pivot] != 0 {
        let factor = left[row][pivot]
        for column in 0..<count {
          left[row][column] -= factor * left[pivot][column]
          right[row][column] -= factor * right[pivot][column]
        }
      }
    }
    return right
  }
}
