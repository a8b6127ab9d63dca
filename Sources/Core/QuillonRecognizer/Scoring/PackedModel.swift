import QuillonNumerics

/// A trained model as bytes in a file, in flash or in a board's memory. It is read in place.
///
/// The model is linear or has one hidden layer of rectified units. A model of `airSequence` features
/// also has a sequence network. Numbers are little-endian:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 4 | "QNM" and the version, 1 |
/// | 4 | 1 | feature set, ``FeatureSet`` |
/// | 5 | 1 | labels, 1…72 |
/// | 6 | 1 | hidden units, 0…128; 0 is a linear model |
/// | 7 | 1 | the right shift of a hidden sum, bits, 0…24; plus 128 if the last output stands for no letter |
/// | 8 | 2 | features, as many as the set has; for `airSequence` those of the path, 132 |
/// | 10 | 2 | bytes of text, t, a multiple of 4 |
/// | 12 | 4 | the value of one step of a score, Q1.30 of 2⁻¹⁴, > 0 |
/// | 16 | 4 | reject threshold, Q19.12: classifications with a smaller margin are rejected |
/// | 20 | 4 | total size in bytes |
/// | 24 | t | the labels separated by spaces, a line feed, the origin of the model; UTF-8, padded with spaces |
/// | 24 + t | 8 | only for `airSequence`: the sequence network, see below |
/// | then | | the layers: Int32 biases, one for each output, then the Int8 weights, output by output |
/// | | 0…3 | zeros up to a multiple of 4 |
/// | size − 4 | 4 | CRC-32 of all bytes before, which is also the model ID |
///
/// The layers are the hidden layer, if there are hidden units, and the output layer.
///
/// With `airSequence` features, three convolutions read the 64 × 6 numbers of the path's segments.
/// Each has a window of 5 steps, the activations of hidden units, and the larger of every two steps
/// as its output. So it halves the steps: 32, 16 and 8 are left. The layers are the convolutions,
/// the feature units, which read the 132 features of the path (none of them if all hidden units are
/// sequence units), the sequence units, which read 8 × c₃ numbers, step by step, and the output
/// layer, which reads the feature units and then the sequence units. A window's weights are ordered
/// step by step. Beyond the ends of the path all numbers are 0. The 8 bytes of the sequence network
/// are:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 3 | the outputs of each convolution, c₁, c₂ and c₃, even: 2…16, 2…32, 2…64 |
/// | 3 | 1 | sequence units, 1…hidden units; the other hidden units are feature units |
/// | 4 | 4 | the right shifts of the sums, bits, 0…24: of each convolution and of the sequence units; the shift in the header is that of the feature units |
///
/// For each output, the weights' magnitudes times 2¹⁵ plus the bias's magnitude are less than 2³¹.
/// So no sum of Int16 inputs can overflow.
public struct PackedModel: @unchecked Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { 72 }
  /// The most hidden units.
  public static var maximumHidden: Int { 128 }
  /// The offset of the text, bytes.
  public static var headerSize: Int { 24 }

  let bytes: UnsafeRawPointer

  /// The feature set that the model scores.
  public var featureSet: FeatureSet { FeatureSet(rawValue: byte(4)) ?? .zones }
  /// The number of features in that set; of `airSequence` those of the path, 132.
  var featureCount: Int { Int(truncatingIfNeeded: word(8) & 0xFFFF) }
  /// The number of labels, 1…72.
  public var labelCount: Int { Int(truncatingIfNeeded: byte(5)) }
  /// The number of hidden units, 0…128; 0 if the model is linear.
  public var hiddenCount: Int { Int(truncatingIfNeeded: byte(6)) }
  /// How many bits a hidden sum is shifted right to become an activation, 0…24.
  var hiddenShift: Int32 { Int32(truncatingIfNeeded: byte(7) & 0x7F) }
  /// True if one more output, after those of the labels, stands for no letter ("garbage").
  public var hasGarbage: Bool { byte(7) & 0x80 != 0 }
  /// The number of outputs: one for each label, and the no-letter output if there is one.
  var outputCount: Int { labelCount &+ Int(truncatingIfNeeded: byte(7) &>> 7) }
  /// The value of one step of a score, Q1.30 of 2⁻¹⁴.
  public var scoreStep: Fixed<30> { Fixed(bits: Int32(bitPattern: word(12))) }
  /// The reject threshold, Q19.12: classifications with a smaller margin are rejected. 0 rejects
  /// nothing.
  public var rejectThreshold: Fixed<12> { Fixed(bits: Int32(bitPattern: word(16))) }
  /// The margin that a person's examples should reach, Q19.12: ln 15 = 2.7. Scores are logarithms of
  /// odds, so these are odds of 15 to one.
  public static var wantedMargin: Fixed<12> { Fixed(bits: 11_092) }
  /// The model ID: identifies the model on the wire. It is the checksum of the model.
  public var modelID: UInt32 { word(size &- 4) }
  /// The size of the text, bytes.
  public var textSize: Int { Int(truncatingIfNeeded: word(8) &>> 16) }
  /// The total size, bytes.
  public var size: Int { Int(truncatingIfNeeded: word(20) & 0xFF_FFFF) }

  /// Why bytes are not a valid model.
  public enum Fault: UInt8, Error, Sendable {
    /// The bytes do not start with the model signature and a known version.
    case format = 0
    /// The size differs from the size in the header.
    case size = 1
    /// The checksum is wrong: the bytes are damaged.
    case checksum = 2
    /// A count, step, threshold or feature set in the header is out of range. So is the feature set
    /// `airSequence` without the trait SequenceNetwork.
    case header = 3
    /// The weights of an output are too large: a sum could overflow.
    case overflow = 4
  }

  /// The model in `bytes`, checked completely before use. The bytes must stay at their address
  /// while the model is used.
  public init(checking bytes: UnsafeRawBufferPointer) throws(Fault) {
    var checksum = CRC32()
    var index = 0
    while index < bytes.count &- 4 {
      checksum.update(bytes.load(fromByteOffset: index, as: UInt8.self))
      index &+= 1
    }
    try self.init(checking: bytes, checksum: checksum)
  }

  /// The same with a checksum of all bytes but the last four that was updated as they arrived.
  /// Computing the checksum takes the longest.
  public init(checking bytes: UnsafeRawBufferPointer, checksum: CRC32) throws(Fault) {
    guard let base = bytes.baseAddress, bytes.count >= Self.headerSize &+ 4,
      base.loadUnaligned(as: UInt32.self) == 0x014D_4E51
    else { throw .format }
    let unchecked = Self(checkedBytes: base)
    guard unchecked.word(20) == UInt32(truncatingIfNeeded: bytes.count), bytes.count & 3 == 0
    else {
      throw .size
    }
    guard checksum.value == unchecked.word(bytes.count &- 4) else { throw .checksum }
    guard unchecked.hasSoundHeader else { throw .header }
    let model = unchecked
    if model.featureSet == .airSequence {
      #if SequenceNetwork
        try model.checkSequence()
      #else
        throw .header
      #endif
    } else {
      guard model.layersEnd <= model.size &- 4, model.size &- 4 &- model.layersEnd < 4 else {
        throw .size
      }
      guard model.hidden.isWithinBounds else { throw .overflow }
    }
    guard model.output.isWithinBounds else { throw .overflow }
    self = model
  }

  /// Checks what only a model with a sequence network has: the counts, where the layers end, and the
  /// weights.
  private func checkSequence() throws(Fault) {
    guard Self.headerSize &+ textSize &+ SequenceNetwork.headerSize <= size &- 4 else {
      throw .size
    }
    guard sequence.isSound else { throw .header }
    guard sequence.units.end == output.offset else { throw .size }
    for layer in 0..<3 {
      guard sequence.convolution(layer).isWithinBounds else { throw .overflow }
    }
    guard sequence.featureUnits.isWithinBounds, sequence.units.isWithinBounds else {
      throw .overflow
    }
  }

  /// The model at `bytes`, without checks. For a model that was checked when it was made, as those
  /// in flash are.
  public init(checkedBytes bytes: UnsafeRawPointer) { self.bytes = bytes }

  private var hasSoundHeader: Bool {
    FeatureSet(rawValue: byte(4)) != nil && labelCount >= 1
      && labelCount <= Self.maximumLabels && hiddenCount <= Self.maximumHidden && hiddenShift <= 24
      && featureCount == featureSet.layerInputs && textSize & 3 == 0 && scoreStep > .zero
      && rejectThreshold >= .zero
  }

  /// Lets `body` read all bytes of the model.
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    body(UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// Lets `body` read the list of labels: UTF-8, separated by spaces.
  public func withLabels<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    var length = 0
    while length < textSize, byte(Self.headerSize &+ length) != 0x0A { length &+= 1 }
    return body(UnsafeRawBufferPointer(start: bytes + Self.headerSize, count: length))
  }

  /// The hidden layer. In a linear model it has no outputs. A model with a sequence network has
  /// ``SequenceNetwork/featureUnits`` and ``SequenceNetwork/units`` instead.
  var hidden: DenseLayer {
    DenseLayer(
      bytes: bytes, offset: Self.headerSize &+ textSize, inputs: featureCount,
      outputs: hiddenCount)
  }

  /// The output layer: the scores of the labels, and of no letter if there is such an output.
  ///
  /// All layers of a sequence network end at a multiple of 4, so its output layer is found from the
  /// end of the model.
  var output: DenseLayer {
    let inputs = hiddenCount > 0 ? hiddenCount : featureCount
    var offset = hiddenCount > 0 ? hidden.end : Self.headerSize &+ textSize
    #if SequenceNetwork
      if featureSet == .airSequence {
        offset = size &- 4 &- ((inputs &+ 4) &* outputCount &+ 3) & ~3
      }
    #endif
    return DenseLayer(bytes: bytes, offset: offset, inputs: inputs, outputs: outputCount)
  }

  private var layersEnd: Int { output.end }

  func byte(_ offset: Int) -> UInt8 {
    bytes.load(fromByteOffset: offset, as: UInt8.self)
  }

  private func word(_ offset: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
