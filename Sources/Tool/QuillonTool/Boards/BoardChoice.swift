import ArgumentParser
import QuillonEmulator

/// An emulated board by its name: one with a sensor on a serial line, or one with a sensor chip on its bus.
enum BoardChoice: ExpressibleByArgument {
  case machine(Machine)
  case chipBoard(ChipBoard)

  init?(argument: String) {
    if let machine = Machine(rawValue: argument) {
      self = .machine(machine)
    } else if let board = ChipBoard(rawValue: argument) {
      self = .chipBoard(board)
    } else {
      return nil
    }
  }

  /// The board for a command that sends its samples over a line.
  func machine() throws -> Machine {
    switch self {
    case .machine(let machine): return machine
    case .chipBoard(let board):
      throw ToolError(
        """
        \(board.rawValue) reads a sensor chip and has no line for samples: use quillon run --board \(board.rawValue), or another \
        board: \(Machine.allCases.map(\.rawValue).joined(separator: ", "))
        """, code: .misuse)
    }
  }

  static let allValueStrings =
    Machine.allCases.map(\.rawValue) + ChipBoard.allCases.map(\.rawValue)
}
