import QuillonRecordings
import QuillonTraining
import Testing

/// Two examples, computed by hand from the published rule.
///
/// From zero weights the first example, x, ties and is learned: its label gets x, the rival −x.
/// Then the second, y of the other label, is ahead by −2 x·y. Where that is not above the margin it
/// is learned too: y is added to its label and subtracted from the other.
@Suite struct UpdateRuleTests {
  private let near = Examples.vector("B", 1, 0.5)
  private let far = Examples.vector("B", 1, -2)

  /// The row of A after training from each of 40 seeds; the row of B is its opposite.
  private func rows(
    of a: FeatureSample = Examples.vector("A", 1, 2), with b: FeatureSample,
    margin: Double = 0, passes: Int = 1
  ) async throws -> Set<[Double]> {
    let set = try TrainingSet([b, a])
    var rows: Set<[Double]> = []
    for seed in UInt64(0)..<40 {
      let settings = PerceptronSettings(
        starts: 1, passes: passes, margin: margin, seed: seed)
      let table = await PerceptronTrainer(settings).train(on: set)
      #expect(table.labels == ["A", "B"])
      #expect(table.rows[1] == table.rows[0].map { -$0 })
      #expect(table.rows.allSatisfy { $0.dropFirst(2).allSatisfy { $0 == 0 } })
      rows.insert(Array(table.rows[0].prefix(2)))
    }
    return rows
  }

  /// x·y = 2: the second is wrong. A has x, then x − y, on average x − y/2; with B first, x/2 − y.
  @Test func bothExamplesAreLearned() async throws {
    #expect(try await rows(with: near) == [[0.5, 1.75], [-0.5, 0.5]])
  }

  /// x·y = −3: the second is right by 6 at once. A keeps x; with B first, −y.
  @Test func whatIsRightIsLeftAlone() async throws {
    #expect(try await rows(with: far) == [[1, 2], [-1, 2]])
  }

  /// A margin of 5 is kept, one of 6 is not: it must be exceeded.
  @Test func theMarginMustBeExceeded() async throws {
    #expect(try await rows(with: far, margin: 5) == [[1, 2], [-1, 2]])
    #expect(try await rows(with: far, margin: 6) == [[0.5, 3], [-0.5, 3]])
  }

  /// Vectors at right angles meet zero weights each, so all labels tie: the first other one is the
  /// rival.
  @Test func onATieTheFirstLabelIsTheRival() async throws {
    let set = try TrainingSet([
      Examples.vector("A", 1), Examples.vector("B", 0, 1), Examples.vector("C", 0, 0, 1),
    ])
    for seed in UInt64(0)..<20 {
      let settings = PerceptronSettings(starts: 1, passes: 1, seed: seed)
      let rows = await PerceptronTrainer(settings).train(on: set).rows
      let signs = rows.map { $0.prefix(3).map { $0 == 0 ? 0 : $0 > 0 ? 1 : -1 } }
      #expect(signs == [[1, -1, -1], [-1, 1, 0], [0, 0, 1]], "seed \(seed)")
    }
  }

  /// (2, ½)·(0, 2) = 1: the first pass learns both, and then x − y is right. The second pass
  /// changes nothing and is the last, so the mean is over four steps: x − ¾ y or ¾ x − y.
  @Test func trainingEndsWhenAPassChangesNothing() async throws {
    let (a, b) = (Examples.vector("A", 2, 0.5), Examples.vector("B", 0, 2))
    #expect(try await rows(of: a, with: b, passes: 50) == [[2, -1], [1.5, -1.625]])
  }

  /// Examples of zeros teach nothing, so the weights stay what they were at the start.
  @Test func restartsBeginAtRandomAveragesAtZero() async throws {
    let set = try TrainingSet([Examples.vector("A"), Examples.vector("B")])
    let zero = [Double](repeating: 0, count: 28)
    let averaged = PerceptronSettings(variant: .averaged, starts: 4, seed: 250)
    #expect(await PerceptronTrainer(averaged).train(on: set).rows == [zero, zero])
    let one = PerceptronSettings(variant: .restarts, starts: 1, seed: 250)
    let many = PerceptronSettings(variant: .restarts, starts: 400, seed: 250)
    let weights = await PerceptronTrainer(one).train(on: set).rows.flatMap(\.self)
    #expect(Set(weights).count == 56)
    #expect(weights.allSatisfy { (-1...1).contains($0) })
    #expect(weights.contains { $0 > 0.5 } && weights.contains { $0 < -0.5 })
    // 400 independent starts: the mean of each weight has a standard deviation of 0.029.
    let means = await PerceptronTrainer(many).train(on: set).rows.flatMap(\.self)
    #expect(means.allSatisfy { abs($0) < 0.15 })
  }
}
