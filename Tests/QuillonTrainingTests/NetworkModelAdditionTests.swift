import QuillonRecognizer
import QuillonTraining
import Testing

/// A label that is added to a packed model by a few examples.
@Suite struct NetworkModelAdditionTests {
  /// Features around a center.
  private func examples(_ count: Int, like seed: UInt64, changed: UInt64) -> [NetworkLetter] {
    var center = NetworkModelTests.letters(1, seed: seed)[0].vector(.airPath)
    return NetworkModelTests.letters(count, seed: changed).map { letter in
      var noise = letter.vector(.airPath)
      let values = (0..<center.count).map { Int16(center[$0] + noise[$0] / 8) }
      return NetworkLetter(label: "own", writer: "me", source: .vector(values))
    }
  }

  /// Letters around twelve centers, each of a label of its own.
  private func letters(_ count: Int, changed: UInt64) -> [NetworkLetter] {
    (0..<12).flatMap { center in
      examples(count / 12, like: 100 + UInt64(center), changed: changed + UInt64(center)).map {
        NetworkLetter(label: "c\(center)", writer: "w", source: $0.source)
      }
    }
  }

  private func answer(_ model: NetworkModel, _ letter: NetworkLetter) -> String {
    model.labels[Int(model.classification(on: letter).label)]
  }

  @Test func examplesAreReadAndTheRestIsSpared() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C"], seed: 41)
    let known = letters(480, changed: 42)
    let learned = try model.adding(
      "own", examples(3, like: 43, changed: 44), sparing: known)
    #expect(learned.labels == ["A", "B", "C", "own"])
    let others = examples(50, like: 43, changed: 45)
    let right = others.count { answer(learned, $0) == "own" }
    #expect(right >= 48, "seeds 41 to 45: \(right) of 50")
    let asked = letters(480, changed: 460)
    let same = asked.count { answer(model, $0) == answer(learned, $0) }
    let careless = try model.adding(
      "own", examples(3, like: 43, changed: 44), sparing: Array(known.prefix(2)))
    let sameCarelessly = asked.count { answer(model, $0) == answer(careless, $0) }
    #expect(
      same > sameCarelessly && same >= 432,
      "seeds 41 to 46, 100, 460: \(same) of 480, carelessly \(sameCarelessly)")
  }

  /// Examples of a label that was added before are no examples of the next.
  @Test func labelsThatWereAddedAreToldApart() throws {
    let model = try NetworkModelTests.model(hidden: 24, labels: ["A", "B", "C"], seed: 51)
    let known = letters(480, changed: 52)
    let (first, second) = (
      examples(3, like: 53, changed: 54), examples(3, like: 55, changed: 56)
    )
    let one = try model.adding("one", first, sparing: known)
    let both = try one.adding("two", second, apartFrom: first, sparing: known)
    for (label, seed) in [("one", 53), ("two", 55)] as [(String, UInt64)] {
      let asked = examples(50, like: seed, changed: 57)
      #expect(asked.count { answer(both, $0) == label } >= 47, "seeds 51 to 57: \(label)")
    }
  }

  /// The same examples give the same model.
  @Test func addingIsRepeatable() throws {
    let model = try NetworkModelTests.model(hidden: 12, labels: ["A", "B", "C"], seed: 61)
    let (known, own) = (
      NetworkModelTests.letters(60, seed: 62), examples(3, like: 63, changed: 64)
    )
    #expect(
      try model.adding("own", own, sparing: known).bytes
        == model.adding("own", own, sparing: known).bytes)
    // One known letter of each label has nothing to differ from.
    _ = try model.adding("own", own, sparing: Array(known.prefix(3)))
  }

  @Test func whatCannotBeAddedIsAnError() throws {
    let letters = NetworkModelTests.letters(9, seed: 71)
    let linear = try NetworkModelTests.model(hidden: 0, labels: ["A", "B", "C"], seed: 72)
    #expect(throws: TrainingError.noSamples) { try linear.adding("own", letters, sparing: letters) }
    let model = try NetworkModelTests.model(hidden: 4, labels: ["A", "B", "C"], seed: 73)
    #expect(throws: TrainingError.noSamples) { try model.adding("own", [], sparing: letters) }
    #expect(throws: TrainingError.noSamples) { try model.adding("own", letters, sparing: []) }
    let full = try NetworkModelTests.model(
      hidden: 4, labels: (0..<72).map { "l\($0)" }, seed: 74)
    #expect(throws: TrainingError.tooManyLabels(73)) {
      try full.adding("own", letters, sparing: letters)
    }
  }
}
