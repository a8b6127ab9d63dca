import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining
import Testing

@Suite struct StandardModelTests {
  private var labels: [String] {
    [String](labels: StandardModel.labels)
  }

  private var rows: [[Int16]] { StandardModel.makeModel().rows }

  @Test func theLabelsAreTheAlphabet() {
    #expect(labels == "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init))
    #expect(StandardModel.labelCount == labels.count)
    #expect(rows.count == labels.count)
  }

  /// The generated code leaves out the checks of `LinearModel.init?`; so they stand here.
  @Test func theTableKeepsTheBounds() throws {
    let weights = rows.flatMap(\.self)
    let checked = LinearModel(
      labelCount: StandardModel.labelCount, weights: weights.span,
      weightStep: StandardModel.weightStep, rejectThreshold: StandardModel.rejectThreshold,
      modelID: StandardModel.modelID)
    let model = try #require(checked)
    let shipped = StandardModel.makeModel()
    #expect(shipped.labelCount == model.labelCount)
    #expect(shipped.weightStep == model.weightStep)
    #expect(shipped.rejectThreshold == model.rejectThreshold)
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

  @Test func theStampIsThatOfTheModelFile() throws {
    let file = try ModelFile(
      labels: labels, weights: QuantizedWeights(rows: rows, step: StandardModel.weightStep),
      rejectThreshold: StandardModel.rejectThreshold)
    #expect(file.linearModel.modelID == StandardModel.modelID)
  }

  @Test func everyLabelCanWin() {
    let model = StandardModel.makeModel()
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
