import QuillonConversions
import QuillonNumerics
import QuillonRecognizer

/// Writes the bytes of a `PackedModel`.
public enum ModelPacker {
  /// A quantized layer.
  public struct Layer: Equatable, Sendable {
    /// The weights, one row for each output.
    public var rows: [[Int8]]
    /// The biases, one for each output, in steps of the output's sum.
    public var biases: [Int32]

    /// A layer from its parts.
    public init(rows: [[Int8]], biases: [Int32]) {
      self.rows = rows
      self.biases = biases
    }
  }

  /// The parts of a model other than its layers.
  public struct Header: Equatable, Sendable {
    /// The feature set that the model uses.
    public var featureSet: FeatureSet
    /// The labels of its outputs. A label must not contain a space.
    public var labels: [String]
    /// A description of its origin, on one line.
    public var origin: String
    /// How many bits a hidden sum is shifted to the right.
    public var hiddenShift: Int
    /// The value of one step of a score, Q1.30 of 2⁻¹⁴.
    public var scoreStep: Fixed<30>
    /// Classifications with a smaller margin are rejected, Q19.12.
    public var rejectThreshold: Fixed<12>
    /// True if there is one more output after those of the labels, which stands for motion that is
    /// not a letter.
    public var hasGarbage: Bool
    /// The settings that it was trained with.
    public var stabilizers: StabilizerSettings
    /// How a model that reads paths is made; nil for other models.
    public var sequence: Sequence?

    /// The part of the header that only models that read paths have.
    public struct Sequence: Equatable, Sendable {
      /// The outputs of the convolutions.
      public var channels: [Int]
      /// The hidden units that read the path.
      public var units: Int
      /// How many bits the sums of the convolutions, and then of these units, are shifted to the right.
      public var shifts: [Int]

      /// The part from its parts.
      public init(channels: [Int], units: Int, shifts: [Int]) {
        self.channels = channels
        self.units = units
        self.shifts = shifts
      }
    }

    /// A header from its parts.
    public init(
      featureSet: FeatureSet, labels: [String], origin: String, hiddenShift: Int,
      scoreStep: Fixed<30>, rejectThreshold: Fixed<12> = .zero, hasGarbage: Bool = false,
      stabilizers: StabilizerSettings = .init(), sequence: Sequence? = nil
    ) {
      self.featureSet = featureSet
      self.labels = labels
      self.origin = origin
      self.hiddenShift = hiddenShift
      self.scoreStep = scoreStep
      self.rejectThreshold = rejectThreshold
      self.hasGarbage = hasGarbage
      self.stabilizers = stabilizers
      self.sequence = sequence
    }
  }

  /// The bytes of a model with one or two layers, or of one that reads paths with six. Stabilizers other than the default ones are a third line of the text.
  public static func bytes(_ header: Header, layers: [Layer]) -> [UInt8] {
    let isStandard = header.stabilizers == StabilizerSettings()
    let settings = isStandard ? "" : "\n\(header.stabilizers.line)"
    var text = Array("\(header.labels.joined(separator: " "))\n\(header.origin)\(settings)".utf8)
    while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
    var body = text
    if let sequence = header.sequence {
      body += (sequence.channels + [sequence.units] + sequence.shifts).map { UInt8($0) }
    }
    for layer in layers {
      for bias in layer.biases { body += UInt32(bitPattern: bias).littleEndianBytes }
      for row in layer.rows { body += row.map { UInt8(bitPattern: $0) } }
    }
    while !body.count.isMultiple(of: 4) { body.append(0) }
    let size = PackedModel.headerSize + body.count + 4
    // The hidden units are the inputs of the last of several layers.
    let hidden = layers.count > 1 ? layers[layers.count - 1].rows[0].count : 0
    let features = header.sequence == nil ? header.featureSet.count : SequenceSize.features
    var bytes = Array("QNM".utf8) + [1, header.featureSet.rawValue]
    bytes += [UInt8(header.labels.count), UInt8(hidden)]
    bytes += [UInt8(header.hiddenShift) | (header.hasGarbage ? 0x80 : 0)]
    bytes += (UInt32(features) | UInt32(text.count) << 16).littleEndianBytes
    bytes += UInt32(bitPattern: header.scoreStep.bits).littleEndianBytes
    bytes += UInt32(bitPattern: header.rejectThreshold.bits).littleEndianBytes
    bytes += UInt32(size).littleEndianBytes + body
    var checksum = CRC32()
    for byte in bytes { checksum.update(byte) }
    return bytes + checksum.value.littleEndianBytes
  }
}
