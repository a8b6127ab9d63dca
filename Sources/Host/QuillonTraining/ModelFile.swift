import QuillonConversions
import QuillonNumerics
import QuillonRecognizer

/// A model with its labels and its origin, as stored in a file.
public struct ModelFile: Sendable {
  /// The labels of the rows of weights.
  public let labels: [String]
  /// The weights in the device's format.
  public let weights: QuantizedWeights
  /// Classifications with a smaller margin are rejected; Q19.12, 0 rejects nothing.
  public let rejectThreshold: Fixed<12>
  /// The origin of the weights; nil when it is not known.
  public let origin: Origin?
  /// The settings that it was trained with. The defaults if the file names none.
  public let stabilizers: StabilizerSettings
  /// The model itself, which contains the model ID.
  public let linearModel: LinearModel

  /// The origin of a model. It contains no date, so the same training gives the same file.
  public struct Origin: Codable, Equatable, Sendable {
    /// A description of the training data.
    public var data: String
    /// Which weights of a start were kept.
    public var variant: PerceptronSettings.Variant
    /// How many starts were averaged.
    public var starts: Int
    /// The largest number of passes of a start.
    public var passes: Int
    /// The margin that the training aimed at, in steps of one update.
    public var margin: Double
    /// The seed of the random numbers.
    public var seed: UInt64
    /// How many examples there were.
    public var samples: Int
    /// The share of examples that the quantized model classifies correctly, 0…1.
    public var accuracy: Double

    /// An origin from its parts.
    public init(data: String, settings: PerceptronSettings, samples: Int, accuracy: Double) {
      self.data = data
      variant = settings.variant
      starts = settings.starts
      passes = settings.passes
      margin = settings.margin
      seed = settings.seed
      self.samples = samples
      self.accuracy = accuracy
    }
  }

  /// A model from its parts.
  ///
  /// - Throws: `TrainingError.badTable` when the parts do not make a model: 1…32 distinct labels,
  ///   and for each a row of 28 integers whose magnitudes sum to at most 65,535.
  public init(
    labels: [String], weights: QuantizedWeights, rejectThreshold: Fixed<12> = .zero,
    origin: Origin? = nil, stabilizers: StabilizerSettings = .init()
  ) throws(TrainingError) {
    guard labels.count == weights.rows.count else {
      throw .badTable("it has \(labels.count) labels, but \(weights.rows.count) rows of weights")
    }
    guard Set(labels).count == labels.count else { throw .badTable("a label occurs twice") }
    let integers = weights.rows.flatMap(\.self)
    guard weights.rows.allSatisfy({ $0.count == ZoneFeatures.count }),
      let linearModel = LinearModel(
        labels: labels, weights: integers.span, weightStep: weights.step,
        rejectThreshold: rejectThreshold)
    else {
      throw .badTable(
        "it does not have 1 to \(LinearModel.maximumLabels) rows of \(ZoneFeatures.count) integers "
          + "whose magnitudes sum to at most \(WeightQuantizer.rowLimit), and a positive step")
    }
    self.labels = labels
    self.weights = weights
    self.rejectThreshold = rejectThreshold
    self.origin = origin
    self.stabilizers = stabilizers
    self.linearModel = linearModel
  }

  /// The model that results from quantizing weights in Double.
  ///
  /// - Throws: `TrainingError` when the weights cannot be quantized.
  public init(
    quantizing table: WeightTable, origin: Origin? = nil, stabilizers: StabilizerSettings = .init()
  ) throws(TrainingError) {
    try self.init(
      labels: table.labels, weights: WeightQuantizer.quantize(table), origin: origin,
      stabilizers: stabilizers)
  }

  /// The model with only these labels as answers. The rows of the others are left out.
  ///
  /// - Throws: `TrainingError.unknownLabels` when the model does not know one of them.
  public func restricted(to answers: [String]) throws(TrainingError) -> ModelFile {
    let unknown = answers.filter { !labels.contains($0) }
    guard unknown.isEmpty else { throw .unknownLabels(unknown, known: labels) }
    let kept = labels.indices.filter { answers.contains(labels[$0]) }
    return try ModelFile(
      labels: kept.map { labels[$0] },
      weights: QuantizedWeights(rows: kept.map { weights.rows[$0] }, step: weights.step),
      rejectThreshold: rejectThreshold, origin: origin, stabilizers: stabilizers)
  }

  /// The model as firmware carries it: the bytes of a `LinearModel`, without its origin and its stabilizers.
  ///
  /// - Throws: `TrainingError.labelNotInList` when a label is empty or has a space: they are listed with spaces between.
  public func bytes() throws(TrainingError) -> [UInt8] {
    for label in labels where label.isEmpty || label.contains(where: \.isWhitespace) {
      throw .labelNotInList(label)
    }
    let integers = weights.rows.flatMap(\.self)
    guard
      let bytes = LinearModel.bytes(
        labels: labels, weights: integers.span, weightStep: weights.step,
        rejectThreshold: rejectThreshold)
    else { throw .badTable("its labels are too long") }
    return bytes
  }
}
