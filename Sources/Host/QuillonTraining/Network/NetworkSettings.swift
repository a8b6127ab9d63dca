/// How a network is trained.
public struct NetworkSettings: Equatable, Sendable {
  /// How many hidden units; 0 is a linear model.
  public var hidden = 0
  /// How often each letter is shown, each time in another distortion.
  public var passes = 60
  /// The greatest step; it falls to 0 along half a cosine (Loshchilov and Hutter 2017, "SGDR").
  public var rate: Float = 0.004
  /// The share of an answer that is spread over all labels.
  public var smoothing: Float = 0.1
  /// How far writers of many letters count no more than others: a letter is shown in proportion to the number
  /// of its writer's letters to the power −`balance`. 0: letters count the same; 1: writers do.
  public var balance = 0.5
  /// The share of a letter's numbers that are left out at random each time it is shown, 0..<1 (Srivastava and
  /// others 2014, "Dropout"): so that a model relies on none of them alone, which pays when those who
  /// will be asked write otherwise than those who are learned from.
  public var omission: Float = 0
  /// How far each number is moved at random each time it is shown, in its own standard deviations over the letters;
  /// 0 or less moves none (Bishop 1995, "Training with noise is equivalent to Tikhonov regularization").
  public var noise: Float = 0
  /// Of what is shown, the share that is no letter, if the model is to learn that.
  public var garbageShare = 0.15
  /// How many letters make one step.
  public var batch = 128
  /// How letters are distorted.
  public var distortion = Distortion()
  /// Everything random comes from this.
  public var seed: UInt64 = 1

  /// The defaults.
  public init() {}
}
