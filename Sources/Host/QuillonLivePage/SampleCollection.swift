import QuillonBridge
import QuillonRecognizer
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
    /// What it was read from; nil if that is not known.
    var source: StrokeSource?
  }

  private(set) var examples: [Example] = []
  private var numbers = 0
  /// What was deleted, with its place, the newest last.
  private var deleted: [(index: Int, example: Example)] = []

  /// Adds an example; false when there is no room.
  mutating func add(
    _ reading: LetterReading, from source: StrokeSource?, as label: String
  ) -> Bool {
    guard examples.count < Self.capacity else { return false }
    numbers += 1
    examples.append(
      Example(
        number: numbers, label: label, features: reading.zones, ink: reading.ink, source: source))
    return true
  }

  /// Removes the newest example, if there is one.
  mutating func removeLast() { _ = examples.popLast() }

  /// Deletes an example. Returns its label, or nil if there is none with this number.
  mutating func remove(_ number: Int) -> String? {
    guard let index = examples.firstIndex(where: { $0.number == number }) else { return nil }
    deleted.append((index, examples.remove(at: index)))
    return deletedLabel
  }

  /// Puts the example back that was deleted last, where it was. Returns its label, or nil if none was deleted.
  mutating func putBack() -> String? {
    guard let (index, example) = deleted.popLast() else { return nil }
    examples.insert(example, at: min(index, examples.count))
    return example.label
  }

  /// The label of the example that was deleted last; nil if none was.
  var deletedLabel: String? { deleted.last?.example.label }

  /// The number of examples of each label, in alphabetical order of the labels.
  var counts: [(label: String, count: Int)] {
    Dictionary(grouping: examples, by: \.label).map { ($0.key, $0.value.count) }
      .sorted { $0.label < $1.label }
  }
}

/// What the page shows of the examples.
struct CollectionView: Encodable {
  let kind = "collection"
  /// The label under which strokes are stored. Nil if they are not stored.
  var label: String?
  var counts: [Count] = []
  /// The newest examples of each label, the newest first.
  var examples: [ExampleView] = []
  /// The result of the last request, or why it was refused.
  var message = "" { didSet { isRefusal = false } }
  private(set) var isRefusal = false
  /// The label of the example that can be put back; nil if none was deleted.
  var deletedLabel: String?
  /// Where the page saves by itself; nil if nowhere.
  var folder: String?
  var isTraining = false
  var isRecordingRest = false
  /// The names of the current model and of the one that the page began with, and the labels of the current one.
  var model = ""
  var firstModel = ""
  var labels: [String] = []
  var confusion: ConfusionMatrix?
  /// What the controls of the page stand at.
  var settings = PageSettings()

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

extension CollectionView {
  /// Reports why a request can't be done, and what to do.
  mutating func refuse(_ words: String) {
    message = words
    isRefusal = true
  }

  /// Shows the counts of a collection and its newest examples.
  mutating func show(_ collection: SampleCollection) {
    let shown = 8
    deletedLabel = collection.deletedLabel
    counts = collection.counts.map { Count(label: $0.label, count: $0.count) }
    var left = Dictionary(uniqueKeysWithValues: counts.map { ($0.label, shown) })
    let newest = collection.examples.reversed().filter { example in
      left[example.label, default: 0] -= 1
      return left[example.label, default: 0] >= 0
    }
    examples = newest.map { example in
      let step = max(example.ink.count / 24, 1)
      return ExampleView(
        number: example.number, label: example.label,
        points: stride(from: 0, to: example.ink.count, by: step).map {
          [example.ink[$0].x, example.ink[$0].y]
        })
    }
  }
}
