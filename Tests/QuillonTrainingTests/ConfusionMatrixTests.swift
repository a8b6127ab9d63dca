import Foundation
import QuillonRecordings
import QuillonTraining
import Testing

@Suite struct ConfusionMatrixTests {
  /// A: 2 of 3 right, one read as B. B: 1 of 2, one unanswered. C: no examples.
  private var matrix: ConfusionMatrix {
    var matrix = ConfusionMatrix(labels: ["A", "B", "C"])
    matrix.add(truth: 0, answer: 0)
    matrix.add(truth: 0, answer: 0)
    matrix.add(truth: 0, answer: 1)
    matrix.add(truth: 1, answer: 1)
    matrix.addUnanswered(truth: 1)
    return matrix
  }

  @Test func countsAndRates() {
    #expect(matrix.counts == [[2, 1, 0], [0, 1, 0], [0, 0, 0]])
    #expect(matrix.unanswered == [0, 1, 0])
    #expect(matrix.n == 5)
    #expect(matrix.correct == 3)
    #expect(matrix.accuracy == 0.6)
    #expect(matrix.rate(of: 0) == 2.0 / 3)
    #expect(matrix.rate(of: 1) == 0.5)
    #expect(matrix.rate(of: 2) == nil)
  }

  @Test func nothingCounted() {
    let empty = ConfusionMatrix(labels: ["A"])
    #expect(empty.n == 0 && empty.correct == 0 && empty.accuracy == 0)
    #expect(empty.description.hasSuffix("0 of 0 right, 0.0 %"))
  }

  @Test func json() throws {
    let data = try JSONEncoder().encode(matrix)
    let object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["n"] as? Int == 5)
    #expect(object["correct"] as? Int == 3)
    #expect(object["accuracy"] as? Double == 0.6)
    #expect(object["labels"] as? [String] == ["A", "B", "C"])
    #expect(object["rates"] as? [String: Double] == ["A": 2.0 / 3, "B": 0.5])
    #expect(object["confusion"] as? [[Int]] == [[2, 1, 0], [0, 1, 0], [0, 0, 0]])
    #expect(object["unanswered"] as? Int == 1)
    #expect(object.count == 7)
  }

  @Test func text() {
    #expect(
      matrix.description == """
           A B C  right
         A 2 1 ·  66.7 %
         B · 1 ·  50.0 %
        3 of 5 right, 60.0 %; the device abandoned 1
        """)
  }

  @Test func columnsAreAsWideAsTheLargestNumber() {
    var wide = ConfusionMatrix(labels: ["A", "B"])
    for _ in 0..<120 { wide.add(truth: 1, answer: 0) }
    #expect(
      wide.description == """
               A   B  right
           B 120   ·  0.0 %
        0 of 120 right, 0.0 %
        """)
  }

  /// Letters and gestures: the wrong answers are in the row.
  @Test func longLabelsAreAList() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    var matrix = ConfusionMatrix(labels: letters + ["swipeLeft", "swipeRight"])
    for (answer, count) in [(26, 8), (27, 2), (2, 1), (14, 1)] {
      for _ in 0..<count { matrix.add(truth: 26, answer: answer) }
    }
    matrix.add(truth: 27, answer: 27)
    #expect(
      matrix.description == """
                      right  taken for
          swipeLeft  66.7 %  swipeRight 2 C 1 O 1
         swipeRight 100.0 %
        9 of 13 right, 69.2 %
        """)
    for answer in matrix.labels.indices {
      for _ in 0..<100 { matrix.add(truth: 27, answer: answer) }
    }
    let lines = matrix.description.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 100 }, "\(matrix)")
    #expect(lines[2].hasSuffix(" more"))
  }

  @Test func evaluationCountsEveryLetter() throws {
    let table = try WeightTable(
      labels: ["A", "B"],
      rows: [Examples.vector("A", 1).values, Examples.vector("B", -1).values])
    let model = try ModelFile(quantizing: table)
    var letters = FeatureExtraction.Result(samples: [
      Examples.vector("A", 1), Examples.vector("B", 1), Examples.vector("B", -0.5),
    ])
    letters.abandoned = ["B"]
    let matrix = try model.evaluate(letters)
    #expect(matrix.counts == [[1, 0], [1, 1]])
    #expect(matrix.unanswered == [0, 1])
    letters.abandoned = ["Z", "B", "Y"]
    #expect(throws: TrainingError.unknownLabels(["Y", "Z"], known: ["A", "B"])) {
      try model.evaluate(letters)
    }
    #expect(throws: TrainingError.noSamples) { try model.evaluate(FeatureExtraction.Result()) }
  }
}
