import QuillonSerialFormats

/// What the columns of lines of numbers hold, as far as the numbers show it.
public struct ColumnAssignment: Equatable, Sendable {
  /// The names of the columns in their order, as in a header line: `t`, `ax`, `gx`, `mx` and so on.
  /// `temperature`, `counter` and `other` are not read.
  public var names: [String]
  /// The unit of acceleration. Nil if it is not known yet.
  public var acceleration: ColumnUnits.Acceleration?
  /// The unit of angular rate. Nil if there is no rate, or for the one that usually goes with that of acceleration.
  public var rate: ColumnUnits.Rate?
  /// The unit of time.
  public var time: ColumnUnits.Time
  /// True if no other assignment fits nearly as well.
  public var isCertain: Bool
  /// What speaks against it, for people; nil for nothing.
  public var objection: String?

  /// An assignment from its parts.
  public init(
    names: [String], acceleration: ColumnUnits.Acceleration? = nil, rate: ColumnUnits.Rate? = nil,
    time: ColumnUnits.Time, isCertain: Bool
  ) {
    (self.names, self.acceleration, self.rate) = (names, acceleration, rate)
    (self.time, self.isCertain) = (time, isCertain)
  }

  /// The names as one line: a header, and the value of `--columns`.
  public var line: String { names.joined(separator: ",") }

  /// The order in which sketches usually print that many numbers. Nil if there is none.
  public static func usual(_ count: Int) -> [String]? {
    let all =
      ["ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz", "qw", "qx", "qy", "qz"]
    switch count {
    case 3, 6, 9, 13: return Array(all.prefix(count))
    case 4, 7, 10, 14: return ["t"] + all.prefix(count - 1)
    case 16: return all + ["other", "other", "other"]
    case 17: return ["t"] + all + ["other", "other", "other"]
    default: return nil
    }
  }
}
