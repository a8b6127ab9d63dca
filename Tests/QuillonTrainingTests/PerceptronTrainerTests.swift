import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Synchronization
import Testing

@Suite struct PerceptronTrainerTests {
  /// Eleven labels, so that more than one block of eight is in use.
  private static let labels = 11

  @Test(arguments: PerceptronSettings.Variant.allCases)
  func separableLabelsAreLearnedWithoutError(variant: PerceptronSettings.Variant) async throws {
    for seed in UInt64(200)..<204 {
      var random = SeededRandom(seed: seed)
      let samples = Examples.clusters(
        labels: Self.labels, each: 20, deviation: 0.1, using: &random)
      let settings = PerceptronSettings(variant: variant, starts: 3, passes: 100, seed: seed)
      let table = await PerceptronTrainer(settings).train(on: try TrainingSet(samples))
      #expect(table.labels == Examples.labels(Self.labels))
      #expect(table.correct(of: samples) == samples.count, "seed \(seed)")
    }
  }

  /// What averaging is for: where labels overlap, the last weights follow the last errors.
  @Test func averagedWeightsAreBetterThanLastOnesWhereLabelsOverlap() async throws {
    var (averaged, last) = (0, 0)
    for seed in UInt64(210)..<215 {
      var random = SeededRandom(seed: seed)
      let all = Examples.clusters(
        labels: Self.labels, each: 240, deviation: 1.2, using: &random)
      let (known, unseen) = (Array(all.prefix(600)), Array(all.dropFirst(600)))
      let set = try TrainingSet(known)
      for variant in PerceptronSettings.Variant.allCases {
        let settings = PerceptronSettings(variant: variant, starts: 1, passes: 10, seed: seed)
        let correct = await PerceptronTrainer(settings).train(on: set).correct(of: unseen)
        if variant == .averaged { averaged += correct } else { last += correct }
      }
    }
    #expect(averaged > last + 200, "averaged \(averaged), last \(last) of \(5 * 2_040)")
  }

  @Test func theMeanOfManyStartsIsBetterThanOne() async throws {
    var correct: [Int: Int] = [:]
    for seed in UInt64(220)..<225 {
      var random = SeededRandom(seed: seed)
      let all = Examples.clusters(
        labels: Self.labels, each: 240, deviation: 1.2, using: &random)
      let set = try TrainingSet(Array(all.prefix(600)))
      for starts in [1, 16] {
        let settings = PerceptronSettings(
          variant: .restarts, starts: starts, passes: 5, seed: seed)
        let table = await PerceptronTrainer(settings).train(on: set)
        correct[starts, default: 0] += table.correct(of: Array(all.dropFirst(600)))
      }
    }
    #expect(try #require(correct[16]) > #require(correct[1]) + 300, "\(correct)")
  }

  @Test(arguments: PerceptronSettings.Variant.allCases)
  func theSeedAloneDecides(variant: PerceptronSettings.Variant) async throws {
    var random = SeededRandom(seed: 230)
    let set = try TrainingSet(
      Examples.clusters(labels: Self.labels, each: 20, deviation: 1, using: &random))
    var settings = PerceptronSettings(variant: variant, starts: 6, passes: 4, seed: 231)
    let trainer = PerceptronTrainer(settings)
    settings.seed = 232
    let other = PerceptronTrainer(settings)
    let table = await trainer.train(on: set)
    #expect(await trainer.train(on: set) == table)
    #expect(await other.train(on: set) != table)
  }

  /// Starts take as many passes as they need, and trainings that share the cores disturb each
  /// other, so starts end in any order.
  @Test func theOrderInWhichStartsEndDoesNotMatter() async throws {
    var random = SeededRandom(seed: 240)
    let set = try TrainingSet(
      Examples.clusters(labels: Self.labels, each: 30, deviation: 0.3, using: &random))
    let trainer = PerceptronTrainer(
      PerceptronSettings(variant: .restarts, starts: 32, passes: 50, seed: 241))
    let alone = await trainer.train(on: set)
    let together = await withTaskGroup(of: WeightTable.self) { group in
      for _ in 0..<6 { group.addTask { await trainer.train(on: set) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.count == 6)
    #expect(together.allSatisfy { $0 == alone })
  }

  @Test func everyStartIsTold() async throws {
    let set = try TrainingSet([Examples.vector("A", 1), Examples.vector("B", -1)])
    let told = Mutex<[Int]>([])
    _ = await PerceptronTrainer(PerceptronSettings(starts: 5)).train(on: set) { done in
      told.withLock { $0.append(done) }
    }
    #expect(told.withLock { $0 } == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [0, -3]) func fewerThanOneCountAsOne(number: Int) async throws {
    let trainer = PerceptronTrainer(PerceptronSettings(starts: number, passes: number))
    #expect(trainer.settings.starts == 1)
    #expect(trainer.settings.passes == 1)
    let set = try TrainingSet([Examples.vector("A", 1), Examples.vector("B", -1)])
    let one = PerceptronTrainer(PerceptronSettings(starts: 1, passes: 1))
    #expect(await trainer.train(on: set) == one.train(on: set))
  }
}
