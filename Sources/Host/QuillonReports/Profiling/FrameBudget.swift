/// The frames of a profile compared with the time that a frame may take.
///
/// A frame is all the work for one sample.
public struct FrameBudget: Codable, Equatable, Sendable {
  /// The frame that took longest.
  public struct Frame: Codable, Equatable, Sendable {
    /// What it took, in the unit of the report.
    public var cost: Double
    /// When its sample was taken, s since the first one; nil for a board, whose frame is the sum of the worst of its parts.
    public var time: Double?
    /// The letter that was being written or read, by its number from 1 and its label if that is known; nil for a board.
    public var letter: String?
    /// The stage that most of it went to.
    public var stage: String

    /// A frame from its parts.
    public init(cost: Double, time: Double?, letter: String?, stage: String) {
      self.cost = cost
      self.time = time
      self.letter = letter
      self.stage = stage
    }
  }

  /// What a frame may take, in the unit of the report.
  public var limit: Double
  /// How many frames there were.
  public var frames: Int
  /// How many took more than ``limit``.
  public var over: Int
  /// The worst of them.
  public var worst: Frame

  /// A comparison from its parts.
  public init(limit: Double, frames: Int, over: Int, worst: Frame) {
    self.limit = limit
    self.frames = frames
    self.over = over
    self.worst = worst
  }
}
