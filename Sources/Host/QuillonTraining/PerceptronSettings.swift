/// How a multiclass perceptron is trained.
public struct PerceptronSettings: Equatable, Sendable {
  /// What becomes of the weights of a start.
  public enum Variant: String, CaseIterable, Codable, Sendable {
    /// The weights at the end of each start count; starts begin at random weights.
    case restarts
    /// The mean of the weights after every example counts (Collins 2002, "Discriminative training
    /// methods for hidden Markov models", section 2.5; the cheap form of the voted perceptron of
    /// Freund and Schapire 1999); starts begin at zero.
    case averaged
  }

  /// What becomes of the weights of a start.
  public var variant: Variant
  /// How many times training starts anew; the results are averaged. At least 1.
  public var starts: Int
  /// How often a start goes through all examples at most; it ends earlier when a pass finds nothing
  /// to change. At least 1.
  public var passes: Int
  /// The true label's score must exceed every other by more than this, in steps of one update; 0
  /// corrects errors (and ties) only.
  public var margin: Double
  /// Everything random comes from this.
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
