/// How a multiclass perceptron is trained.
public struct PerceptronSettings: Equatable, Sendable {
  /// Which weights of a start are kept.
  public enum Variant: String, CaseIterable, Codable, Sendable {
    /// The weights at the end of each start are kept. Starts begin at random weights.
    case restarts
    /// The mean of the weights after each example is kept. Starts begin at zero.
    ///
    /// Source: Collins 2002, "Discriminative training methods for hidden Markov models", section
    /// 2.5. This is the inexpensive form of the voted perceptron of Freund and Schapire 1999.
    case averaged
  }

  /// Which weights of a start are kept.
  public var variant: Variant
  /// How many times training starts again. The results are averaged. At least 1.
  public var starts: Int
  /// The largest number of passes of a start over all examples. A start ends earlier when a pass
  /// changes nothing. At least 1.
  public var passes: Int
  /// The amount by which the true label's score must exceed every other score, in steps of one
  /// update. 0 corrects only errors and ties.
  public var margin: Double
  /// The seed of all random numbers.
  public var seed: UInt64

  /// Settings from their parts.
  public init(
    variant: Variant = .averaged, starts: Int = 8, passes: Int = 20, margin: Double = 0,
    seed: UInt64 = 1
  ) {
    self.variant = variant
    self.starts = starts
    self.passes = passes
    self.margin = margin
    self.seed = seed
  }
}
