import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining
import TestSupport
import Testing

/// Published weights on the examples they were published with: what the integers cost.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct LabWeightsTests {
  private let examples: [FeatureSample]
  private let model: ModelFile
  private let table: WeightTable

  private struct Weights: Decodable {
    var labels: [String]
    var weights: [[Double]]
  }

  init() throws {
    let folder = try #require(SharedData.folder).appendingPathComponent("lab")
    let weights = folder.appendingPathComponent("weights.json")
    let published = try JSONDecoder().decode(Weights.self, from: Data(contentsOf: weights))
    examples = try FeatureSample.read(
      contentsOf: folder.appendingPathComponent("examples.jsonl").path)
    table = try WeightTable(labels: published.labels, rows: published.weights)
    model = try ModelFile(contentsOf: weights.path)
  }

  @Test func integersNameAsManyAsDoubles() throws {
    #expect(table.correct(of: examples) == 423)
    let matrix = try model.evaluate(FeatureExtraction.Result(samples: examples))
    #expect(matrix.n == 457)
    #expect(matrix.correct == 423)
  }

  /// A score is a sum of w · x. The integers have w within half a step s, and x within half of
  /// 2⁻¹⁴, so it differs by at most Σ (s/2 |x| + 2⁻¹⁵ |w| + s/2 · 2⁻¹⁵), and by half of
  /// 2⁻¹² for rounding the score itself.
  @Test func labelsAreTheSameAndScoresWithinTheBoundOfTheFormats() throws {
    let step = model.weights.step.double
    let linearModel = model.linearModel
    var (largest, closest) = (0.0, Double.infinity)
    for (index, example) in examples.enumerated() {
      var features = example.zoneFeatures
      let classification = linearModel.classification(on: &features)
      let (label, margin) = table.best(of: example.values)
      #expect(Int(classification.label) == label, "example \(index)")
      let error = abs(classification.score.double - table.scores(of: example.values)[label])
      let bound = zip(table.rows[label], example.values).reduce(0x1p-13) { sum, pair in
        sum + step / 2 * abs(pair.1) + 0x1p-15 * abs(pair.0) + step / 2 * 0x1p-15
      }
      #expect(error <= bound, "example \(index)")
      largest = max(largest, error)
      closest = min(closest, margin)
    }
    #expect(largest < 0.0025, "largest difference \(largest), smallest margin \(closest)")
    #expect(largest > 0, "integers that cost nothing are no integers")
  }
}
