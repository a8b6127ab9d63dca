import Foundation
import QuillonEmulator
import QuillonFusion
import QuillonProfiling

/// The profile of the firmware on an emulated board.
enum BoardProfile {
  /// The stages in the order in which a sample passes them, then the parts of stages. Others follow
  /// in alphabetical order.
  private static let order = [
    "decode", "fuse6", "fuse9", "integrate", "buffer", "push", "penUp", "penUpFrame", "features",
    "scores", "rotate", "normalize", "squareRoot", "decodeByte",
  ]
  /// The assumed cycles per instruction. Both cores need fewer on average.
  private static let cyclesPerInstruction = 2.0

  /// Boots the images of `machine` in the folder `project` with recorded letters, and reads their
  /// counts.
  ///
  /// - Throws: `EmulationError`. If an image is missing, the error has the command that makes it.
  static func report(
    _ machine: Machine, in project: URL, samples: [InertialSample], source: String
  ) throws -> ProfileReport {
    let cost = try BoardCost(measuring: machine, in: project, samples: samples)
    let tape = samples.prefix(ReplayReader.capacity(of: machine))
    guard let stack = try EmulatedBoard.replay(tape, on: machine, in: project).stack else {
      throw EmulationError.unfinished("ReplayImage", machine)
    }
    return report(
      cost, clock: machine.clock, source: "\(machine.rawValue), \(source)",
      samples: samples.count, ["stack in use, bytes": Double(stack)])
  }

  /// The same on a board with a sensor chip. What its driver takes is no stage: BUDGETS has it.
  ///
  /// - Throws: as above.
  static func report(
    _ board: ChipBoard, in project: URL, samples: [InertialSample], source: String
  ) throws -> ProfileReport {
    report(
      try BoardCost(measuring: board, in: project, samples: samples), clock: board.clock,
      source: "\(board.rawValue), \(source)", samples: samples.count, [:])
  }

  private static func report(
    _ cost: BoardCost, clock: Double, source: String, samples: Int, _ sizes: [String: Double]
  ) -> ProfileReport {
    let others = cost.instructions.keys.filter { !order.contains($0) }.sorted()
    let stages = (order + others).compactMap { name in
      cost.instructions[name].map {
        StageFigures(name: name, count: Int($0.inputs), mean: $0.mean, max: $0.max)
      }
    }
    let known = [
      "flash, bytes": Double(cost.flash), "RAM, bytes": Double(cost.ram),
      "stack set aside, bytes": Double(cost.stackReserve), "clock, Hz": clock,
    ]
    return ProfileReport(
      subject: .board, source: source, unit: "instructions",
      frame: clock / 100 / cyclesPerInstruction, samples: samples, stages: stages,
      sizes: known.merging(sizes) { first, _ in first })
  }
}
