import Foundation
import QuillonBridge
import QuillonFileOutput
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// The examples that people wrote on the page or with the board, and the model that learns from
/// them.
struct SampleCollection {
  /// The greatest number of examples.
  static let capacity = 5000

  /// An example: a stroke with its right label.
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

  /// Removes an example. False if there is none with this number.
  mutating func remove(_ number: Int) -> Bool {
    guard let index = examples.firstIndex(where: { $0.number == number }) else { return false }
    examples.remove(at: index)
    return true
  }

  /// The number of examples of each label, in alphabetical order of the labels.
  var counts: [(label: String, count: Int)] {
    Dictionary(grouping: examples, by: \.label).map { ($0.key, $0.value.count) }
      .sorted { $0.label < $1.label }
  }

  /// The examples for files and for training.
  var samples: [FeatureSample] {
    examples.map { FeatureSample(label: $0.label, writer: nil, features: $0.features) }
  }

  /// A trained model, and its result on examples that it did not learn.
  struct TrainingUpdate: Sendable {
    var model: ModelFile
    var confusion: ConfusionMatrix
    /// The number of examples that were held out for the test.
    var heldOut: Int
  }

  /// Trains a linear model, as the lab describes it, on all examples.
  ///
  /// If `percent` of each label's examples is one or more, a first model is trained without the
  /// last ones of each label and tested on them. Otherwise the model is tested on the examples that
  /// it learned.
  ///
  /// Throws `TrainingError` if there are fewer than two labels or more than a model holds.
  static func learn(
    _ samples: [FeatureSample], holdingOut percent: Int
  ) async throws -> TrainingUpdate {
    let (shown, heldOut) = split(samples, percent)
    let settings = PerceptronSettings()
    let trial = try await model(of: shown, settings, accuracy: 0)
    let confusion = try trial.evaluate(
      FeatureExtraction.Result(samples: heldOut.isEmpty ? samples : heldOut))
    return TrainingUpdate(
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
    _ samples: [FeatureSample], _ percent: Int
  ) -> (shown: [FeatureSample], heldOut: [FeatureSample]) {
    let groups = Dictionary(grouping: samples, by: \.label).sorted { $0.key < $1.key }.map(\.value)
    let counts = groups.map { $0.count * percent / 100 }
    guard counts.allSatisfy({ $0 > 0 }) else { return (samples, []) }
    return (
      zip(groups, counts).flatMap { $0.dropLast($1) }, zip(groups, counts).flatMap { $0.suffix($1) }
    )
  }

  /// Writes the examples and the model to a folder. The examples have the two formats that `quillon
  /// train` reads; the second is that of the lab's training log. Existing files with these names
  /// are replaced, and no others.
  ///
  /// - Returns: The names of the files.
  /// - Throws: ``LinkInFolder`` if one of the files is a link, because it may lead out of the
  ///   folder. Also the errors of writing.
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
    var description: String { "\(name) is a link and may point to another folder: remove it" }
  }
}

/// What the page shows of the examples.
struct CollectionView: Encodable {
  let kind = "collection"
  /// The label under which strokes are stored. Nil if they are not stored.
  var label: String?
  var counts: [Count] = []
  /// The newest examples, the newest first.
  var examples: [ExampleView] = []
  /// The result of the last training or saving.
  var message = ""
  var isTraining = false
  var isRecordingRest = false
  /// The name of the current model, and its labels.
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
    /// Some points of the ink, x and y, 0…1.
    var points: [[Double]]
  }
}
