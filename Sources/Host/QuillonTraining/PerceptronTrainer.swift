/// Trains a linear classifier (the multiclass perceptron). For each example that a rival label
/// wins, the true label's weights move toward the example, and the rival's weights move away from
/// it.
///
/// Several starts are averaged, because the perceptron finds one of the rules that separate the
/// labels, but not always the same one.
public struct PerceptronTrainer: Sendable {
  /// The settings of the training.
  public let settings: PerceptronSettings

  /// A trainer with these settings. Fewer than one start or pass counts as one.
  public init(_ settings: PerceptronSettings = PerceptronSettings()) {
    var settings = settings
    settings.starts = max(settings.starts, 1)
    settings.passes = max(settings.passes, 1)
    self.settings = settings
  }

  /// The mean weights of all starts. The starts run in parallel on all cores; the result does not
  /// depend on the number of cores.
  ///
  /// - Parameters:
  ///   - set: the examples.
  ///   - progress: called after each start with the number of completed starts.
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
