import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonTraining
import Testing

@Suite struct StabilizerSettingsTests {
  @Test func theDefaultsAreThoseOfTheRecognizer() {
    #expect(StabilizerSettings().parameters() == RecognizerParameters())
    #expect(StabilizerSettings().fault == nil)
  }

  @Test func valuesOutOfRangeAreFaults() {
    let changes: [(inout StabilizerSettings) -> Void] = [
      { $0.damping = 15.1 }, { $0.damping = .nan }, { $0.speedShrinkage = -1 },
      { $0.distanceShrinkage = 101 }, { $0.restAcceleration = 0 }, { $0.restRate = 21 },
      { $0.restPeriod = 6 }, { $0.minimumSize = 1.1 },
    ]
    for change in changes {
      var settings = StabilizerSettings()
      change(&settings)
      #expect(settings.fault != nil, "\(settings)")
    }
  }

  private var damped: StabilizerSettings {
    var settings = StabilizerSettings()
    (settings.damping, settings.integration, settings.correctsAtRest) = (2, .euler, true)
    return settings
  }

  @Test func aPackedModelRemembersThem() throws {
    let layer = ModelPacker.Layer(
      rows: [[Int8]](repeating: [Int8](repeating: 1, count: 132), count: 2), biases: [0, 0])
    func model(_ settings: StabilizerSettings) throws -> NetworkModel {
      let header = ModelPacker.Header(
        featureSet: .airPath, labels: ["A", "."], origin: "a test", hiddenShift: 0,
        scoreStep: Fixed(bits: 1), stabilizers: settings)
      return try NetworkModel(ModelPacker.bytes(header, layers: [layer]), name: "test")
    }
    let (model, standard) = (try model(damped), try model(StabilizerSettings()))
    #expect(model.stabilizers == damped && standard.stabilizers == StabilizerSettings())
    #expect(model.labels == ["A", "."] && model.origin == "a test" && standard.origin == "a test")
    #expect(try model.restricted(to: ["A"]).stabilizers == damped)
    // The bytes of a model with the default settings are as ever.
    #expect(!String(decoding: standard.bytes, as: UTF8.self).contains("damping"))
  }

  @Test func aLinearModelRemembersThem() throws {
    let table = try WeightTable(
      labels: ["A", "B"], rows: [[Double]](repeating: [Double](repeating: 1, count: 28), count: 2))
    let file = try ModelFile(quantizing: table, stabilizers: damped)
    let read = try ModelFile(json: file.json(), name: "model.json")
    #expect(read.stabilizers == damped)
    #expect(try read.restricted(to: ["A"]).stabilizers == damped)
    let standard = try ModelFile(quantizing: table).json()
    #expect(!String(decoding: standard, as: UTF8.self).contains("stabilizers"))
    let text = String(decoding: try file.json(), as: UTF8.self)
    let wrong = text.replacingOccurrences(of: "\"damping\":2", with: "\"damping\":99")
    #expect(throws: TrainingError.self) {
      try ModelFile(json: Data(wrong.utf8), name: "model.json")
    }
  }

  @Test func differencesAreTheOptionsThatGiveThem() {
    #expect(
      damped.options(differingFrom: StabilizerSettings())
        == ["--integration euler", "--damping 2", "--correction-at-rest"])
  }
}
