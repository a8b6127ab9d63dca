import Foundation

/// The figures of all boards, for programs and for people.
struct BudgetReport: Codable {
  /// Those of the usual firmware.
  var boards: [String: BoardBudget]
  /// Those of firmware with damped integration and the perceptron.
  var perceptron: [String: BoardBudget]

  private static let sizes = [
    "flash", "flashWithoutModel", "ram", "stack", "stackBound", "stackReserve",
  ]
  /// What differs in firmware with the perceptron.
  private static let perceptronRows = [
    "integrate.max", "push.max", "features.max", "scores.max", "penUp.max", "penUpFrame.max",
    "frame.max",
    "flash", "ram", "stack", "stackBound",
  ]

  /// Writes `budgets.json` and `budgets.md` into `folder`.
  func write(to folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: folder.appendingPathComponent("budgets.json"))
    try Data(table.utf8).write(to: folder.appendingPathComponent("budgets.md"))
  }

  /// A row for each figure, a column for each board.
  private var table: String {
    let names = boards.keys.sorted()
    var lines = [
      "| instructions (emulated), mean / greatest recorded / greatest found | \(names.joined(separator: " | ")) |",
      "| --- |\(String(repeating: " ---: |", count: names.count))",
    ]
    for stage in Set(boards.values.flatMap(\.instructions.keys)).sorted() {
      let cells = names.map { name in
        boards[name]?.instructions[stage].map {
          "\(Int($0.mean)) / \(Int($0.recordedMax)) / \(Int($0.max))"
        } ?? "–"
      }
      lines.append("| \(stage) | \(cells.joined(separator: " | ")) |")
    }
    for figure in Self.sizes {
      let cells = names.map { boards[$0]?.figure(figure).map { "\(Int($0))" } ?? "–" }
      lines.append("| \(figure), bytes | \(cells.joined(separator: " | ")) |")
    }
    return (lines + [""] + perceptronTable).joined(separator: "\n") + "\n"
  }

  private var perceptronTable: [String] {
    let names = perceptron.keys.sorted()
    return [
      "| `MODEL=lab`, greatest | \(names.joined(separator: " | ")) |",
      "| --- |\(String(repeating: " ---: |", count: names.count))",
    ]
      + Self.perceptronRows.map { row in
        let cells = names.map { perceptron[$0]?.figure(row).map { "\(Int($0))" } ?? "–" }
        let name = row.split(separator: ".")
        return
          "| \(name[0])\(name.count == 1 ? ", bytes" : "") | \(cells.joined(separator: " | ")) |"
      }
  }
}

extension BoardBudget {
  /// A figure by its name: a size, as in `flash`, or a stage, as in `push.max`.
  func figure(_ name: String) -> Double? {
    switch name {
    case "flash": return Double(flash)
    case "flashWithoutModel": return Double(flashWithoutModel)
    case "ram": return Double(ram)
    case "stack": return Double(stack)
    case "stackBound": return Double(stackBound)
    case "stackReserve": return Double(stackReserve)
    default:
      let parts = name.split(separator: ".")
      guard parts.count == 2, let stage = instructions[String(parts[0])] else { return nil }
      return parts[1] == "max" ? stage.max : stage.mean
    }
  }
}
