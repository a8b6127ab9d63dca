/// Trains a linear classifier: for each example that a rival label wins, the true label's weights
/// move toward the example and the rival's away from it (the multiclass perceptron).
///
/// Many starts are averaged, because the perceptron promises to find one of the rules that separate
/// the labels, but not which.
public struct PerceptronTrainer: Sendable {
  /// How it trains.
  public let settings: PerceptronSettings

  /// A trainer; fewer than one start or pass count as one.
  public init(_ settings: PerceptronSettings = PerceptronSettings()) {
    var settings = settings
    settings.starts = max(settings.starts, 1)
    settings.passes = max(settings.passes, 1)
    self.settings = settings
  }

  /// The mean weights of all starts. Starts run on all cores at once; the result does not depend on
  /// how many there are.
  ///
  /// - Parameters:
  ///   - set: the examples.
  ///   - progress: called after each start with the number of starts done.
  public func train(
    on set: TrainingSet, progress: (_ done: Int) -> Void = { _ in }
  ) async -> WeightTable {
    var results = [[Double]](repeating: [], count: settings.starts)
    await withTaskGroup(of: (Int, [Double]).self) { group in
      for index in 0..<settings.starts {
        group.addTask { [settings] in
          var start = PerceptronRun(index, on: set, settings: settings)
          return (index, start.run())
        }
      }
      var done = 0
      for await (index, weights) in group {
        results[index] = weights
        done += 1
        progress(done)
      }
    }
    return WeightTable(labels: set.labels, meanOf: results)
  }
}
