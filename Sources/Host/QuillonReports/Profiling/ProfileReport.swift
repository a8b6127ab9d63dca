/// The figures of a profile, as stored in a file.
public struct ProfileReport: Codable, Equatable, Sendable {
  /// What was measured.
  public enum Subject: String, Codable, Sendable {
    /// The chain in this program.
    case host
    /// The firmware on an emulated board.
    case board
    /// The path from a board to this program.
    case wire
  }

  /// What was measured.
  public var subject: Subject
  /// Where the samples come from, or which board.
  public var source: String
  /// The unit of the figures: `ns` or `instructions`.
  public var unit: String
  /// The length of the 10 ms frame between two samples, in that unit.
  public var frame: Double
  /// How many samples were measured.
  public var samples: Int
  /// The figures of each stage.
  public var stages: [StageFigures]
  /// The cost of reading the clock; nil where no clock was read.
  public var clock: ClockCost?
  /// The time that recording adds to a sample's own time, as a share of it; nil where the figures
  /// do not include it.
  public var recordingCost: Double?
  /// Further figures by name: bytes or counts.
  public var sizes: [String: Double]?
  /// The frames compared with their budget; nil in profiles of older versions.
  public var budget: FrameBudget?

  /// A report from its parts.
  public init(
    subject: Subject, source: String, unit: String, frame: Double, samples: Int,
    stages: [StageFigures], clock: ClockCost? = nil, recordingCost: Double? = nil,
    sizes: [String: Double]? = nil, budget: FrameBudget? = nil
  ) {
    self.subject = subject
    self.source = source
    self.unit = unit
    self.frame = frame
    self.samples = samples
    self.stages = stages
    self.clock = clock
    self.recordingCost = recordingCost
    self.sizes = sizes
    self.budget = budget
  }

  /// The figures of the stage called `name`; nil when there is none.
  public subscript(name: String) -> StageFigures? { stages.first { $0.name == name } }
}
