/// A comparison of a profile with an older one of the same subject.
public struct ProfileComparison: Codable, Equatable, Sendable {
  /// A stage that both profiles have.
  public struct Stage: Codable, Equatable, Sendable {
    /// Which stage.
    public var name: String
    /// ``StageFigures/typical`` in the older profile.
    public var before: Double
    /// ``StageFigures/typical`` in the newer profile.
    public var now: Double
    /// ``StageFigures/bad`` in the older profile.
    public var worstBefore: Double
    /// ``StageFigures/bad`` in the newer profile.
    public var worstNow: Double
    /// True when the stage grew by more than the tolerance.
    public var hasGrown: Bool

    /// The new typical figure divided by the old one; 1 where the old one is 0.
    public var ratio: Double { before > 0 ? now / before : 1 }
    /// The same ratio for ``StageFigures/bad``.
    public var worstRatio: Double { worstBefore > 0 ? worstNow / worstBefore : 1 }
  }

  /// The stages that both profiles have, in the order of the newer.
  public var stages: [Stage]
  /// The names of the stages that only one profile has.
  public var unmatched: [String]

  /// True when any stage grew by more than the tolerance.
  public var hasGrown: Bool { stages.contains(where: \.hasGrown) }

  /// Compares two profiles; nil when they differ in subject or unit.
  ///
  /// Where times are measured, the median decides, because the worst times depend on other
  /// programs. Counted instructions are the same each time, so for a board the maximum decides as
  /// well.
  ///
  /// - Parameter tolerance: the share by which a stage may grow. A growth beyond it counts only if
  ///   it is greater than the clock's resolution. An older figure below the resolution, which may be 0, is treated as one step.
  public init?(of new: ProfileReport, with old: ProfileReport, tolerance: Double) {
    guard new.subject == old.subject, new.unit == old.unit else { return nil }
    let step = max(new.clock?.step ?? 0, old.clock?.step ?? 0)
    stages = new.stages.compactMap { stage in
      guard let before = old[stage.name] else { return nil }
      func grew(_ figure: (StageFigures) -> Double) -> Bool {
        let (old, now) = (figure(before), figure(stage))
        return now > max(old, step) * (1 + tolerance) && now - old > step
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
