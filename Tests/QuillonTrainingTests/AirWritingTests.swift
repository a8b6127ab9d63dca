import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
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

  /// A closed stroke, or the first of several, may be drawn from its other end. A single open one is not: a J would be a U.
  @Test(arguments: [
    ([[(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0.1)]], true),
    ([[(1, 0), (1, 1), (0, 1)]], false),
    ([[(0, 0), (0, 1)], [(0, 0), (1, 0.2), (0, 0.5)]], true),
  ])
  func theFirstStrokeIsDrawnFromItsOtherEnd(strokes: [[(Double, Double)]], isReversed: Bool) {
    let path = LetterPath(Self.ink(strokes))
    let usual = Self.written(path, rate: 100)
    let reversed = Self.written(path, rate: 100) { $0.reversing = 1 }
    func turn(_ path: LetterPath) -> Double {
      zip(path.points, path.points.dropFirst()).map { $0.x * $1.y - $0.y * $1.x }.reduce(0, +)
    }
    if strokes.count == 1 {
      #expect((turn(usual) * turn(reversed) < 0) == isReversed)
    } else {
      // Up and around, instead of down, up and around.
      #expect(Self.length(reversed) < 0.8 * Self.length(usual))
    }
  }

  /// A stroke may have a part of the ways to the letter and from it: an I is no straight line then.
  @Test(arguments: [(0.0, 0.0, 0...0), (1, 0, 10...20), (0, 1, 10...20)])
  func theWaysBelongToTheStroke(before: Double, after: Double, bent: ClosedRange<Int>) throws {
    let path = LetterPath(Self.ink([[(0, 0), (0, 1)]]))
    let count = (UInt64(1)...20).count { seed in
      let written = Self.written(path, rate: 100, seed: seed) { $0.ways = (before, after) }
      let places = written.points.map(\.x)
      return (places.max() ?? 0) - (places.min() ?? 0) > 0.1
    }
    #expect(bent.contains(count), "\(count) of 20")
  }

  private static func ink(_ strokes: [[(Double, Double)]]) -> InkSample {
    InkSample(
      label: "P", writer: nil,
      strokes: strokes.map { stroke in
        .init(isPenDown: true, points: stroke.map { InkSample.Point(x: $0.0, y: $0.1) })
      })
  }

  private static func written(
    _ path: LetterPath, rate: Double, seed: UInt64 = 22,
    _ change: (inout AirWriting) -> Void = { _ in }
  ) -> LetterPath {
    var (air, random) = (AirWriting(), SeededRandom(seed: seed))
    (air.noise, air.bias, air.ramp, air.rate) = (0, 0, 0, rate)
    change(&air)
    return path.writtenInAir(air, random: &random)
  }

  private static func length(_ path: LetterPath) -> Double {
    zip(path.points, path.points.dropFirst()).map { a, b in
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }.reduce(0, +)
  }

  /// The place after `step` of 20 parts of the time.
  private static func place(_ path: LetterPath, _ step: Int) -> LetterPath.Point {
    path.points[(path.points.count - 1) * step / 20]
  }

  /// Unseen people's letters on boards of 50 to 200 Hz are read as well as at 100 Hz, which is what `air` learned from.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func ratesOfOtherBoardsAreRead() throws {
    let path = try #require(SharedData.folder?.appendingPathComponent("unipen/dev.jsonl").path)
    let model = try NetworkModel(PackedModel.air, name: "air")
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
