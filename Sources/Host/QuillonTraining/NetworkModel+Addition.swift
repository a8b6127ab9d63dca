import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel

/// Adding a label to a packed model by a few examples, as for a gesture of one's own.
extension NetworkModel {
  /// The model with one more label. Its other outputs stay as they are, but for rounding.
  ///
  /// The new output is a logistic regression on the activations of the hidden units: its score is to be higher than every other
  /// score for the examples, and lower than the highest for `known`. A few examples show one way of making a gesture. So each also
  /// stands for others that differ from it as letters of one label differ from each other in `known`: with the covariance of their
  /// activations (Yang, Liu and Xu 2021, "Free Lunch for Few-shot Learning: Distribution Calibration").
  ///
  /// - Parameters:
  ///   - label: The new label, which the model does not have.
  ///   - examples: What it means, one or more. Their labels do not count.
  ///   - others: Examples of labels that were added before, so that the labels are distinguished.
  ///   - known: Letters and gestures of the model's labels, one or more of each that should be read as before.
  /// - Throws: `TrainingError.noSamples` without examples or known letters, or for a model without hidden units.
  ///   `TrainingError.tooManyLabels` if the model is full.
  public func adding(
    _ label: String, _ examples: [NetworkLetter], apartFrom others: [NetworkLetter] = [],
    sparing known: [NetworkLetter]
  ) throws(TrainingError) -> NetworkModel {
    guard model.hiddenCount > 0, !examples.isEmpty, !known.isEmpty else { throw .noSamples }
    guard labels.count < PackedModel.maximumLabels else { throw .tooManyLabels(labels.count + 1) }
    var layers = layers
    let output = layers.removeLast()
    // The value of a step of a sum; what a sum of 1 stands for.
    let step = model.scoreStep.double * 0x1p-14
    func cases(_ activations: [[Double]], isExample: Bool = false) -> [AddedOutput.Case] {
      activations.map { activations in
        let scores = zip(output.rows, output.biases).map { row, bias in
          zip(row, activations).reduce(Double(bias)) { $0 + Double($1.0) * $1.1 } * step
        }
        return AddedOutput.Case(
          activations: activations, rival: scores.max() ?? 0, isExample: isExample)
      }
    }
    let knownActivations = known.map { activations(of: $0) }
    let spread = WithinLabelDeviates(knownActivations, labels: known.map(\.label))
    var random = SeededRandom(seed: 1)
    func variants(_ letters: [NetworkLetter]) -> [[Double]] {
      letters.flatMap { letter in
        let center = activations(of: letter)
        return [center]
          + (0..<AddedOutput.variants).map { _ in
            // A hidden unit is never below 0.
            zip(center, spread.deviate(&random)).map { max($0 + $1, 0) }
          }
      }
    }
    let added = AddedOutput(
      known: cases(knownActivations), others: cases(variants(others)),
      examples: cases(variants(examples), isExample: true))

    // The new weights in the model's steps; all are scaled down if they don't fit, as those of a taught model.
    let weights = added.weights.map { $0 / step }
    let factor = min(127 / max(weights.map(\.magnitude).max() ?? 0, 127), 1)
    func scaled(_ rows: [[Double]]) -> [[Int8]] {
      rows.map { $0.map { Int8(clamping: Int(($0 * factor).rounded())) } }
    }
    var rows = output.rows.map { $0.map(Double.init) }
    var biases = output.biases.map(Double.init)
    // Behind the labels stands the output for what is no letter, if there is one.
    rows.insert(weights, at: labels.count)
    biases.insert(added.bias / step, at: labels.count)
    layers.append(
      ModelPacker.Layer(
        rows: scaled(rows),
        biases: biases.map { Int32(clamping: Int(($0 * factor).rounded())) }))
    var header = header
    header.labels.append(label)
    header.scoreStep = Fixed(
      bits: Int32(clamping: Int((Double(model.scoreStep.bits) / factor).rounded())))
    return try NetworkModel(ModelPacker.bytes(header, layers: layers), name: "the model")
  }

  private func activations(of letter: NetworkLetter) -> [Double] {
    var vector = letter.vector(model.featureSet)
    let all = model.activations(of: &vector)
    return (0..<model.hiddenCount).map { Double(all[$0]) }
  }
}

/// Normal deviates as letters of one label have them from their mean.
private struct WithinLabelDeviates {
  private var rows: [[Double]] = []
  private let size: Int

