import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel

/// Trains a packed model with a hidden layer on one person's letters.
///
/// The part that depends on already known letters is computed here once.
public final class PersonalTraining: Sendable {
  /// The model, which is not changed.
  public let model: NetworkModel
  /// The margin that examples should reach, Q19.12: that of `PackedModel.wantedMargin`, or less if
  /// not three in ten of the known letters reach it.
  public let margin: Fixed<12>
  private let metricRows: Metric

  /// The metric by which a layer learns while its answers to letters like the known ones change
  /// little. It must not be used after this object is gone.
  public var metric: ActivationMetric { ActivationMetric(rows: UnsafePointer(metricRows.start)) }

  private struct Metric: @unchecked Sendable {
    let start: UnsafeMutablePointer<Int16>
  }

  /// A training that keeps the answers to letters like `known`; nil if the model is linear, or if
  /// `known` is empty.
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
    // Add a hundredth of the mean diagonal to the diagonal. This limits how fast the layer learns in
    // directions that do not occur in the known letters.
    let extra = moments.indices.reduce(1.0) { $0 + moments[$1][$1] } / Double(100 * count)
    for index in 0..<count { moments[index][index] += extra }
    let rows = moments.indices.map { row in
      moments[row] + moments.indices.map { $0 == row ? 1 : 0 }
    }
    guard let inverse = LinearSystem.solution(of: rows) else { return nil }
    let unit = 32_767 / (inverse.joined().map(\.magnitude).max() ?? 1)
    let numbers = inverse.joined().map { Int16(clamping: Int(($0 * unit).rounded())) }
    let memory = UnsafeMutablePointer<Int16>.allocate(capacity: numbers.count)
    memory.initialize(from: numbers, count: numbers.count)
    metricRows = Metric(start: memory)
    let margins = known.map { model.classification(on: $0).margin }.sorted()
    margin = min(margins[margins.count * 7 / 10], PackedModel.wantedMargin)
    self.model = model
  }

  deinit { metricRows.start.deallocate() }

  /// The classifications of other letters after one training update for each of a person's
  /// examples, as when that person teaches the model; nil if the model's last layer is too large to
  /// be personal.
  public func classifications(
    after examples: [NetworkLetter], on asked: [NetworkLetter]
  ) -> [Classification]? {
    guard var layer = taughtLayer(examples) else { return nil }
    return asked.map { letter in
      var vector = letter.vector(model.model.featureSet)
      return layer.classification(model.model, on: &vector)
    }
  }

  /// The last layer after one training update for each example; nil if it is too large to be personal.
  func taughtLayer(_ examples: [NetworkLetter]) -> PersonalLayer<9_344, 73>? {
    guard var layer = PersonalLayer<9_344, 73>(model.model) else { return nil }
    for example in examples {
      guard let truth = model.labels.firstIndex(of: example.label) else { continue }
      var vector = example.vector(model.model.featureSet)
      _ = layer.learn(model.model, &vector, as: truth, margin: margin, metric: metric)
    }
    return layer
  }
}
