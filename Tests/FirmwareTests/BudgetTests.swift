import EmulatedBoard
import Foundation
import Testing

/// What the firmware costs, against what it may cost. Also writes the figures to `.build/budgets.json`
/// and, as a table, to `.build/budgets.md`.
@Suite struct BudgetTests {
  @Test func everyBoardKeepsItsBudget() throws {
    var budgets: [String: BoardBudget] = [:]
    for machine in Machine.allCases {
      try Project.firmware(machine)
      let budget = try BoardBudget(measuring: machine)
      budgets[machine.rawValue] = budget
      for (figure, ceiling) in Ceilings.of(machine) {
        let measured = try #require(budget.figure(figure), "\(machine.rawValue): \(figure)")
        #expect(
          measured <= ceiling * 1.02, "\(machine.rawValue): \(figure) is over what is recorded")
      }
      #expect(
        budget.stackBound <= budget.stackReserve, "\(machine.rawValue): the stack may run out")
    }
    try BudgetReport(boards: budgets).write(to: Project.root.appendingPathComponent(".build"))
  }

  /// The frame: the slowest sample and the slowest pen-up, at two cycles an instruction, take at most
  /// half of 10 ms.
  @Test(arguments: [Machine.stm32f405])
  func theSlowestSampleTakesHalfAFrame(_ machine: Machine) throws {
    try Project.firmware(machine)
    let budget = try BoardBudget(measuring: machine)
    let instructions = try ["push", "penUp"].map {
      try #require(budget.figure("\($0).max"))
    }.reduce(0, +)
    #expect(2 * instructions / machine.clock < 0.005)
  }
}
