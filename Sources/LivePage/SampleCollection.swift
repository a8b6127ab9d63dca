import Foundation
import Recognition
import Recordings
import Training

/// The examples that were written on or before the page, and the model learned from them.
struct SampleCollection {
  /// The most examples that are kept.
  static let capacity = 5000

  /// An example: a stroke that was meant to be a label.
  struct Example {
    var number: Int
    var label: String
    var features: ZoneFeatures
    var ink: [Stroke.Point]
  }

  private(set) var examples: [Example] = []
  private var numbers = 0

  /// Adds an example; false when there is no room.
  mutating func add(_ stroke: ScoredStroke, as label: String) -> Bool {
    guard examples.count < Self.capacity else { return false }
    numbers += 1
    examples.append(
      Example(number: numbers, label: label, features: stroke.features, ink: stroke.ink))
    return true
  }

  /// Takes a bad example out; false when there is none of that number.
  mutating func remove(_ number: Int) -> Bool {
    guard let index = examples.firstIndex(where: { $0.number == number }) else { return false }
    examples.remove(at: index)
    return true
  }

  /// How many examples each label has, in alphabetical order.
  var counts: [(label: String, count: Int)] {
    Dictionary(grouping: examples, by: \.label).map { ($0.key, $0.value.count) }
      .sorted { $0.label < $1.label }
  }

  /// The examples for files and for training.
  var samples: [FeatureSample] {
    examples.map { FeatureSample(label: $0.label, writer: nil, features: $0.features) }
  }

  /// What a model learned, and how it does on examples that it was not shown.
  struct Lesson: Sendable {
    var model: ModelFile
    var confusion: ConfusionMatrix
    /// How many examples the confusion was counted on.
    var heldOut: Int
  }

  /// Learns a model from all examples.
  ///
  /// If every label has five or more, a first model is learned without the last fifth of each label,
  /// and it is this one's answers to those that are counted. With fewer the answers to the very examples
  /// learned from are.
  ///
  /// Throws `TrainingError` for fewer than two labels, or more than a model holds.
  static func learn(_ samples: [FeatureSample]) async throws -> Lesson {
    let (shown, heldOut) = split(samples)
    let settings = PerceptronSettings()
    let trial = try await model(of: shown, settings, accuracy: 0)
    let confusion = try trial.evaluate(
      FeatureExtraction.Result(samples: heldOut.isEmpty ? samples : heldOut))
    return Lesson(
      model: try await model(of: samples, settings, accuracy: confusion.accuracy),
      confusion: confusion, heldOut: heldOut.count)
  }

  private static func model(
    of samples: [FeatureSample], _ settings: PerceptronSettings, accuracy: Double
  ) async throws -> ModelFile {
    let table = await PerceptronTrainer(settings).train(on: try TrainingSet(samples))
    return try ModelFile(
      quantizing: table,
      origin: ModelFile.Origin(
        data: "examples written for the page", settings: settings, samples: samples.count,
        accuracy: accuracy))
  }

  private static func split(
    _ samples: [FeatureSample]
  ) -> (shown: [FeatureSample], heldOut: [FeatureSample]) {
    let groups = Dictionary(grouping: samples, by: \.label).sorted { $0.key < $1.key }.map(\.value)
    guard groups.allSatisfy({ $0.count >= 5 }) else { return (samples, []) }
    return (
      groups.flatMap { $0.dropLast($0.count / 5) }, groups.flatMap { $0.suffix($0.count / 5) }
    )
  }

  /// Writes the examples, in the two formats that `quillon train` reads, and the model into a folder: files
  /// of these names, and nothing else, are replaced there.
  ///
  /// - Returns: the names of the files written.
  func save(to folder: URL, model: ModelFile) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (lines, tuples, json) = ("examples.jsonl", "examples.txt", "model.json")
    if !examples.isEmpty {
      try FeatureSample.write(
        samples, to: folder.appendingPathComponent(lines).path, format: .jsonLines)
      try FeatureSample.write(
        samples, to: folder.appendingPathComponent(tuples).path, format: .tuples)
    }
    try model.write(to: folder.appendingPathComponent(json).path)
    return examples.isEmpty ? [json] : [lines, tuples, json]
  }
}

/// What the page shows of the examples.
struct CollectionView: Encodable {
  let kind = "collection"
  /// The label that strokes are kept as; nil when they are not.
  var label: String?
  var counts: [Count] = []
  /// The newest examples, the newest first.
  var examples: [ExampleView] = []
  /// What became of the last training or saving.
  var message = ""
  var isTraining = false
  /// Whether a learned model is in force.
  var isLearned = false
  /// The labels of the model in force.
  var labels: [String] = []
  var confusion: ConfusionMatrix?

  struct Count: Encodable {
    var label: String
    var count: Int
  }

  struct ExampleView: Encodable {
    var number: Int
    var label: String
    /// A few points of the ink, x and y, 0…1.
    var points: [[Double]]
  }
}
