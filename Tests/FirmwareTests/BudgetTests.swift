import Foundation
import QuillonEmulator
import Testing

/// What the firmware costs, against what it may cost. Also writes the figures to `.build/budgets.json`
/// and, as a table, to `.build/budgets.md`.
@Suite struct BudgetTests {
  private static let budgets = Result {
    try Project.firmware()
    return try [ImageVariant.usual, .lab].map { variant in
      try Machine.allCases.reduce(into: [Machine: BoardBudget]()) {
        $0[$1] = try BoardBudget(measuring: $1, variant)
      }
    }
  }

  @Test(arguments: Machine.allCases)
  func noFigureIsOverWhatIsRecorded(_ machine: Machine) throws {
    let budget = try #require(try Self.budgets.get()[0][machine])
    for (figure, ceiling) in Ceilings.of(machine) {
      let measured = try #require(budget.figure(figure), "\(machine.rawValue): \(figure)")
      #expect(
        measured <= ceiling * 1.02, "\(machine.rawValue): \(figure) is over what is recorded")
    }
  }

  /// The file for programs has the keys that they look for.
  @Test func theReportIsWritten() throws {
    let budgets = try Self.budgets.get().map { budgets in
      Dictionary(uniqueKeysWithValues: budgets.map { ($0.key.rawValue, $0.value) })
    }
    let folder = Project.root.appendingPathComponent(".build")
    try BudgetReport(boards: budgets[0], perceptron: budgets[1]).write(to: folder)

    let file = try Data(contentsOf: folder.appendingPathComponent("budgets.json"))
    let report = try JSONSerialization.jsonObject(with: file) as? [String: Any]
    let boards = report?["boards"] as? [String: [String: Any]] ?? [:]
    #expect(Set(boards.keys) == Set(Machine.allCases.map(\.rawValue)))
    for (name, board) in boards {
      let stages = board["instructions"] as? [String: [String: Double]] ?? [:]
      for stage in [
        "rotate", "squareRoot", "normalize", "integrate", "buffer", "decode", "features", "scores",
        "push", "penUp",
      ] {
        let (mean, max) = (stages[stage]?["mean"] ?? 0, stages[stage]?["max"] ?? 0)
        #expect(mean > 0 && mean <= max, "\(name): \(stage) \(mean) \(max)")
      }
      for size in ["flash", "ram", "stack"] {
        #expect(board[size] as? Int ?? 0 > 0, "\(name): \(size)")
      }
    }
    let perceptron = report?["perceptron"] as? [String: [String: Any]] ?? [:]
    #expect(perceptron.keys == boards.keys)
    let table = try String(contentsOf: folder.appendingPathComponent("budgets.md"), encoding: .utf8)
    #expect(!table.contains("–"), "each figure of either table was measured")
  }
}
