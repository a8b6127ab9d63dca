/// The layers of a packed model with `airSequence` features that its output layer reads: see
/// ``PackedModel``.
struct SequenceNetwork {
  /// The size of the network's own header, bytes.
  static var headerSize: Int { 8 }
  /// The steps that the first convolution reads: the segments of a path.
  static var steps: Int { 64 }
  /// The steps that a window of a convolution reads.
  static var width: Int { 5 }

  private let model: PackedModel

  init(_ model: PackedModel) { self.model = model }

  private var begin: Int { PackedModel.headerSize &+ model.textSize }

  /// The numbers of a step after `convolutions` convolutions, 0…3.
  func channels(after convolutions: Int) -> Int {
    convolutions == 0
      ? PathSequence.channels : Int(truncatingIfNeeded: model.byte(begin &+ convolutions &- 1))
  }

  /// How many bits the sums of convolution `layer`, 0…2, are shifted right; those of the sequence
  /// units for 3.
  func shift(_ layer: Int) -> Int32 { Int32(truncatingIfNeeded: model.byte(begin &+ 4 &+ layer)) }

  /// How many of the hidden units are sequence units.
  var unitCount: Int { Int(truncatingIfNeeded: model.byte(begin &+ 3)) }

  /// Convolution `index`, 0…2: for each output the weights of a window.
  func convolution(_ index: Int) -> DenseLayer {
    var (layer, offset) = (0, begin &+ Self.headerSize)
    while true {
      let convolution = DenseLayer(
        bytes: model.bytes, offset: offset, inputs: Self.width &* channels(after: layer),
        outputs: channels(after: layer &+ 1))
      if layer == index { return convolution }
      offset = convolution.end
      layer &+= 1
    }
  }

  /// The hidden units that read the features of the path.
  var featureUnits: DenseLayer {
    DenseLayer(
      bytes: model.bytes, offset: convolution(2).end, inputs: model.featureCount,
      outputs: model.hiddenCount &- unitCount)
  }

  /// The hidden units that read the last convolution.
  var units: DenseLayer {
    DenseLayer(
      bytes: model.bytes, offset: featureUnits.end,
      inputs: Self.steps &>> 3 &* channels(after: 3), outputs: unitCount)
  }

  /// True if all counts and shifts are in range.
  var isSound: Bool {
    var layer = 0
    while layer < 3 {
      let outputs = channels(after: layer &+ 1)
      guard outputs >= 2, outputs <= 16 &<< layer, outputs & 1 == 0 else { return false }
      layer &+= 1
    }
    return unitCount >= 1 && unitCount <= model.hiddenCount && shift(0) <= 24 && shift(1) <= 24
      && shift(2) <= 24 && shift(3) <= 24
  }
}

extension PackedModel {
  /// The sequence network. Only a model with `airSequence` features has one.
  var sequence: SequenceNetwork { SequenceNetwork(self) }
}
