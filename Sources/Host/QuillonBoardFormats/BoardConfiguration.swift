/// What a board is told so that letters can be written with it: 100 samples a second with acceleration and
/// attitude or rate, as far as its line allows.
///
/// Nothing is saved in the board: it forgets when its power goes. The commands are those of the makers' documents
/// named in each format's decoder.
public struct BoardConfiguration: Equatable, Sendable {
  /// Something to do.
  public enum Step: Equatable, Sendable {
    /// Send these bytes, then give the board a tenth of a second to obey.
    case send([UInt8])
    /// Go on at another speed, bits/s.
    case speed(Int)
  }

  /// What to do, in order.
  public var steps: [Step]
  /// The name of the format that the board sends from then on.
  public var format: String
  /// What changes, for people.
  public var effect: String

  /// A configuration from its parts.
  public init(_ steps: [Step], format: String, effect: String) {
    self.steps = steps
    self.format = format
    self.effect = effect
  }
}
