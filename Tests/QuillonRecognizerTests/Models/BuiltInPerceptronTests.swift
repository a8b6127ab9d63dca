import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct BuiltInPerceptronTests {
  private var labels: [String] { LinearModel.lab.labels }

  private var rows: [[Int16]] { LinearModel.lab.rows }

  @Test func theLabelsAreTheAlphabet() {
    #expect(labels == "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init))
    #expect(LinearModel.lab.labelCount == labels.count)
    #expect(rows.count == labels.count)
  }

  /// What is built in is read without the checks of `LinearModel.init?`; so they stand here. The model ID is the checksum of all bytes.
  @Test(arguments: [LinearModel.lab, .dampedLab])
  func theTableKeepsTheBounds(shipped: LinearModel) throws {
    let weights = shipped.rows.flatMap(\.self)
    let checked = LinearModel(
      labels: shipped.labels, weights: weights.span, weightStep: shipped.weightStep,
      rejectThreshold: shipped.rejectThreshold)
    let model = try #require(checked)
    #expect(shipped.modelID == model.modelID)
    var random = SeededRandom(seed: 310)
    for trial in 0..<1_000 {
      var features = ZoneFeatures()
      for index in 0..<28 { features[index] = Int16(truncatingIfNeeded: random.next()) }
      let classification = shipped.classification(on: &features)
      #expect(classification == model.classification(on: &features), "seed 310, trial \(trial)")
    }
  }

  /// The step is as small as the bounds allow: the resolution of the format is used.
  @Test func theFullestRowFillsTheFormat() throws {
    let sums = rows.map { $0.reduce(0) { $0 + Int($1.magnitude) } }
    #expect(sums.allSatisfy { $0 <= 65_535 })
    let largest = try #require(rows.joined().map(\.magnitude).max())
    #expect(sums.contains { $0 > 65_500 } || largest > 32_700)
  }

  @Test func theModelIDIsThatOfTheModelFile() throws {
    let file = try ModelFile(
      labels: labels, weights: QuantizedWeights(rows: rows, step: LinearModel.lab.weightStep),
      rejectThreshold: LinearModel.lab.rejectThreshold)
    #expect(file.linearModel.modelID == LinearModel.lab.modelID)
  }

  @Test func everyLabelCanWin() {
    let model = LinearModel.lab
    for label in rows.indices {
      var features = ZoneFeatures()
      // The row itself less the mean row is a vector that the row likes best.
      for index in 0..<28 {
        let mean = rows.reduce(0) { $0 + Int($1[index]) } / rows.count
        features[index] = Int16(clamping: Int(rows[label][index]) - mean)
      }
      #expect(Int(model.classification(on: &features).label) == label, "\(labels[label])")
    }
  }
}
