/// A profile beside an older one of the same subject.
public struct ProfileComparison: Codable, Equatable, Sendable {
  /// A stage that both profiles have.
  public struct Stage: Codable, Equatable, Sendable {
    /// Which stage.
    public var name: String
    /// ``StageFigures/typical`` of the older profile.
    public var before: Double
    /// The same of the newer.
    public var now: Double
    /// ``StageFigures/bad`` of the older profile.
    public var worstBefore: Double
    /// The same of the newer.
    public var worstNow: Double
    /// True when it grew by more than is tolerated.
    public var hasGrown: Bool

    /// How many times as long as before; 1 where it took nothing before.
    public var ratio: Double { before > 0 ? now / before : 1 }
    /// The same of the worst.
    public var worstRatio: Double { worstBefore > 0 ? worstNow / worstBefore : 1 }
  }

  /// The stages that both have, in the order of the newer.
  public var stages: [Stage]
  /// The stages that only one of them has.
  public var unmatched: [String]

  /// True when a stage grew by more than is tolerated.
  public var hasGrown: Bool { stages.contains(where: \.hasGrown) }

  /// Compares; nil when the two are not of the same subject and unit.
  ///
  /// Where times are measured the median decides, as what is worst then tells of other programs. Counted
  /// instructions are the same each time, so of a board the greatest decides as well.
  ///
  /// - Parameter tolerance: by which share of what it was a stage may grow. Beyond it, a growth counts that
  ///   is greater than what the clock can tell.
  public init?(of new: ProfileReport, with old: ProfileReport, tolerance: Double) {
    guard new.subject == old.subject, new.unit == old.unit else { return nil }
    let step = max(new.clock?.step ?? 0, old.clock?.step ?? 0)
    stages = new.stages.compactMap { stage in
      guard let before = old[stage.name] else { return nil }
      func grew(_ figure: (StageFigures) -> Double) -> Bool {
        figure(stage) > figure(before) * (1 + tolerance) && figure(stage) - figure(before) > step
      }
      return Stage(
        name: stage.name, before: before.typical, now: stage.typical, worstBefore: before.bad,
        worstNow: stage.bad,
        hasGrown: grew(\.typical) || (new.subject == .board && grew(\.bad)))
    }
    let names = Set(stages.map(\.name))
    unmatched = Set((new.stages + old.stages).map(\.name)).subtracting(names).sorted()
  }
}
