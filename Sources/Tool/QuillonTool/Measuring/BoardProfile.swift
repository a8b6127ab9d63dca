import Foundation
import QuillonEmulator
import QuillonFusion
import QuillonReports

/// The profile of the firmware on an emulated board.
enum BoardProfile {
  /// The stages in the order in which a sample passes them, then the parts of stages. Others follow
  /// in alphabetical order.
  private static let order = [
    "bus", "decode", "calibrate", "fuse6", "fuse9", "integrate", "buffer", "push", "penUp",
    "penUpFrame",
    "output",
    "frame", "features",
    "scores", "rotate", "normalize", "squareRoot", "decodeByte",
  ]
  /// Boots the images of `machine` in the folder `project` with recorded letters, and reads their
  /// counts.
  ///
  /// - Throws: `EmulationError`. If an image is missing, the error has the command that makes it.
  static func report(
    _ machine: Machine, _ variant: ImageVariant, in project: URL, samples: [InertialSample],
    source: String, budget: FrameTime
  ) throws -> ProfileReport {
    let cost = try BoardCost(measuring: machine, variant, in: project, samples: samples)
    let tape = samples.prefix(ReplayReader.capacity(of: machine))
    guard let stack = try EmulatedBoard.replay(tape, on: machine, variant, in: project).stack
    else {
      throw EmulationError.unfinished("ReplayImage", machine)
    }
    return report(
      cost, clock: machine.clock, source: "\(machine.rawValue), \(source)",
      samples: samples.count, ["stack in use, bytes": Double(stack)], budget)
  }

  /// The same on a board with a sensor chip. The stage `bus` is the cost of its driver.
  ///
  /// - Throws: as above.
  static func report(
    _ board: ChipBoard, _ variant: ImageVariant, in project: URL, samples: [InertialSample],
    source: String, budget: FrameTime
  ) throws -> ProfileReport {
    report(
      try BoardCost(measuring: board, variant, in: project, samples: samples), clock: board.clock,
      source: "\(board.rawValue), \(source)", samples: samples.count, [:], budget)
  }

  private static func report(
    _ cost: BoardCost, clock: Double, source: String, samples: Int, _ sizes: [String: Double],
    _ budget: FrameTime
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
      "parts of a recorded frame, instructions": cost.recordedFrame,
    ]
    let limit = Double(budget.nanoseconds) / 1e9 * clock / BoardCost.cyclesPerInstruction
    let frame = cost.frame(clock: clock)
    return ProfileReport(
      subject: .board, source: source, unit: "instructions",
      frame: clock / 100 / BoardCost.cyclesPerInstruction, samples: samples, stages: stages,
      sizes: known.merging(sizes) { first, _ in first },
      budget: FrameBudget(
        limit: limit, frames: 1, over: frame.total > limit ? 1 : 0,
        worst: FrameBudget.Frame(
          cost: frame.total, time: nil, letter: nil, stage: frame.greatest)))
  }
}
