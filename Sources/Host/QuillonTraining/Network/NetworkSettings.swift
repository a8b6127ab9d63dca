/// How a network is trained.
public struct NetworkSettings: Equatable, Sendable {
  /// The number of hidden units; 0 gives a linear model.
  public var hidden = 0
  /// The size of a network that reads paths, which has its own hidden units; nil for other networks.
  public var sequence: SequenceSize?
  /// How many times each letter is shown, each time with another distortion.
  public var passes = 60
  /// The initial learning rate. It falls to 0 along half a cosine (Loshchilov and Hutter 2017,
  /// "SGDR").
  public var rate: Float = 0.004
  /// The share of a target probability that is spread over all labels (label smoothing).
  public var smoothing: Float = 0.1
  /// How much the influence of writers with many letters is reduced. A letter is shown in
  /// proportion to the number of its writer's letters to the power −`balance`. With 0 all letters
  /// count the same; with 1 all writers do.
  public var balance = 0.5
  /// The share of a letter's numbers that are left out at random each time it is shown, 0..<1
  /// (Srivastava and others 2014, "Dropout").
  ///
  /// With it a model does not rely on a single number. This helps when the users write differently
  /// from the people in the training data.
  public var omission: Float = 0
  /// The standard deviation of the random change of each number each time it is shown, in units of
  /// the number's own standard deviation over the letters. 0 or less changes nothing (Bishop 1995,
  /// "Training with noise is equivalent to Tikhonov regularization").
  public var noise: Float = 0
  /// How much each weight shrinks in a step, as a share of it, divided by the learning rate; 0 or more. With it a model relies less on
  /// what single writers do (Loshchilov and Hutter 2019, "Decoupled weight decay regularization").
  public var decay: Float = 0
  /// The share of the examples shown that are not letters, if the model is to learn to reject
  /// these.
  public var garbageShare = 0.15
  /// How many letters a batch has. Each batch makes one step.
  public var batch = 128
  /// How letters are distorted.
  public var distortion = Distortion()
  /// The seed of all random numbers.
  public var seed: UInt64 = 1

  /// The default settings.
  public init() {}
}
