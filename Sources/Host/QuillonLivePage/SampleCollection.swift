import Foundation
import QuillonBridge
import QuillonFileOutput
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// The examples that were written on or before the page, and the model learned from them.
struct SampleCollection {
  /// The most examples that are kept.
  static let capacity = 5000

  /// An example: a stroke that was meant to be a label.
  struct Example {
    var number: Int
    var label: String
    var features: ZoneFeatures
    var ink: [LetterReading.Point]
  }

  private(set) var examples: [Example] = []
  private var numbers = 0

  /// Adds an example; false when there is no room.
  mutating func add(_ reading: LetterReading, as label: String) -> Bool {
    guard examples.count < Self.capacity else { return false }
    numbers += 1
    examples.append(
      Example(number: numbers, label: label, features: reading.zones, ink: reading.ink))
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
  struct TrainingUpdate: Sendable {
    var model: ModelFile
    var confusion: ConfusionMatrix
    /// How many examples the confusion was counted on.
    var heldOut: Int
  }

  /// Learns a model of the lab's kind from all examples.
  ///
  /// If so many percent of each label's examples are one or more, a first model is learned without these,
  /// the last of each label, and it is this one's answers to them that are counted. Otherwise the answers to
  /// the very examples learned from are. The model remembers `stabilizers`.
  ///
  /// Throws `TrainingError` for fewer than two labels, or more than a model holds.
  static func learn(
    _ samples: [FeatureSample], holdingOut percent: Int,
    stabilizers: StabilizerSettings = StabilizerSettings()
  ) async throws -> TrainingUpdate {
    let (shown, heldOut) = split(samples, percent)
    let settings = PerceptronSettings()
    let trial = try await model(of: shown, settings, accuracy: 0, stabilizers)
    let confusion = try trial.evaluate(
      FeatureExtraction.Result(samples: heldOut.isEmpty ? samples : heldOut))
    return TrainingUpdate(
      model: try await model(of: samples, settings, accuracy: confusion.accuracy, stabilizers),
      confusion: confusion, heldOut: heldOut.count)
  }

  private static func model(
    of samples: [FeatureSample], _ settings: PerceptronSettings, accuracy: Double,
    _ stabilizers: StabilizerSettings
  ) async throws -> ModelFile {
    let table = await PerceptronTrainer(settings).train(on: try TrainingSet(samples))
    return try ModelFile(
      quantizing: table,
      origin: ModelFile.Origin(
        data: "examples written for the page", settings: settings, samples: samples.count,
        accuracy: accuracy),
      stabilizers: stabilizers)
  }

  private static func split(
    _ samples: [FeatureSample], _ percent: Int
  ) -> (shown: [FeatureSample], heldOut: [FeatureSample]) {
    let groups = Dictionary(grouping: samples, by: \.label).sorted { $0.key < $1.key }.map(\.value)
    let counts = groups.map { $0.count * percent / 100 }
    guard counts.allSatisfy({ $0 > 0 }) else { return (samples, []) }
    return (
      zip(groups, counts).flatMap { $0.dropLast($1) }, zip(groups, counts).flatMap { $0.suffix($1) }
    )
  }

  /// Writes the examples, in the two formats that `quillon train` reads, and the model into a folder: files
  /// of these names, and nothing else, are replaced there. The second format is that of the lab's training
  /// log.
  ///
  /// - Returns: the names of the files written.
  /// - Throws: ``LinkInFolder`` when one of them is a link, which may lead out of the folder, and what
  ///   writing throws.
  func save(to folder: URL, model: LoadedModel) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (lines, tuples) = ("examples.jsonl", "examples.txt")
    for name in [lines, tuples, model.fileName] {
      let path = folder.appendingPathComponent(name).path
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil {
        throw LinkInFolder(name: name)
      }
    }
    if !examples.isEmpty {
      try FeatureSample.write(
        samples, to: OutputFile(folder.appendingPathComponent(lines).path), format: .jsonLines)
      try FeatureSample.write(
        samples, to: OutputFile(folder.appendingPathComponent(tuples).path), format: .tuples)
    }
    let file = try OutputFile(folder.appendingPathComponent(model.fileName).path)
    try model.write(to: file)
    return examples.isEmpty ? [model.fileName] : [lines, tuples, model.fileName]
  }

  /// A file to be written is a link.
  struct LinkInFolder: Error, CustomStringConvertible {
    var name: String
    var description: String { "\(name) is a link and may lead elsewhere: remove it" }
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
  var isRecordingRest = false
  /// What the model in force is called, and its labels.
  var model = ""
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
