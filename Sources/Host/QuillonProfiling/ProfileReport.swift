/// The figures of a profile, as they stand in a file.
public struct ProfileReport: Codable, Equatable, Sendable {
  /// What was measured.
  public enum Subject: String, Codable, Sendable {
    /// The chain in this program.
    case host
    /// The firmware on an emulated board.
    case board
    /// The way from a board to this program.
    case wire
  }

  /// What was measured.
  public var subject: Subject
  /// Where the samples come from, or which board.
  public var source: String
  /// What the figures count: `ns`, `instructions`.
  public var unit: String
  /// What the 10 ms from sample to sample hold, in that unit.
  public var frame: Double
  /// How many samples were measured.
  public var samples: Int
  /// By stage.
  public var stages: [StageFigures]
  /// What reading the clock costs; nil where no clock was read.
  public var clock: ClockCost?
  /// By how much recording lengthens a sample's own time, as a share of it; nil where it is not in the
  /// figures.
  public var recordingCost: Double?
  /// Further figures by name, bytes or counts.
  public var sizes: [String: Double]?

  /// A report from its parts.
  public init(
    subject: Subject, source: String, unit: String, frame: Double, samples: Int,
    stages: [StageFigures], clock: ClockCost? = nil, recordingCost: Double? = nil,
    sizes: [String: Double]? = nil
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
  }

  /// The stage called `name`.
  public subscript(name: String) -> StageFigures? { stages.first { $0.name == name } }
}