  /// Deviations of activations from the mean of their label.
  init(_ activations: [[Double]], labels: [String]) {
    size = activations[0].count
    for (_, indices) in Dictionary(grouping: activations.indices, by: { labels[$0] })
      .sorted(by: { $0.key < $1.key }) where indices.count > 1
    {
      let scale = 1 / Double(indices.count)
      let mean = activations[0].indices.map { unit in
        indices.reduce(0) { $0 + activations[$1][unit] } * scale
      }
      // Unbiased: n - 1 of n deviations are free.
      let whole = (Double(indices.count) / Double(indices.count - 1)).squareRoot()
      rows += indices.map { index in zip(activations[index], mean).map { ($0 - $1) * whole } }
    }
  }

  /// A sum of all deviations by random weights has their covariance.
  func deviate(_ random: inout SeededRandom) -> [Double] {
    let scale = 1 / Double(max(rows.count, 1)).squareRoot()
    return rows.reduce(into: [Double](repeating: 0, count: size)) { sum, row in
      let weight = random.normal() * scale
      for unit in sum.indices { sum[unit] += weight * row[unit] }
    }
  }
}

/// The weights of a label that is added: logistic regression against the highest of the other scores.
private struct AddedOutput {
  struct Case {
    var activations: [Double]
    /// The highest score of the other labels.
    var rival: Double
    var isExample: Bool
  }

  /// How many variants stand for an example.
  static let variants = 40
  /// By how much a score is to lead, in units of scores: e² is 7 to one.
  private static let margin = 2.0
  /// How much more the known letters count in all than the examples: people write letters all the time.
  private static let weightOfKnown = 5.0
  /// The weight of the sum of squares of the weights, each for the largest activation.
  private static let ridge = 0.001

  private(set) var weights: [Double]
  private(set) var bias: Double

  /// Newton's method with halved steps until the loss falls. The loss is convex, so it ends at the least one.
  ///
  ///     loss = Σ c ln(1 + e^−z) + ridge |w|², z = ±(w·x + b − rival) − margin, + for examples
  ///
  /// Each group counts as much as another, c = 1 ÷ its number of cases, but for the known letters.
  init(known: [Case], others: [Case], examples: [Case]) {
    let cases = known + others + examples
    let counts = [(known, Self.weightOfKnown), (others, 1), (examples, 1)].flatMap {
      group, weight in
      group.map { _ in weight / Double(group.count) }
    }
    let unit = cases.flatMap(\.activations).max().map { max($0, 1) } ?? 1
    let inputs = cases.map { $0.activations.map { $0 / unit } + [1] }
    let size = inputs[0].count
    var solution = [Double](repeating: 0, count: size)
    func lead(_ solution: [Double], _ index: Int) -> Double {
      let score = zip(solution, inputs[index]).reduce(0) { $0 + $1.0 * $1.1 } - cases[index].rival
      return (cases[index].isExample ? score : -score) - Self.margin
    }
    func loss(_ solution: [Double]) -> Double {
      let size = solution.dropLast().reduce(0) { $0 + $1 * $1 }
      return cases.indices.reduce(Self.ridge * size) {
        let lead = lead(solution, $1)
        return $0 + counts[$1] * (lead > 0 ? log1p(exp(-lead)) : log1p(exp(lead)) - lead)
      }
    }
    for _ in 0..<30 {
      var gradient = solution.map { 2 * Self.ridge * $0 }
      gradient[size - 1] = 0
      var rows = (0..<size).map { row in
        (0..<size).map { row == $0 ? (row < size - 1 ? 2 * Self.ridge : 1e-9) : 0 }
      }
      for index in cases.indices {
        let sign = cases[index].isExample ? 1.0 : -1.0
        let miss = 1 / (1 + exp(lead(solution, index)))
        let (slope, curve) = (-sign * miss * counts[index], miss * (1 - miss) * counts[index])
        for row in 0..<size {
          gradient[row] += slope * inputs[index][row]
          let part = curve * inputs[index][row]
          if part != 0 {
            for column in 0..<size { rows[row][column] += part * inputs[index][column] }
          }
        }
      }
      for row in 0..<size { rows[row].append(gradient[row]) }
      guard let step = LinearSystem.solution(of: rows)?.map({ $0[0] }) else { break }
      let before = loss(solution)
      var (length, next) = (1.0, solution)
      repeat {
        next = zip(solution, step).map { $0 - length * $1 }
        length /= 2
      } while loss(next) > before && length > 1e-6
      let gain = before - loss(next)
      guard gain > 0 else { break }
      solution = next
      if gain < 1e-9 { break }
    }
    bias = solution[size - 1]
    weights = solution.dropLast().map { $0 / unit }
  }
}
