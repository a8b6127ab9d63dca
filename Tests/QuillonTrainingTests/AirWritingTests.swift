import QuillonMath
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining
import TestSupport
import Testing

@Suite struct AirWritingTests {
  /// The same hand at another rate makes the same path, if no error disturbs it.
  @Test(arguments: [50.0, 60, 200]) func handDoesNotDependOnTheRate(rate: Double) {
    for letter in NetworkTrainingTests.letters(seed: 21).prefix(20) {
      guard case .path(let path) = letter.source else { continue }
      let (usual, other) = (Self.written(path, rate: 100), Self.written(path, rate: rate))
      for step in 0...20 {
        let (a, b) = (Self.place(usual, step), Self.place(other, step))
        #expect(abs(a.x - b.x) < 0.04 && abs(a.y - b.y) < 0.04, "seeds 21 and 22, step \(step)")
      }
    }
  }

  private static func written(_ path: LetterPath, rate: Double) -> LetterPath {
    var (air, random) = (AirWriting(), SeededRandom(seed: 22))
    (air.noise, air.bias, air.ramp, air.rate) = (0, 0, 0, rate)
    return path.writtenInAir(air, random: &random)
  }

  /// The place after `step` of 20 parts of the time.
  private static func place(_ path: LetterPath, _ step: Int) -> LetterPath.Point {
    path.points[(path.points.count - 1) * step / 20]
  }

  /// Unseen people's letters on boards of 50 to 200 Hz are read as well as at 100 Hz, which is what `air` learned from.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func ratesOfOtherBoardsAreRead() throws {
    let path = try #require(SharedData.folder?.appendingPathComponent("unipen/dev.jsonl").path)
    let model = try NetworkModel(AirModel.makeModel(), name: "air")
    let letters = NetworkLetter.letters(
      of: try InkSample.read(contentsOf: path), featureSet: model.model.featureSet)
    func accuracy(_ rate: Double) throws -> Double {
      var (air, random) = (AirWriting(), SeededRandom(seed: 1))
      air.rate = rate
      var evaluation = NetworkEvaluation(labels: model.labels)
      try evaluation.add(
        model, letters.map { $0.writtenInAir(air, by: .air, random: &random) })
      return evaluation.matrix.accuracy
    }
    let usual = try accuracy(100)
    for rate in [50.0, 60, 200] {
      let share = try accuracy(rate)
      print("UNIPEN dev in simulated air at \(rate) Hz: \(share), at 100 Hz \(usual)")
      #expect(share > usual - 0.01, "\(rate) Hz: \(share), at 100 Hz \(usual)")
    }
  }
}
