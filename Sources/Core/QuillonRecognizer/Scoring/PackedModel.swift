import QuillonNumerics

/// A trained model as it stands in a file, in flash, or in a board's memory: bytes, read where they lie.
///
/// The model is linear or has one hidden layer of rectified units. Numbers are little-endian:
///
/// | offset | bytes | what |
/// | --- | --- | --- |
/// | 0 | 4 | "QNM" and the version, 1 |
/// | 4 | 1 | feature set, ``FeatureSet`` |
/// | 5 | 1 | labels, 1…40 |
/// | 6 | 1 | hidden units, 0…128; 0 is a linear model |
/// | 7 | 1 | how many bits a hidden sum loses, 0…24; 128 more if the last output stands for no letter |
/// | 8 | 2 | features, as many as the set has |
/// | 10 | 2 | bytes of text, t, a multiple of 4 |
/// | 12 | 4 | what one step of a score is worth, Q1.30 of 2⁻¹⁴, > 0 |
/// | 16 | 4 | reject threshold, Q19.12: verdicts with a smaller margin are rejected |
/// | 20 | 4 | size of the whole in bytes |
/// | 24 | t | the labels separated by blanks, a line feed, where the model comes from; UTF-8, blanks at the end |
/// | 24 + t | | the layers, one or two: Int32 biases, one for each output, then the Int8 weights, output by output |
/// | | 0…3 | zeros up to a multiple of 4 |
/// | size − 4 | 4 | CRC-32 of all before |
///
/// Of each output the weights' magnitudes times 2¹⁵ and the bias' magnitude sum to less than 2³¹, so that no
/// sum of Int16 inputs can overflow.
public struct PackedModel: @unchecked Sendable {
  /// The most labels a model may have.
  public static var maximumLabels: Int { 40 }
  /// The most hidden units.
  public static var maximumHidden: Int { 128 }
  /// Where the text begins.
  public static var headerSize: Int { 24 }

  private let bytes: UnsafeRawPointer

  /// Which numbers it scores.
  public var featureSet: FeatureSet { FeatureSet(rawValue: byte(4)) ?? .zones }
  /// How many features there are in that set.
  private var featureCount: Int { Int(truncatingIfNeeded: word(8) & 0xFFFF) }
  /// How many labels it knows.
  public var labelCount: Int { Int(truncatingIfNeeded: byte(5)) }
  /// How many hidden units it has; 0 if it is linear.
  public var hiddenCount: Int { Int(truncatingIfNeeded: byte(6)) }
  /// How many bits a hidden sum loses to become an activation.
  var hiddenShift: Int32 { Int32(truncatingIfNeeded: byte(7) & 0x7F) }
  /// True if one more output, behind those of the labels, stands for what is no letter ("garbage").
  public var hasGarbage: Bool { byte(7) & 0x80 != 0 }
  /// How many outputs it has: the labels, and that for no letter if there is one.
  var outputCount: Int { labelCount &+ Int(truncatingIfNeeded: byte(7) &>> 7) }
  /// What one step of a score is worth, Q1.30 of 2⁻¹⁴.
  public var scoreStep: Fixed<30> { Fixed(bits: Int32(bitPattern: word(12))) }
  /// Verdicts with a smaller margin are rejected; Q19.12, 0 rejects nothing.
  public var rejectThreshold: Fixed<12> { Fixed(bits: Int32(bitPattern: word(16))) }
  /// Tells one model from another on the wire: its checksum.
  public var modelID: UInt32 { word(size &- 4) }
  /// How many bytes of text there are.
  public var textSize: Int { Int(truncatingIfNeeded: word(8) &>> 16) }
  /// The size of the whole, bytes.
  public var size: Int { Int(truncatingIfNeeded: word(20) & 0xFF_FFFF) }

  /// Why bytes are no model.
  public enum Fault: UInt8, Error, Sendable {
    /// It does not start as a model does, or with a version that is not known.
    case format = 0
    /// Its size is not what its header says.
    case size = 1
    /// Its checksum is wrong: it was damaged.
    case checksum = 2
    /// A count, step or feature set in its header is out of range.
    case header = 3
    /// The weights of an output are so large that a sum could overflow.
    case overflow = 4
  }

  /// The model in `bytes`, which must stay where they are for as long as it is used. Everything is
  /// checked before anything is believed.
  public init(checking bytes: UnsafeRawBufferPointer) throws(Fault) {
    var checksum = CRC32()
    var index = 0
    while index < bytes.count &- 4 {
      checksum.update(bytes.load(fromByteOffset: index, as: UInt8.self))
      index &+= 1
    }
    try self.init(checking: bytes, checksum: checksum)
  }

  /// The same for who has summed up all bytes but the last four as they came, which takes longest.
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
    guard model.layersEnd <= model.size &- 4, model.size &- 4 &- model.layersEnd < 4 else {
      throw .size
    }
    self = model
    guard isWithinBounds(hidden) && isWithinBounds(output) else { throw .overflow }
  }

  /// The model at `bytes`, which was checked when it was made, as those in flash are.
  public init(checkedBytes bytes: UnsafeRawPointer) { self.bytes = bytes }

  private var hasSoundHeader: Bool {
    FeatureSet(rawValue: byte(4)) != nil && labelCount >= 1
      && labelCount <= Self.maximumLabels && hiddenCount <= Self.maximumHidden && hiddenShift <= 24
      && featureCount == featureSet.count && textSize & 3 == 0 && scoreStep > .zero
      && rejectThreshold >= .zero
  }

  /// Lets `body` read all its bytes.
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    body(UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// The layer whose outputs are the hidden units; in a linear model it has none.
  var hidden: DenseLayer {
    DenseLayer(
      bytes: bytes, offset: Self.headerSize &+ textSize, inputs: featureCount,
      outputs: hiddenCount)
  }

  /// The layer whose outputs are the labels' scores, and that of no letter.
  var output: DenseLayer {
    DenseLayer(
      bytes: bytes, offset: hiddenCount > 0 ? hidden.end : Self.headerSize &+ textSize,
      inputs: hiddenCount > 0 ? hiddenCount : featureCount, outputs: outputCount)
  }

  private var layersEnd: Int { output.end }

  private func isWithinBounds(_ layer: DenseLayer) -> Bool {
    var row = 0
    while row < layer.outputs {
      guard layer.isWithinBounds(row) else { return false }
      row &+= 1
    }
    return true
  }

  private func byte(_ offset: Int) -> UInt8 {
    bytes.load(fromByteOffset: offset, as: UInt8.self)
  }

  private func word(_ offset: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
