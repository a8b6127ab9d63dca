/// What every run of every stage took, in the order of the runs.
///
/// Adding a run stores one number: sorting and counting wait until nothing is timed any more.
public struct StageLog: Sendable {
  private var runs: [[UInt64]]

  /// An empty log with room for `capacity` runs of each stage, before which adding allocates nothing.
  public init(capacity: Int) {
    runs = HostStage.allCases.map { _ in
      var runs: [UInt64] = []
      runs.reserveCapacity(capacity)
      return runs
    }
  }

  /// Adds a run.
  public mutating func add(_ stage: HostStage, _ amount: UInt64) {
    runs[stage.rawValue].append(amount)
  }

  /// The runs of a stage.
  public subscript(stage: HostStage) -> [UInt64] { runs[stage.rawValue] }

  /// Forgets all runs but keeps their room.
  public mutating func removeAll() {
    for index in runs.indices { runs[index].removeAll(keepingCapacity: true) }
  }
}
