/// The size of a network that reads the path itself, beside a network of its features.
///
/// The path is a sequence of 64 steps. Three convolutions of width 5 read it, each followed by rectification and by a maximum over
/// pairs of steps. A dense layer reads the 8 steps that are left. Its units and those of the features are the hidden units.
public struct SequenceSize: Equatable, Sendable {
  /// The outputs of the three convolutions at each step, even, at most 16, 32 and 64.
  public var channels: [Int]
  /// The hidden units that read the features.
  public var featureUnits: Int
  /// The hidden units that read the path.
  public var sequenceUnits: Int

  /// A size from its parts.
  public init(channels: [Int], featureUnits: Int, sequenceUnits: Int) {
    self.channels = channels
    self.featureUnits = featureUnits
    self.sequenceUnits = sequenceUnits
  }

  /// For microcontrollers: at most 20 KB.
  public static var board: Self {
    Self(channels: [16, 16, 32], featureUnits: 24, sequenceUnits: 24)
  }
  /// For computers and telephones: at most 64 KB.
  public static var host: Self {
    Self(channels: [16, 32, 48], featureUnits: 64, sequenceUnits: 64)
  }

  /// The number of features that the feature units read.
  static var features: Int { 132 }
  /// The number of steps of the path.
  static var steps: Int { 64 }
  /// The numbers that describe a step.
  static var stepNumbers: Int { 6 }
  /// How many steps a convolution sees at once.
  static var width: Int { 5 }
  /// The number of hidden units.
  var hidden: Int { featureUnits + sequenceUnits }
}
