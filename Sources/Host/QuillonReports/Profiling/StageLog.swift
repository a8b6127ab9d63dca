/// The measured amounts of every run of every stage, in the order of the runs.
///
/// Adding a run only stores one number. Sorting and counting are done after the measurements.
public struct StageLog: Sendable {
  private var runs: [[UInt64]]

  /// An empty log with room for `capacity` runs of each stage. Up to that number, adding allocates
  /// nothing.
  public init(capacity: Int) {
    runs = HostStage.allCases.map { _ in
      var runs: [UInt64] = []
      runs.reserveCapacity(capacity)
      return runs
    }
  }

  /// Adds a run with its measured amount.
  public mutating func add(_ stage: HostStage, _ amount: UInt64) {
    runs[stage.rawValue].append(amount)
  }

  /// The amounts of all runs of a stage.
  public subscript(stage: HostStage) -> [UInt64] { runs[stage.rawValue] }

  /// Removes all runs but keeps their memory.
  public mutating func removeAll() {
    for index in runs.indices { runs[index].removeAll(keepingCapacity: true) }
  }
}
